// A test as its text shows it, in any language.
import type { Source } from '../source.js';

/** Something that is claimed: of `subject`, by `matcher`, often that it is `expected`. */
export interface Assertion {
  readonly line: number;
  readonly at: number;
  /** With single spaces. */
  readonly text: string;
  readonly subject: string;
  readonly matcher: string;
  readonly expected: string;
  /** 3 names the very value, 2 a part or a range of it, 1 that there is one, 0 nothing at all. */
  readonly strength: number;
}

export interface Skip {
  readonly line: number;
  /** As it is written. */
  readonly how: string;
  /** Only where something holds: a platform, a version. */
  readonly conditional: boolean;
}

/** A test, or a group of them, with its place in the text. */
export interface Span {
  readonly name: string;
  /** A group has tests of its own inside. */
  readonly group: boolean;
  readonly from: number;
  readonly to: number;
  readonly skips: readonly Skip[];
  /** The line on which everything else is left out. */
  readonly only?: number | undefined;
  /** Rows of a table that it is run with. */
  readonly cases: readonly string[];
}

/** What is known of a language's tests. */
export interface Speech {
  spans(source: Source): readonly Span[];
  assertions(source: Source): readonly Assertion[];
}

export interface TestUnit extends Span {
  /** With the names of the groups around it. */
  readonly path: string;
  readonly line: number;
  readonly assertions: readonly Assertion[];
  /** Its code without spaces, to know it again under another name. */
  readonly body: string;
  readonly bodyDigest: string;
}

/** Text with single spaces. */
export const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();
