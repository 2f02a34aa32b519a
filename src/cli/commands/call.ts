// What every command of the terminal gets, and gives.

import type { Env } from '../../services/env.js';
import type { Paint } from '../../view/paint.js';
import type { Flags } from '../flags.js';

export interface Call {
  readonly flags: Flags;
  /** The words behind the command's name. */
  readonly words: readonly string[];
  readonly env: Env;
  readonly paint: Paint;
  /** Markdown as this output shows it: rendered on a terminal with colour, unchanged into a pipe. */
  readonly markdown: (text: string) => string;
  readonly input: () => Promise<string>;
  readonly log: (line: string) => void;
}

export interface Said {
  /** For people. */
  readonly text: string;
  /** With --json: the one document on standard output. */
  readonly json: unknown;
  readonly exit: number;
}

/** A command of the terminal alone. */
export type CliCommand = (call: Call) => Promise<Said>;
