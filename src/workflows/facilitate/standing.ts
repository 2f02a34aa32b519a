import { readMarker } from '../../changes/marker.js';
import type { Field, IssueFacts, Ref } from '../../field.js';
import type { Observation } from '../../observation.js';
import { SLOT, type Stands } from './maintain.js';

/** Crew's own comments as they stand, by issue: known by their marker and their author, else by the last look. */
export function standingIn(
  { issues }: Field,
  of: {
    readonly me: string;
    readonly previous: Observation | undefined;
    /** Whether a text carries crew's signature for an issue: then it is crew's own, whoever it writes as by now. */
    readonly isSigned: (body: string, issue: Ref) => boolean;
  },
): ReadonlyMap<Ref, Stands> {
  const found = issues.map((issue) => [issue.ref, standingOn(issue, of) ?? rememberedOn(issue, of.previous)] as const);
  return new Map(found.flatMap(([ref, stands]) => (stands ? [[ref, stands]] : [])));
}

/** The oldest is the one that is kept. */
function standingOn(
  { ref, comments }: IssueFacts,
  { me, isSigned }: { readonly me: string; readonly isSigned: (body: string, issue: Ref) => boolean },
): Stands | undefined {
  const [first, ...others] = comments.flatMap(({ by, body }) => {
    const marker = by.login === me || isSigned(body, ref) ? readMarker(body) : null;
    return marker?.slot === SLOT ? [marker.digest] : [];
  });
  return first === undefined ? undefined : { digest: first, doubled: others.length > 0 };
}

/** A thread that was not read to its beginning may well hold what the last look left there. */
function rememberedOn({ ref, earlierComments }: IssueFacts, previous: Observation | undefined): Stands | undefined {
  const says = previous?.issues[ref]?.says;
  return earlierComments === undefined || says === undefined ? undefined : { digest: says };
}
