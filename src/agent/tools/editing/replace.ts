// Replaces exact texts in a file, all of them or none, for the tool `edit`. Every edit is located in the original file before one is made. Text
// is handled as latin1 with LF line ends ("flat"), so that bytes outside the edits never change.
import { unescapeInvisible } from '../visible-text.js';

interface Edit {
  readonly old: string;
  readonly new: string;
  readonly all?: boolean | undefined;
}

/** A range of the flat text and its replacement. */
interface Replacement {
  readonly edit: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A range of lines in the new file. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Why no edit was made. `edit` counts from 1. */
export type EditFailure =
  | { readonly kind: 'not found'; readonly edit: number; readonly old: string }
  | { readonly kind: 'several'; readonly edit: number; readonly lines: readonly number[] }
  | { readonly kind: 'too much'; readonly edit: number }
  | { readonly kind: 'overlap'; readonly edit: number; readonly other: number; readonly line: number };

/** Limits, because everything is held in memory. */
const MAX_REPLACEMENTS = 500_000;
const MAX_INSERTED_CHARACTERS = 64 * 1024 * 1024;

type Replaced =
  | { readonly isDone: true; readonly bytes: Uint8Array; readonly ranges: readonly Range[] }
  | { readonly isDone: false; readonly flat: FlatFile; readonly failure: EditFailure };

/** The file with all edits made, or why none was. */
export function replace(bytes: Uint8Array, edits: readonly Edit[]): Replaced {
  const flat = flatten(bytes);
  const replacements: Replacement[] = [];
  let insertedCharacters = 0;
  for (const [n, edit] of edits.entries()) {
    const found = replacementsOf(flat, { edit, number: n + 1 });
    if ('kind' in found) return { isDone: false, flat, failure: found };
    // Not with push(...found), which fails for a hundred thousand arguments.
    for (const replacement of found) replacements.push(replacement);
    insertedCharacters += found.reduce((sum, replacement) => sum + replacement.text.length, 0);
    if (replacements.length > MAX_REPLACEMENTS || insertedCharacters > MAX_INSERTED_CHARACTERS)
      return { isDone: false, flat, failure: { kind: 'too much', edit: n + 1 } };
  }
  replacements.sort((one, other) => one.from - other.from);
  const overlap = overlapIn(flat, replacements);
  return overlap
    ? { isDone: false, flat, failure: overlap }
    : { isDone: true, ...applyReplacements(flat, replacements) };
}

function replacementsOf(
  flat: FlatFile,
  { edit, number }: { edit: Edit; number: number },
): readonly Replacement[] | EditFailure {
  const sought = searchedTextIn(flat, edit);
  const places = sought === null ? [] : placesOf(flat.text, sought.old);
  if (sought === null || places.length === 0) return { kind: 'not found', edit: number, old: edit.old };
  if (places.length > 1 && !edit.all)
    return { kind: 'several', edit: number, lines: places.slice(0, 20).map((place) => lineAt(flat, place)) };
  return places.map((from) => ({ edit: number, from, to: from + sought.old.length, text: sought.text }));
}

/**
 * Finds the searched text in the file as it is written, or with `\u{…}` decoded to invisible characters, which `read` shows in that form.
 * Null if it occurs in neither form.
 */
function searchedTextIn({ text }: FlatFile, edit: Edit): { old: string; text: string } | null {
  const exact = { old: flatText(edit.old), text: flatText(edit.new) };
  if (text.includes(exact.old)) return exact;
  const decoded = { old: flatText(unescapeInvisible(edit.old)), text: flatText(unescapeInvisible(edit.new)) };
  return decoded.old !== exact.old && text.includes(decoded.old) ? decoded : null;
}

function placesOf(text: string, sought: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) places.push(at);
  return places;
}

function overlapIn(flat: FlatFile, replacements: readonly Replacement[]): EditFailure | undefined {
  for (const [n, replacement] of replacements.entries()) {
    const before = replacements[n - 1];
    if (before && before.to > replacement.from)
      return { kind: 'overlap', edit: before.edit, other: replacement.edit, line: lineAt(flat, replacement.from) };
  }
  return undefined;
}

function applyReplacements(
  flat: FlatFile,
  replacements: readonly Replacement[],
): { bytes: Uint8Array; ranges: readonly Range[] } {
  const lineFeeds = flat.returns.length === 0 ? [] : lineFeedsIn(flat);
  const pieces: string[] = [flat.byteOrderMark];
  const ranges: Range[] = [];
  let at = 0;
  let line = 1;
  for (const { from, to, text: replacement } of replacements) {
    line += lineBreaksIn(flat.text.slice(at, from));
    pieces.push(restored(flat, { from: at, to: from }), withLineEnds(flat, { from, to, text: replacement, lineFeeds }));
    ranges.push({ from: line, to: line + lineBreaksIn(replacement) });
    line += lineBreaksIn(replacement);
    at = to;
  }
  pieces.push(restored(flat, { from: at, to: flat.text.length }));
  return { bytes: Buffer.from(pieces.join(''), 'latin1'), ranges };
}

const lineBreaksIn = (text: string): number => text.split('\n').length - 1;

/** An unchanged range of the file with its original line ends. */
function restored(flat: FlatFile, { from, to }: { from: number; to: number }): string {
  const returns = flat.returns.slice(returnsBefore(flat, from), returnsBefore(flat, to));
  let text = '';
  let at = from;
  for (const place of returns) {
    text += `${flat.text.slice(at, place)}\r\n`;
    at = place + 1;
  }
  return text + flat.text.slice(at, to);
}

/**
 * Gives a replacement the line ends of the lines that it replaces; additional lines end like those next to them. `lineFeeds` are the positions
 * of all line feeds of the file.
 */
function withLineEnds(
  flat: FlatFile,
  {
    from,
    to,
    text: replacement,
    lineFeeds,
  }: Pick<Replacement, 'from' | 'to' | 'text'> & { lineFeeds: readonly number[] },
): string {
  if (flat.returns.length === 0) return replacement;
  const first = countBelow(lineFeeds, from);
  const last = countBelow(lineFeeds, to) - 1;
  const [head = '', ...lines] = replacement.split('\n');
  let text = head;
  for (const [n, line] of lines.entries()) {
    // The line feed that this one replaces; without one, the next or the previous one of the file.
    const near = lineFeeds[last >= first ? Math.min(first + n, last) : first] ?? lineFeeds[first - 1];
    const hasReturn = near !== undefined && flat.returns[returnsBefore(flat, near)] === near;
    text += (hasReturn ? '\r\n' : '\n') + line;
  }
  return text;
}

function lineFeedsIn({ text }: FlatFile): readonly number[] {
  const lineFeeds: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineFeeds.push(at);
  return lineFeeds;
}

/** The text of a file with LF line ends. */
export interface FlatFile {
  /** The byte order mark, or empty. */
  readonly byteOrderMark: string;
  /** Without the mark, and without the carriage return before a line feed. */
  readonly text: string;
  /** The positions in `text` of line feeds that had a carriage return before them. */
  readonly returns: readonly number[];
}

const BYTE_ORDER_MARK = '\xEF\xBB\xBF';

/** Converts the bytes of a file to flat text. */
function flatten(bytes: Uint8Array): FlatFile {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const byteOrderMark = all.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const pieces = all.slice(byteOrderMark.length).split('\r\n');
  const returns: number[] = [];
  let at = 0;
  for (const piece of pieces.slice(0, -1)) {
    at += piece.length;
    returns.push(at);
    at += 1;
  }
  return { byteOrderMark, text: pieces.join('\n'), returns };
}

/** Converts a searched or inserted text to flat text. */
const flatText = (text: string): string =>
  Buffer.from(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')).toString('latin1');

/** Converts flat text back to a normal string. */
export const readable = (flat: string): string => Buffer.from(flat, 'latin1').toString('utf8');

/** The number of carriage returns before a position. */
const returnsBefore = ({ returns }: FlatFile, place: number): number => countBelow(returns, place);

/** The number of sorted positions that are before another one. */
function countBelow(places: readonly number[], place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The line number of a position. */
function lineAt({ text }: FlatFile, place: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < place; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
