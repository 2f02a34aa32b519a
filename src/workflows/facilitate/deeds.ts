// What became of a look's writes: done, found done, skipped for something else stood there, or refused by GitHub.
import type { Applied } from '../../changes/change.js';
import type { Planned } from './planned.js';
import type { Report } from './report.js';

export type Deed = Pick<Applied, 'did' | 'standing'> | { readonly did: 'refused'; readonly why: string };

/** Each that was tried, in order. */
export type Deeds = readonly { readonly planned: Planned; readonly deed: Deed }[];

/** After so many refusals in a row it is the token that is refused, and no single issue. */
const IN_VAIN = 5;

/** It is no use to go on. */
export const areInVain = (deeds: Deeds): boolean =>
  deeds.length >= IN_VAIN && deeds.slice(-IN_VAIN).every(({ deed }) => deed.did === 'refused');

/** What stands now as it was planned, whoever put it there. */
export const heldIn = (deeds: Deeds): readonly Planned[] =>
  deeds.flatMap(({ planned, deed }) => (deed.did === 'written' || deed.did === 'there' ? [planned] : []));

/** How many this look itself has written. */
export const writtenIn = (deeds: Deeds): number => deeds.filter(({ deed }) => deed.did === 'written').length;

/** What stands instead, where something else was expected. */
export const foundIn = (deeds: Deeds): ReadonlyMap<Planned, string | null> =>
  new Map(
    deeds.flatMap(({ planned, deed }) =>
      deed.did === 'skipped' && deed.standing !== undefined ? [[planned, deed.standing] as const] : [],
    ),
  );

/** What was refused, said once for all of it. */
export function refusedIn(deeds: Deeds, planned: readonly Planned[]): Report['coverage']['missing'] {
  const refused = deeds.flatMap(({ deed }) => (deed.did === 'refused' ? [deed.why] : []));
  const untried = planned.length - deeds.length;
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
