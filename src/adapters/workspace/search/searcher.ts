import { UserError } from '../../../errors.js';
import type { Found, SearchAsk } from '../../../ports.js';

/** A search below a folder whose real path is known. */
export interface FolderSearch extends SearchAsk {
  readonly root: string;
  /** Relative to the root; empty for the whole tree. */
  readonly folder: string;
}

/** Matching lines in any order; `missed` if there are more. */
export interface Hits {
  readonly found: readonly Found[];
  readonly missed: boolean;
}

/** One way to search. Null if it does not work on this machine. */
export interface Searcher {
  readonly name: string;
  search(ask: FolderSearch): Promise<Hits | null>;
}

/** How many matches are collected before sorting, so that the first ones are very likely among them. */
export const collectLimit = ({ most }: SearchAsk): number => Math.max(2_000, most * 4);

/** The error for an invalid pattern. */
export function badPattern(said: string): UserError {
  return new UserError({
    expected: 'a regular expression',
    found: said.trim().slice(0, 500),
    remedy: 'Mend it, or search for it word for word (literal).',
  });
}

/** The error for a search that takes too long. */
export function tooSlow(): UserError {
  return new UserError({
    expected: 'a search that ends within 30 seconds',
    found: 'one that does not',
    remedy: 'Search below one folder, or for something simpler.',
  });
}

const WIDEST = 400;

/** A line, or the part around the match of a very long line; `bytesBefore` is the match's offset in bytes. */
export function windowOf(line: string, bytesBefore = 0): string {
  const text = line.replace(/\r?\n?$/, '');
  if (text.length <= WIDEST) return text;
  const at = Buffer.from(text).subarray(0, bytesBefore).toString().length;
  const from = Math.max(0, Math.min(at - 100, text.length - WIDEST));
  const to = from + WIDEST;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
