// What of a reviewer's findings has not been said yet. A remark that comes back with every push is what people switch reviewers off
// for: so what stands beside a line already is not said beside it again, in whatever words and wherever the line has gone, and no claim
// is made twice. Pure.

import type { ReviewRead } from '../../../ports/github.js';
import type { RunRecord } from '../../../ports/run.js';
import { sanitize } from '../../../text/sanitize.js';
import type { Finding, PlacedFinding } from './findings.js';
import type { Found, Said } from './task.js';

/** What there is to be said of a pull request by now. */
export interface EarlierReviews {
  readonly threads: readonly Said[];
  readonly found: readonly Found[];
}

/** Threads that are not settled, of whoever `counts`: anybody can write a comment, and nobody else's keeps a finding away. */
export function openThreads({ threads }: ReviewRead, counts: (login: string) => boolean): readonly Said[] {
  return threads
    .filter(({ resolved }) => !resolved)
    .flatMap(({ path, line, comments }) => {
      const said = comments.filter(({ author }) => counts(author.login));
      const text = said.map(({ author, body }) => `${author.login}: ${sanitize(body).text.trim()}`).join('\n\n');
      return said.length > 0 ? [{ path, line, text }] : [];
    });
}

/** What an earlier review has handed in. */
export function foundIn({ end }: Pick<RunRecord, 'end'>): readonly Found[] {
  const { said = [] } = (end?.result ?? {}) as { said?: unknown };
  return (Array.isArray(said) ? said : []).filter(isFound);
}

function isFound(each: unknown): each is Found {
  const { path, line, claim, holds = '' } = (each ?? {}) as Record<string, unknown>;
  return [path, claim, holds].every((text) => typeof text === 'string') && typeof line === 'number';
}

/** Those that nobody has said. */
export function newFindings(
  findings: readonly PlacedFinding[],
  { threads, found }: EarlierReviews,
): readonly PlacedFinding[] {
  const claims = new Set(found.map(keyOf));
  const places = new Set(threads.map(({ path, line }) => `${path}:${line}`));
  const lines = new Set(found.flatMap(lineOf));
  return findings.filter((finding) => {
    const key = keyOf(finding);
    if (claims.has(key) || places.has(`${finding.path}:${finding.line}`)) return false;
    if (lineOf(finding).some((each) => lines.has(each))) return false;
    // Nor does one answer say a thing twice.
    claims.add(key);
    return true;
  });
}

/** A line by what it holds; none where that does not tell it from others. */
const lineOf = ({ path, holds }: Pick<Found, 'path' | 'holds'>): readonly string[] =>
  holds === undefined ? [] : [`${path}\n${holds}`];

/** Letters and digits alone: whoever says it again with another comma says the same. */
const keyOf = ({ path, claim }: Pick<Finding, 'path' | 'claim'>): string =>
  `${path}\n${claim
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;
