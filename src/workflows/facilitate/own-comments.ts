// Crew's own comments as they stand on the issues.
import type { BoardSnapshot, IssueFacts, Ref } from '../../board.js';
import { readMarker } from '../../changes/marker.js';
import type { ScanRecord } from '../../scan-record.js';
import { type Identity, isCrew } from './identity.js';
import type { Stands } from './maintain.js';
import { SLOT } from './writes.js';

interface CommentFacts {
  readonly identity: Identity;
  readonly previous: ScanRecord | undefined;
  /** Whether a text carries crew's signature for an issue: then it is crew's own, whatever account it writes as now. */
  readonly isSigned: (body: string, issue: Ref) => boolean;
}

/** By issue: known by their marker and an account of crew's, else by the last scan. */
export function ownComments({ issues }: BoardSnapshot, of: CommentFacts): ReadonlyMap<Ref, Stands> {
  const found = issues.map(
    (issue) => [issue.ref, ownCommentOn(issue, of) ?? rememberedOn(issue, of.previous)] as const,
  );
  return new Map(found.flatMap(([ref, stands]) => (stands ? [[ref, stands]] : [])));
}

/** The oldest is the one that is kept. */
function ownCommentOn({ ref, comments }: IssueFacts, { identity, isSigned }: CommentFacts): Stands | undefined {
  const [first, ...others] = comments.flatMap(({ by, body }) => {
    const marker = isCrew(by, identity) || isSigned(body, ref) ? readMarker(body) : null;
    return marker?.slot === SLOT ? [marker.digest] : [];
  });
  return first === undefined ? undefined : { digest: first, doubled: others.length > 0 };
}

/** Of a long thread only the end is read, of a closed issue nothing: there stands what the last scan left. */
function rememberedOn(
  { ref, earlierComments, closed }: IssueFacts,
  previous: ScanRecord | undefined,
): Stands | undefined {
  const says = previous?.issues[ref]?.says;
  const isRead = earlierComments === undefined && !closed;
  return isRead || says === undefined ? undefined : { digest: says };
}
