// A file as bytes in which every line ends the same way. Letters stand for bytes here (latin1), so that what is not touched
// stays as it is to the byte, be it text or not.

export interface Flat {
  /** A byte order mark, or nothing. */
  readonly mark: string;
  /** Without the mark, and without the carriage return before a line feed. */
  readonly text: string;
  /** Where in `text` the line feeds are that had one, in order. */
  readonly returns: readonly number[];
}

const MARK = '\xEF\xBB\xBF';

/** The bytes of a file, flat. */
export function flatten(bytes: Uint8Array): Flat {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const mark = all.startsWith(MARK) ? MARK : '';
  const pieces = all.slice(mark.length).split('\r\n');
  const returns: number[] = [];
  let at = 0;
  for (const piece of pieces.slice(0, -1)) {
    at += piece.length;
    returns.push(at);
    at += 1;
  }
  return { mark, text: pieces.join('\n'), returns };
}

/** A text as it is looked for and put in. */
export const flatText = (text: string): string =>
  Buffer.from(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')).toString('latin1');

/** Flat text as a person reads it. */
export const readable = (flat: string): string => Buffer.from(flat, 'latin1').toString('utf8');

/** How many carriage returns there are before a place. */
export const returnsBefore = ({ returns }: Flat, place: number): number => countBelow(returns, place);

/** How many of these places, which are in order, are before another. */
export function countBelow(places: readonly number[], place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of the line that a place is on. */
export function lineAt({ text }: Flat, place: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < place; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
