import type { Redirection } from 'unbash';
import type { ShellWord } from './shell-word.js';

/** One command of a line, as the shell would start it. */
export interface Run {
  readonly words: readonly ShellWord[];
  readonly redirects: readonly Target[];
  /** Variables are assigned before it (`A=1 cmd`). */
  readonly assigns: boolean;
  /** The command that contains it in `$( )` or `<( )`. */
  readonly within: Run | null;
  /** The names of the functions whose bodies contain it. */
  readonly functions: readonly string[];
  /** The command that starts it (`nice …`, `sh -c …`); null if the shell does. */
  readonly wrapper: string | null;
  /** Its words are part of the wrapper's words, so paths in them have been judged with the wrapper. */
  readonly sharesWords: boolean;
}

/** The target of a redirection. */
export interface Target {
  readonly operator: Redirection['operator'];
  /** Undefined: the default descriptor of the operator. */
  readonly descriptor: number | string | undefined;
  readonly to: ShellWord;
  /** The text of a here-document. */
  readonly body?: string | undefined;
}

/** A parsed command line. */
export interface Line {
  /** Every command in it, including those inside other syntax and those that other commands start. */
  readonly runs: readonly Run[];
  /** Its pipelines, simple commands only. */
  readonly pipes: readonly (readonly Run[])[];
  /** The line exceeds a limit of depth or count; it is denied. */
  readonly tooComplex: boolean;
}
