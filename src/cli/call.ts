// The arguments and the result of a terminal command.
import type { Env } from '../services/env.js';
import type { Paint } from '../view/terminal.js';
import type { Flags } from './flags.js';

export interface Call {
  readonly flags: Flags;
  /** The words after the command's name, without the flags of all commands. */
  readonly words: readonly string[];
  readonly env: Env;
  readonly paint: Paint;
  /** Renders Markdown on a terminal with colour; leaves it unchanged in a pipe. */
  readonly markdown: (text: string) => string;
  readonly input: () => Promise<string>;
  readonly log: (line: string) => void;
}

export interface CliOutput {
  /** The output for people. */
  readonly text: string;
  /** The document that --json prints instead. */
  readonly json: unknown;
  readonly exit: number;
}

/** A command that exists at the terminal only. */
export type CliCommand = (call: Call) => Promise<CliOutput>;
