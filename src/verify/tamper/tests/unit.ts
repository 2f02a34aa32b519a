// A test as found in its text, in any language.
import type { Source } from '../source.js';

/** An assertion about `subject` by `matcher`, usually that it is `expected`. */
export interface Assertion {
  readonly line: number;
  readonly at: number;
  /** With single spaces. */
  readonly text: string;
  readonly subject: string;
  readonly matcher: string;
  readonly expected: string;
  /** 3: checks an exact value, 2: a part or range, 1: existence, 0: nothing. */
  readonly strength: number;
}

export interface Skip {
  readonly line: number;
  /** As written. */
  readonly how: string;
  /** Skipped only under a condition, such as a platform. */
  readonly conditional: boolean;
}

/** A test or a group, with its position. */
export interface Span {
  readonly name: string;
  /** A group contains tests. */
  readonly group: boolean;
  readonly from: number;
  readonly to: number;
  readonly skips: readonly Skip[];
  /** The line of an `only` mark. */
  readonly only?: number | undefined;
  /** Rows of its table. */
  readonly cases: readonly string[];
}

/** The parser of a language. */
export interface LanguageParser {
  spans(source: Source): readonly Span[];
  assertions(source: Source): readonly Assertion[];
}

export interface TestUnit extends Span {
  /** Including the names of its groups. */
  readonly path: string;
  readonly line: number;
  readonly assertions: readonly Assertion[];
  /** Its code without spaces, to recognize it after a rename. */
  readonly body: string;
  readonly bodyDigest: string;
}

/** Text with single spaces. */
export const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();
