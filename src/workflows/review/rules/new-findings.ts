// Selects the new findings. A line with an open thread gets no second comment, even if it moved or the words differ, and no claim is
// published twice: users switch off a reviewer that repeats itself after every push. Pure. Used by the gate and publish phases of `review`.

import type { ReviewRead } from '../../../ports/pulls.js';
import type { RunRecord } from '../../../ports/run.js';
import { sanitize } from '../../../text/sanitize.js';
import type { Finding, PlacedFinding } from './findings.js';
import type { EarlierFinding, OpenThread } from './task.js';

/** Open threads and earlier findings on a pull request. */
export interface EarlierReviews {
  readonly threads: readonly OpenThread[];
  readonly found: readonly EarlierFinding[];
}

/** Unresolved threads with comments by logins that `isCounted` accepts. Other people's comments do not suppress a finding. */
export function openThreads({ threads }: ReviewRead, isCounted: (login: string) => boolean): readonly OpenThread[] {
  return threads
    .filter(({ resolved }) => !resolved)
    .flatMap(({ path, line, comments }) => {
      const counted = comments.filter(({ author }) => isCounted(author.login));
      const text = counted.map(({ author, body }) => `${author.login}: ${sanitize(body).text.trim()}`).join('\n\n');
      return counted.length > 0 ? [{ path, line, text }] : [];
    });
}

/** The findings of an earlier review. */
export function publishedFindings({ end }: Pick<RunRecord, 'end'>): readonly EarlierFinding[] {
  const { said: published = [] } = (end?.result ?? {}) as { said?: unknown };
  return (Array.isArray(published) ? published : []).filter(isEarlierFinding);
}

function isEarlierFinding(each: unknown): each is EarlierFinding {
  const { path, line, claim, holds = '' } = (each ?? {}) as Record<string, unknown>;
  return [path, claim, holds].every((text) => typeof text === 'string') && typeof line === 'number';
}

/** The findings that were not published before. */
export function newFindings(
  findings: readonly PlacedFinding[],
  { threads, found }: EarlierReviews,
): readonly PlacedFinding[] {
  const claims = new Set(found.map(claimKey));
  const places = new Set(threads.map(({ path, line }) => `${path}:${line}`));
  const lines = new Set(found.flatMap(lineKeys));
  return findings.filter((finding) => {
    const key = claimKey(finding);
    if (claims.has(key) || places.has(`${finding.path}:${finding.line}`)) return false;
    if (lineKeys(finding).some((each) => lines.has(each))) return false;
    // The same answer may contain a claim twice.
    claims.add(key);
    return true;
  });
}

/** The key of a finding's line by its text, or nothing if the text is not unique in the file. */
const lineKeys = ({ path, holds }: Pick<EarlierFinding, 'path' | 'holds'>): readonly string[] =>
  holds === undefined ? [] : [`${path}\n${holds}`];

/** A key of the claim. It ignores punctuation, so other punctuation makes no new claim. */
const claimKey = ({ path, claim }: Pick<Finding, 'path' | 'claim'>): string =>
  `${path}\n${claim
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;
