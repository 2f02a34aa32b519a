// Types for the tables of commands that never run.

import type { Finding } from '../finding.js';
import type { GuardContext } from '../paths/context.js';
import type { Line, Run } from '../shell/line.js';

/** What the commands of a line receive from others. */
export interface Flow {
  /** For commands after a pipe: whether an earlier command of the pipe fetches from the network. */
  readonly piped: ReadonlyMap<Run, 'text' | 'fetched'>;
  /** For commands with a substitution: the fetching command in it. */
  readonly substituted: ReadonlyMap<Run, string>;
}

/** One command, as the tables of forbidden commands see it. */
export interface CommandContext {
  readonly run: Run;
  /** Without its folder, in lower case. */
  readonly name: string;
  readonly words: readonly string[];
  readonly line: Line;
  readonly flow: Flow;
  readonly context: GuardContext;
}

/** One kind of command that never runs. */
export interface ForbiddenUse {
  /** For people, as the end of "Never runs: …". */
  readonly what: string;
  /** The commands that it applies to; without names, every command. */
  readonly names?: readonly string[];
  readonly find: (command: CommandContext) => Finding | undefined;
}
