// The writes of a scan: what is planned, and the results.
import type { BoardSnapshot, Ref } from '../../../ports/board-snapshot.js';
import type { Applied, CommentChange, LabelChange } from '../../../ports/change.js';
import type { FacilitateAction, Report } from '../../../ports/report.js';
import { numberIn } from './board-facts.js';
import { repoOf } from './links.js';

/** The slot of the one comment of an issue. */
export const SLOT = 'facilitate';

/** Where a change is written, as changes name it: the repository only where it is not the board's own. */
export const placeOf = (issue: Ref, board: BoardSnapshot): { readonly issue: number; readonly repo?: string } => ({
  issue: numberIn(issue),
  ...(repoOf(issue) === board.repo ? {} : { repo: repoOf(issue) }),
});

/** A change that is due, with the issue that it is about and what the report says of it. */
export interface Planned {
  readonly ref: Ref;
  readonly change: CommentChange | LabelChange;
  readonly action: FacilitateAction;
  /** A new comment notifies those who watch the issue; an edit or a label does not. */
  readonly notifies: boolean;
}

export type Result = Pick<Applied, 'did' | 'existing'> | { readonly did: 'refused'; readonly why: string };

/** The results of the writes that were tried, in order. */
export type Results = readonly { readonly planned: Planned; readonly result: Result }[];

/** After so many refusals in a row GitHub refuses the token, and no further write is tried. */
const IN_VAIN = 5;

export const areInVain = (results: Results): boolean =>
  results.length >= IN_VAIN && results.slice(-IN_VAIN).every(({ result }) => result.did === 'refused');

/** The changes that are there now, whoever wrote them. */
export const writtenIn = (results: Results): readonly Planned[] =>
  results.flatMap(({ planned, result }) => (result.did === 'written' || result.did === 'there' ? [planned] : []));

export const countWritten = (results: Results): number =>
  results.filter(({ result }) => result.did === 'written').length;

/** For skipped comments: the digest of what stands there instead. */
export const foundIn = (results: Results): ReadonlyMap<Planned, string | null> =>
  new Map(
    results.flatMap(({ planned, result }) =>
      result.did === 'skipped' && result.existing !== undefined ? [[planned, result.existing] as const] : [],
    ),
  );

/** One entry of `coverage.missing` for all refused writes. */
export function refusedIn(results: Results, planned: readonly Planned[]): Report['coverage']['missing'] {
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
