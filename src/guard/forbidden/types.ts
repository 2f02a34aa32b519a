// The types of the tables in this folder, which list commands that never run.

import type { Finding } from '../finding.js';
import type { GuardContext } from '../paths/context.js';
import type { Line, ShellCommand } from '../shell/line.js';

/** What the commands of a line receive from others. */
export interface Flow {
  /** For commands after a pipe: whether an earlier command of the pipe fetches from the network. */
  readonly piped: ReadonlyMap<ShellCommand, 'text' | 'fetched'>;
  /** For commands with a substitution: the fetching command in it. */
  readonly substituted: ReadonlyMap<ShellCommand, string>;
}

/** One command, as the tables of forbidden commands see it. */
export interface CommandContext {
  readonly command: ShellCommand;
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
  readonly description: string;
  /** The commands that it applies to; without names, every command. */
  readonly names?: readonly string[];
  readonly check: (command: CommandContext) => Finding | undefined;
}
