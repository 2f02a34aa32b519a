import type { Redirection } from 'unbash';
import type { Spelled } from './spell.js';

/** One command of a line: what the kernel would be asked to start, as far as that can be told. */
export interface Run {
  readonly words: readonly Spelled[];
  readonly redirects: readonly Target[];
  /** Variables are set in front of it. */
  readonly assigns: boolean;
  /** The command whose words it stands in, by `$( )` or `<( )`. */
  readonly within: Run | null;
  /** The functions whose bodies it stands in. */
  readonly functions: readonly string[];
  /** The command that would start it (`nice …`, `sh -c …`); null where the shell itself does. */
  readonly carrier: string | null;
  /** Its words are the carrier's, too, so whoever looked at those has looked at these. */
  readonly borrowed: boolean;
}

/** Where a redirection leads. */
export interface Target {
  readonly operator: Redirection['operator'];
  /** Undefined: the usual one of its operator. */
  readonly descriptor: number | string | undefined;
  readonly to: Spelled;
  /** What a here-document holds. */
  readonly body?: string | undefined;
}

/** A line of the shell, read to the bottom. */
export interface Line {
  /** Every command in it, whatever stands around it, and whatever starts it. */
  readonly runs: readonly Run[];
  /** Its pipelines; what is no simple command in one is left out. */
  readonly pipes: readonly (readonly Run[])[];
  /** There is more in it, or deeper, than is looked at. */
  readonly bottomless: boolean;
}
