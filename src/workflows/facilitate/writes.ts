// The writes of a scan: what is due, and what became of it.
import type { Ref } from '../../board.js';
import type { Applied, CommentChange, LabelChange } from '../../changes/change.js';
import type { FacilitateAction, Report } from './report.js';

/** The slot of the one comment. */
export const SLOT = 'facilitate';

/** A change that is due, with the issue that it is about and what the report says of it. */
export interface Planned {
  readonly ref: Ref;
  readonly change: CommentChange | LabelChange;
  readonly action: FacilitateAction;
  /** A new comment notifies those who watch the issue; an edit or a label does not. */
  readonly notifies: boolean;
}

export type Result = Pick<Applied, 'did' | 'existing'> | { readonly did: 'refused'; readonly why: string };

/** Each that was tried, in order. */
export type Results = readonly { readonly planned: Planned; readonly result: Result }[];

/** After so many refusals in a row it is the token that is refused, and not a single issue. */
const IN_VAIN = 5;

export const areInVain = (results: Results): boolean =>
  results.length >= IN_VAIN && results.slice(-IN_VAIN).every(({ result }) => result.did === 'refused');

/** What now stands as planned, whoever put it there. */
export const writtenIn = (results: Results): readonly Planned[] =>
  results.flatMap(({ planned, result }) => (result.did === 'written' || result.did === 'there' ? [planned] : []));

export const countWritten = (results: Results): number =>
  results.filter(({ result }) => result.did === 'written').length;

/** What stands instead, where something else was expected. */
export const foundIn = (results: Results): ReadonlyMap<Planned, string | null> =>
  new Map(
    results.flatMap(({ planned, result }) =>
      result.did === 'skipped' && result.existing !== undefined ? [[planned, result.existing] as const] : [],
    ),
  );

/** What was refused, said once for all of it. */
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
