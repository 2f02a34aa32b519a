// Which findings are new. A line that has an open thread gets no second comment, even if it moved or the words differ, and no claim is made
// twice: reviewers that repeat themselves after every push are switched off. Pure.

import type { ReviewRead } from '../../../ports/pulls.js';
import type { RunRecord } from '../../../ports/run.js';
import { sanitize } from '../../../text/sanitize.js';
import type { Finding, PlacedFinding } from './findings.js';
import type { Found, Said } from './task.js';

/** What was said about a pull request so far. */
export interface EarlierReviews {
  readonly threads: readonly Said[];
  readonly found: readonly Found[];
}

/** Unresolved threads with comments by logins that `counts` accepts. Other people's comments do not suppress a finding. */
export function openThreads({ threads }: ReviewRead, counts: (login: string) => boolean): readonly Said[] {
  return threads
    .filter(({ resolved }) => !resolved)
    .flatMap(({ path, line, comments }) => {
      const said = comments.filter(({ author }) => counts(author.login));
      const text = said.map(({ author, body }) => `${author.login}: ${sanitize(body).text.trim()}`).join('\n\n');
      return said.length > 0 ? [{ path, line, text }] : [];
    });
}

/** The findings of an earlier review. */
export function foundIn({ end }: Pick<RunRecord, 'end'>): readonly Found[] {
  const { said = [] } = (end?.result ?? {}) as { said?: unknown };
  return (Array.isArray(said) ? said : []).filter(isFound);
}

function isFound(each: unknown): each is Found {
  const { path, line, claim, holds = '' } = (each ?? {}) as Record<string, unknown>;
  return [path, claim, holds].every((text) => typeof text === 'string') && typeof line === 'number';
}

/** The findings that were not said before. */
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
    // One answer may repeat itself too.
    claims.add(key);
    return true;
  });
}

/** The line by its text, if that is unique in the file. */
const lineOf = ({ path, holds }: Pick<Found, 'path' | 'holds'>): readonly string[] =>
  holds === undefined ? [] : [`${path}\n${holds}`];

/** Letters and digits only: other punctuation makes no new claim. */
const keyOf = ({ path, claim }: Pick<Finding, 'path' | 'claim'>): string =>
  `${path}\n${claim
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;
