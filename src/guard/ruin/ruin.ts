import type { Finding } from '../finding.js';
import type { Ground } from '../paths/ground.js';
import type { Line, Run } from '../words/line.js';

/** What flows into the commands of a line. */
export interface Flow {
  /** Behind a pipe, and whether something before it fetches. */
  readonly piped: ReadonlyMap<Run, 'text' | 'fetched'>;
  /** What a substitution in a command's words fetches it with. */
  readonly substituted: ReadonlyMap<Run, string>;
}

/** One command, as the tables of ruin see it. */
export interface Suspect {
  readonly run: Run;
  /** Without its folder, in small letters. */
  readonly name: string;
  readonly words: readonly string[];
  readonly line: Line;
  readonly flow: Flow;
  readonly ground: Ground;
}

/** A row of the tables of what never runs. */
export interface Ruin {
  /** For people, as the end of "Never runs: …". */
  readonly what: string;
  /** Whose row it is; without names it looks at every command. */
  readonly names?: readonly string[];
  readonly find: (suspect: Suspect) => Finding | undefined;
}
