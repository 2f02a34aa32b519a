// Arguments and the like, cut out of a text by its brackets.
import type { Source } from '../source.js';
import { squeeze } from './unit.js';

/** Where an argument stands, and how it reads. */
export interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The arguments of the call that opens at an offset. */
export function argumentsOf(source: Source, open: number): readonly Piece[] {
  return split({ source, from: open + 1, to: source.closeOf(open), at: ',' });
}

/** A stretch of text in parts, at a separator that stands in no bracket, string or comment. */
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

/** More of an argument tells nothing new, and arguments lie in one another. */
const LONGEST = 2000;

/** A stretch of text with single spaces, as much of it as tells something. */
export function textOf(source: Source, from: number, to: number): string {
  return squeeze(source.text.slice(from, Math.min(to, from + LONGEST)));
}

function pieceOf(source: Source, from: number, to: number): Piece {
  return { text: textOf(source, from, to), from, to };
}

/** Without the quotation marks around it, if it is one string. */
export function unquoted(text: string): string {
  return /^(['"`])(.*)\1$/s.exec(text)?.[2] ?? text;
}

/** The offset of the next letter that is no space. */
export function nextLetter(source: Source, from: number): number {
  let at = from;
  while (at < source.code.length && /\s/.test(source.code[at] ?? '')) at += 1;
  return at;
}
