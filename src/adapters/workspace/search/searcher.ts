import { UserError } from '../../../ports/errors.js';
import type { Found, SearchAsk } from '../../../ports/index.js';

/** A search below a folder whose real path is known. */
export interface Looking extends SearchAsk {
  readonly root: string;
  /** Relative to the root; empty for all of it. */
  readonly folder: string;
}

/** Lines as they come, in any order; `missed` when there were surely more. */
export interface Hits {
  readonly found: readonly Found[];
  readonly missed: boolean;
}

/** How many lines are taken before they are sorted: enough that the first ones are nearly always the first ones. */
export const gathered = ({ most }: SearchAsk): number => Math.max(2_000, most * 4);

/** The error of a pattern that is none. */
export function badPattern(said: string): UserError {
  return new UserError({
    expected: 'a regular expression',
    found: said.trim().slice(0, 500),
    remedy: 'Mend it, or search for it word for word (literal).',
  });
}

/** The error of a search that does not come to an end. */
export function tooSlow(): UserError {
  return new UserError({
    expected: 'a search that ends within 30 seconds',
    found: 'one that does not',
    remedy: 'Search below one folder, or for something simpler.',
  });
}

const WIDEST = 400;

/** A line as it is kept: of a very long one what is around the match, whose place is counted in bytes. */
export function windowOf(line: string, bytesBefore = 0): string {
  const text = line.replace(/\r?\n?$/, '');
  if (text.length <= WIDEST) return text;
  const at = Buffer.from(text).subarray(0, bytesBefore).toString().length;
  const from = Math.max(0, Math.min(at - 100, text.length - WIDEST));
  const to = from + WIDEST;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
