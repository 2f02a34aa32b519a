// The type of all messages; en.ts and ja.ts have the sentences. Pure templates of data.

import type { Change } from '../../ports/change.js';
import type { Report } from '../../ports/report.js';
import type { Complaint } from '../../ports/run.js';
import type { AgentMessages } from './agent/messages.js';

export interface CommandLine {
  readonly usage: string;
  readonly summary: string;
  /** Anyone may use it, without write access. */
  readonly open: boolean;
  /** Flags and arguments, with their defaults. */
  readonly explained: readonly { readonly name: string; readonly text: string }[];
  readonly example: string;
}

export interface RunLine {
  readonly run: string;
  readonly workflow: string;
  readonly status: string;
  readonly startedAt: string;
}

export interface Messages {
  /** The commands, as a comment. */
  readonly help: (of: { commands: readonly CommandLine[] }) => string;
  /** One command, explained in a comment. */
  readonly helpOf: (command: CommandLine) => string;
  /** The head of help in a terminal; commands and flags follow as a table. */
  readonly helpHead: string;
  readonly helpFoot: string;
  /** Below the page of one command, in a terminal. */
  readonly helpCommon: string;
  readonly status: (of: { issue: number | undefined; runs: readonly RunLine[] }) => string;
  /** The repository's last days, below the list of runs in `status`. */
  readonly lastDays: (of: {
    days: number;
    opened: number;
    merged: number;
    firstPass: number;
    usdEach: number | undefined;
  }) => string;
  readonly unknownCommand: (of: { found: string; meant: string | undefined }) => string;
  readonly complaint: (complaint: Complaint) => string;
  readonly wrongCommand: (of: { complaint: Complaint; usage: string }) => string;
  readonly brokenConfig: (of: { file: string; problems: readonly string[] }) => string;
  readonly userError: (of: { expected: string; found: string; remedy: string }) => string;
  readonly fault: (of: { id: string }) => string;
  readonly change: (change: Change) => string;
  readonly nothingToDo: string;
  /** The short answer to `/crew facilitate`. */
  readonly looked: (report: Report) => string;
  /** The status of a run, in words. */
  readonly statusWord: (status: string) => string;
  readonly agent: AgentMessages;
}
