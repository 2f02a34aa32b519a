// A text whose strings, comments and brackets are located, in linear time. The parsers in tests/, the rules in kinds/, some files of this
// folder, and src/verify/prove/rust-tests.ts read this instead of plain text.
import type { Language, Quote } from './language.js';

export interface Source {
  readonly text: string;
  /** Same length as the text; the content of strings and comments is blank, quotes and line ends stay. */
  readonly code: string;
  /** Same length as the text; everything except comments is blank. */
  readonly comments: string;
  readonly language: Language;
  /** The line number of an offset, from 1. */
  lineAt(offset: number): number;
  /** The offset of a line's beginning. */
  startOf(line: number): number;
  /** The offset of the closing bracket; the end of the text if there is none. */
  closeOf(open: number): number;
  /** The offsets of the brackets around an offset, innermost first. */
  around(offset: number): readonly number[];
}

/** Parses a text. */
export function readSource(text: string, language: Language): Source {
  const { code, comments } = mask(text, language);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (offset: number) => lastAtMost(starts, offset) + 1;
  const brackets = bracketsOf(code);
  return {
    text,
    code,
    comments,
    language,
    lineAt,
    startOf: (line) => starts[line - 1] ?? text.length,
    closeOf: (open) => brackets.closes.get(open) ?? text.length,
    around: (offset) => chain(brackets, offset),
  };
}

interface Captures {
  /** The first group of each match. */
  readonly names: readonly string[];
  /** The offset of each match. */
  readonly starts: readonly number[];
}

const captures = new WeakMap<Source, Map<RegExp, Captures>>();

/** What a global pattern with one group finds in the text; cached, because rules ask for each of many lines. */
export function capturesIn(source: Source, pattern: RegExp): Captures {
  const byPattern = captures.get(source) ?? new Map<RegExp, Captures>();
  captures.set(source, byPattern);
  const known = byPattern.get(pattern);
  if (known) return known;
  const matches = [...source.text.matchAll(pattern)];
  const found = { names: matches.map(([, name = '']) => name), starts: matches.map(({ index }) => index) };
  byPattern.set(pattern, found);
  return found;
}

/** The group of the last match that begins before an offset. */
export function lastCapture(source: Source, pattern: RegExp, offset: number): string | undefined {
  const { names, starts } = capturesIn(source, pattern);
  return starts.length > 0 ? names[lastAtMost(starts, offset - 1)] : undefined;
}

/** A range of the text without its comments, with single spaces. */
export function withoutComments({ text, comments }: Source, from: number, to: number): string {
  const parts: string[] = [];
  let at = from;
  for (const { index, 0: comment } of comments.slice(from, to).matchAll(/\S+/g)) {
    parts.push(text.slice(at, from + index));
    at = from + index + comment.length;
  }
  return [...parts, text.slice(at, to)].join('').replace(/\s+/g, ' ').trim();
}

interface Masked {
  readonly code: string;
  readonly comments: string;
}

interface Piece {
  readonly kind: 'string' | 'comment' | 'regex';
  readonly from: number;
  readonly to: number;
}

/** Jumps from mark to mark; text between two marks is code. */
function mask(text: string, language: Language): Masked {
  const code: string[] = [];
  const comments: string[] = [];
  const marks = marksOf(language);
  let done = 0;
  let before = '';
  const take = (to: number) => {
    const part = text.slice(done, to);
    code.push(part);
    comments.push(blank(part));
    before = `${before}${part.slice(-40)}`.trimEnd().slice(-12);
    done = to;
  };
  for (let mark = next(marks, text, 0); mark < text.length; mark = next(marks, text, Math.max(done, mark + 1))) {
    if (mark > done) take(mark);
    const piece = pieceAt(text, mark, language, before);
    if (!piece) continue;
    const part = text.slice(mark, piece.to);
    code.push(codeOf(piece, part));
    comments.push(piece.kind === 'comment' ? part : blank(part));
    if (piece.kind !== 'comment') before = part.slice(-12);
    done = piece.to;
  }
  take(text.length);
  return { code: code.join(''), comments: comments.join('') };
}

/** The first characters of comments, strings and patterns. */
function marksOf({ lineComments, blockComments, quotes, regex }: Language): RegExp {
  const opens = [...lineComments, ...blockComments.map(([open]) => open), ...quotes.map(({ open }) => open)];
  const firsts = [...new Set([...opens, ...(regex ? ['/'] : [])].map((open) => open[0] ?? ''))];
  return firsts.length === 0 ? /$^/g : new RegExp(`[${firsts.join('').replace(/[\]^\\-]/g, '\\$&')}]`, 'g');
}

function next(marks: RegExp, text: string, from: number): number {
  marks.lastIndex = from;
  return marks.exec(text)?.index ?? text.length;
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

function codeOf({ kind }: Piece, part: string): string {
  if (kind === 'comment' || part.length < 2) return blank(part);
  // An unclosed string has no closing quote.
  const last = part.at(-1) ?? '';
  return `${part[0]}${blank(part.slice(1, -1))}${/['"`/#]/.test(last) ? last : blank(last)}`;
}

/** `before` is the preceding code without spaces; it decides whether a slash is a division. */
function pieceAt(text: string, at: number, language: Language, before: string): Piece | undefined {
  for (const open of language.lineComments)
    if (text.startsWith(open, at) && !(open === '#' && /[\w$&]$/.test(text[at - 1] ?? '')))
      return { kind: 'comment', from: at, to: endOfLine(text, at) };
  for (const [open, close] of language.blockComments) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf(close, at + open.length);
    return { kind: 'comment', from: at, to: end < 0 ? text.length : end + close.length };
  }
  const quote = language.quotes.find(({ open }) => text.startsWith(open, at));
  if (
    quote &&
    !(
      language.lifetimes &&
      quote.open === "'" &&
      !/^'(?:\\(?:u\{\w{1,8}\}|x\w\w|.)|[^\\'\n])'/u.test(text.slice(at, at + 12))
    )
  )
    return { kind: 'string', from: at, to: endOfString(text, at, quote) };
  if (
    language.regex &&
    text[at] === '/' &&
    /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|void|throw))$/.test(before)
  ) {
    const to = endOfRegex(text, at);
    if (to > 0) return { kind: 'regex', from: at, to };
  }
  return undefined;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** An unclosed short string ends at the line end, so that an apostrophe in markup does not hide the rest of a file. */
function endOfString(text: string, from: number, { open, close, long, raw }: Quote): number {
  for (let at = from + open.length; at < text.length; at += 1) {
    if (text[at] === '\\' && !raw) at += 1;
    else if (text.startsWith(close, at)) return at + close.length;
    else if (text[at] === '\n' && !long) return at;
  }
  return text.length;
}

/** Limits the search for the end of a pattern, so that many slashes in a line stay fast. */
const LONGEST_REGEX = 1000;

function endOfRegex(text: string, from: number): number {
  let inClass = false;
  const limit = Math.min(text.length, from + LONGEST_REGEX);
  for (let at = from + 1; at < limit && text[at] !== '\n'; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') inClass = true;
    else if (text[at] === ']') inClass = false;
    else if (text[at] === '/' && !inClass) return at + 1;
  }
  return -1;
}

interface Brackets {
  readonly closes: ReadonlyMap<number, number>;
  /** Opening offsets in order, each with the index of its parent. */
  readonly opens: readonly number[];
  readonly parents: readonly number[];
}

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** An unmatched closing bracket is ignored; one that closes an outer bracket also closes the inner ones. */
function bracketsOf(code: string): Brackets {
  const closes = new Map<number, number>();
  const opens: number[] = [];
  const parents: number[] = [];
  const stack: { index: number; at: number; letter: string }[] = [];
  const counts: Record<string, number> = { '(': 0, '[': 0, '{': 0 };
  for (const { 0: letter, index: at } of code.matchAll(/[()[\]{}]/g)) {
    const opening = CLOSES[letter];
    if (opening === undefined) {
      parents.push(stack.at(-1)?.index ?? -1);
      stack.push({ index: opens.push(at) - 1, at, letter });
      counts[letter] = (counts[letter] ?? 0) + 1;
      continue;
    }
    if ((counts[opening] ?? 0) === 0) continue;
    for (let top = stack.pop(); top; top = stack.pop()) {
      counts[top.letter] = (counts[top.letter] ?? 0) - 1;
      closes.set(top.at, at);
      if (top.letter === opening) break;
    }
  }
  return { closes, opens, parents };
}

function chain({ closes, opens, parents }: Brackets, offset: number): readonly number[] {
  const found: number[] = [];
  for (let index = lastAtMost(opens, offset - 1); index >= 0; index = parents[index] ?? -1) {
    const open = opens[index] ?? 0;
    if ((closes.get(open) ?? Number.POSITIVE_INFINITY) >= offset) found.push(open);
  }
  return found;
}

/** The index of the last number up to a limit; -1 if there is none. */
function lastAtMost(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
