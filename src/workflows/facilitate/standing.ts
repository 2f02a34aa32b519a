import { readMarker } from '../../core/marker.js';
import type { Field, Ref } from '../../field.js';
import { SLOT } from './maintain.js';

/** Crew's own comments as they stand, by issue: known by their marker and their author. */
export function standingIn({ issues }: Field, me: string): ReadonlyMap<Ref, { digest: string; body: string }> {
  const found = issues.flatMap(({ ref, comments }) =>
    comments.flatMap(({ by, body }) => {
      const marker = by.login === me ? readMarker(body) : null;
      return marker?.slot === SLOT ? [[ref, { digest: marker.digest, body: withoutMarker(body) }] as const] : [];
    }),
  );
  // The oldest is the one that is kept.
  return new Map(found.reverse());
}

const withoutMarker = (body: string): string => body.slice(0, body.lastIndexOf('\n<!-- crew:')).trimEnd();
