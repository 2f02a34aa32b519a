// What the parsers of all languages share: the types of tests and assertions, and functions that split text by its brackets. Used by all
// files here and by ../kinds/assertion-weakened.ts.
import { type Source, withoutComments } from '../source.js';

/** What an assertion checks: nothing, that a value exists, a part or range of it, or the exact value. More is stricter. */
export const STRENGTH = { nothing: 0, existence: 1, partial: 2, exact: 3 } as const;

/** An assertion about `subject` by `matcher`, usually that it is `expected`. */
export interface Assertion {
  readonly line: number;
  readonly at: number;
  /** With single spaces. */
  readonly text: string;
  readonly subject: string;
  readonly matcher: string;
  readonly expected: string;
  /** How much it checks: one of STRENGTH, or a value between two of them. */
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

/** A part of a text and its position. */
export interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The arguments of the call whose bracket is at an offset. */
export function argumentsOf(source: Source, open: number): readonly Piece[] {
  return split({ source, from: open + 1, to: source.closeOf(open), at: ',' });
}

/** Splits a range at a separator outside brackets, strings and comments. */
export function split(of: { source: Source; from: number; to: number; at: string }): readonly Piece[] {
  const { source, from, to } = of;
  const pieces: Piece[] = [];
  let start = from;
  for (let at = from; at < to; at += 1) {
    const letter = source.code[at] ?? '';
    if ('([{'.includes(letter)) at = Math.min(source.closeOf(at), to);
    else if (source.code.startsWith(of.at, at)) {
      pieces.push(pieceOf(source, start, at));
      at += of.at.length - 1;
      start = at + 1;
    }
  }
  const last = pieceOf(source, start, to);
  return last.text === '' && pieces.length > 0 ? pieces : last.text === '' ? [] : [...pieces, last];
}

/** Maximum length of an argument's text. */
const LONGEST = 2000;

/** A range of text with single spaces, cut. */
export function textOf(source: Source, from: number, to: number): string {
  return squeeze(source.text.slice(from, Math.min(to, from + LONGEST)));
}

function pieceOf(source: Source, from: number, to: number): Piece {
  return { text: textOf(source, from, to), from, to };
}

/** The content of a string literal; other text unchanged. */
export function unquoted(text: string): string {
  return /^(['"`])(.*)\1$/s.exec(text)?.[2] ?? text;
}

/** The offset of the next character that is no space. */
export function nextNonSpace(source: Source, from: number): number {
  let at = from;
  while (at < source.code.length && /\s/.test(source.code[at] ?? '')) at += 1;
  return at;
}

/** Rows of a list argument: `each([…])`, `parametrize('a, b', […])`. */
export function callRows(source: Source, open: number, nth = 0): readonly string[] {
  const list = argumentsOf(source, open)[nth];
  if (!list) return [];
  const code = source.code.slice(list.from, list.to);
  // In `zip(NAMES, VALUES)` and `CASES.map((x) => [x.path])` no row is written out, in `Object.entries({…})` all are.
  const start = /^\s*\w/.test(code) ? (/^\s*[\w.]+\(\s*(?=[[{])/.exec(code)?.[0].length ?? -1) : code.search(/[[({]/);
  return start < 0 ? [] : rowsIn(source, list.from + start);
}

/** The elements in a bracket, without comments. */
export function rowsIn(source: Source, open: number): readonly string[] {
  return split({ source, from: open + 1, to: source.closeOf(open), at: ',' })
    .map(({ from, to }) => withoutComments(source, from, to).slice(0, LONGEST))
    .filter((row) => row !== '');
}

/** Rows of a table in a template string, below its head. */
export function rowsFor(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(1);
}
