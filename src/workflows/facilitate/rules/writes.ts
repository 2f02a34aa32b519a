// The planned writes of a scan and their results. The rules that plan labels and comments create them, decide.ts and scan-record.ts read
// them, and ../index.ts writes them.
import type { BoardSnapshot, Ref } from '../../../ports/board-snapshot.js';
import type { Applied, CommentChange, LabelChange } from '../../../ports/change.js';
import type { FacilitateAction, Report } from '../../../ports/report.js';
import { numberIn } from './board-facts.js';
import { repoOf } from './links.js';

/** The slot of crew's comment about an issue. */
export const SLOT = 'facilitate';

/** The address of an issue in a change: the number, and the repository if it is not the board's own. */
export const placeOf = (issue: Ref, board: BoardSnapshot): { readonly issue: number; readonly repo?: string } => ({
  issue: numberIn(issue),
  ...(repoOf(issue) === board.repo ? {} : { repo: repoOf(issue) }),
});

/** A planned change, with its issue and its entry in the report. */
export interface Planned {
  readonly ref: Ref;
  readonly change: CommentChange | LabelChange;
  readonly action: FacilitateAction;
  /** A new comment notifies those who watch the issue; an edit or a label does not. */
  readonly notifies: boolean;
}

export type WriteResult = Pick<Applied, 'did' | 'existing'> | { readonly did: 'refused'; readonly why: string };

/** The results of the attempted writes, in order. */
export type WriteResults = readonly { readonly planned: Planned; readonly result: WriteResult }[];

/** After this many refusals in a row crew assumes that GitHub refuses the token for all comments, and tries no further one. */
const MAX_REFUSALS = 5;

/** Whether GitHub seems to refuse this token for all writes. */
export const isTokenRefused = (results: WriteResults): boolean =>
  results.length >= MAX_REFUSALS && results.slice(-MAX_REFUSALS).every(({ result }) => result.did === 'refused');

/** The changes that exist on GitHub now: this scan wrote them, or found them there as planned. */
export const presentIn = (results: WriteResults): readonly Planned[] =>
  results.flatMap(({ planned, result }) => (result.did === 'written' || result.did === 'there' ? [planned] : []));

/** The number of changes that this scan wrote. */
export const countWritten = (results: WriteResults): number =>
  results.filter(({ result }) => result.did === 'written').length;

/** By skipped comment: the digest of the comment that exists instead; null if none exists. */
export const existingDigestsIn = (results: WriteResults): ReadonlyMap<Planned, string | null> =>
  new Map(
    results.flatMap(({ planned, result }) =>
      result.did === 'skipped' && result.existing !== undefined ? [[planned, result.existing] as const] : [],
    ),
  );

/** One entry of `coverage.missing` for all refused and untried writes; none if nothing was refused. */
export function refusedIn(results: WriteResults, planned: readonly Planned[]): Report['coverage']['missing'] {
  const refused = results.flatMap(({ result }) => (result.did === 'refused' ? [result.why] : []));
  const untried = planned.length - results.length;
  const [why] = refused;
  return why === undefined
    ? []
    : [
        {
          what: `${refused.length + untried} of ${planned.length} comments and labels, which could not be written`,
          why,
        },
      ];
}
