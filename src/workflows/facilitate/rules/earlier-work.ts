// Sorts the evidence of an issue without work in progress: merged work, abandoned work, runs of crew, and reopenings. candidates.ts,
// comments.ts and the messages use it.
import { isIssueRef } from '../../../text/quote.js';
import type { EvidenceItem } from './answer.js';
import type { Start } from './statements.js';

/** The history of an issue without work in progress. */
interface EarlierWork {
  /** Merged pull requests; without one, commits on the base branch. */
  readonly landed: readonly EvidenceItem[];
  /** Work that ended without a merge. */
  readonly ended: readonly EvidenceItem[];
  /** The last run of crew that has ended. */
  readonly lastRun: { readonly state: string; readonly at: string } | undefined;
  /** The time of the last reopening. */
  readonly reopenedAt: string | undefined;
}

/** Evidence of merged work. */
const LANDED = /^(?:was merged(?: into .+)?|part landed|landed)$/;

/** Sorts the evidence by kind. */
export function earlierWorkIn(evidence: readonly EvidenceItem[]): EarlierWork {
  const isReopening = ({ what }: EvidenceItem) => what === 'was opened again';
  const landed = evidence.filter(({ what }) => LANDED.test(what));
  const pulls = landed.filter(({ ref }) => isIssueRef(ref));
  const runs = evidence.flatMap((item) => {
    const run = runStateIn(item);
    return run?.isEnded ? [{ state: run.state, at: item.at ?? '' }] : [];
  });
  return {
    landed: pulls.length > 0 ? pulls : landed,
    ended: evidence.filter((item) => !isReopening(item) && !LANDED.test(item.what) && !runStateIn(item)),
    lastRun: runs.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1),
    reopenedAt: evidence
      .filter(isReopening)
      .flatMap(({ at }) => at ?? [])
      .sort()
      .at(-1),
  };
}

/** Whether the issue has merged or abandoned work. Runs of crew and reopenings do not count. */
export function hasEarlierWork(evidence: readonly EvidenceItem[]): boolean {
  const { landed, ended } = earlierWorkIn(evidence);
  return landed.length + ended.length > 0;
}

/** What people are asked to do on an issue whose work was interrupted. */
export type RequestedStep = Start['is'] | 'continue';

/** `continue` if work can start and the issue has earlier work, else what `start` says. */
export const requestedStep = (start: Start, evidence: readonly EvidenceItem[]): RequestedStep =>
  (start.is === 'now' || start.is === 'sub-issues') && hasEarlierWork(evidence) ? 'continue' : start.is;

/** How runs end after which an issue is judged as if they had not been. Their own comments say what happened. */
const UNSUCCESSFUL: readonly string[] = ['stuck', 'no-plan', 'failed', 'cancelled'];

/** Whether an issue has earlier work, a run of crew that ended in another way than `UNSUCCESSFUL`, or a reopening. */
export const isWorkInterrupted = (evidence: readonly EvidenceItem[]): boolean =>
  evidence.some((item) => {
    const run = runStateIn(item);
    return run === undefined || (run.isEnded && !UNSUCCESSFUL.includes(run.state));
  });

/** The state of a run of crew in evidence about it; undefined for other evidence. */
export function runStateIn({ what }: EvidenceItem): { isEnded: boolean; state: string } | undefined {
  const [, verb, status] = /^the run (is|ended) (.+)$/.exec(what) ?? [];
  if (verb === undefined || status === undefined) return undefined;
  return { isEnded: verb === 'ended', state: status };
}

/** Whether all work in progress is runs of crew that wait for a reply. */
export const isOnlyWaiting = (evidence: readonly EvidenceItem[]): boolean =>
  evidence.length > 0 && evidence.every((item) => runStateIn(item)?.state.startsWith('awaiting') === true);
