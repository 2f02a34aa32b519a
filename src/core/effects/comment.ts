import type { CommentChange } from '../change.js';
import { type Effect, type Hands, type Look, placeOf } from '../effect.js';
import { bodyDigest, isSigned, type Mark, mark, readMarker } from '../marker.js';

/** Crew's own comment in a slot: found by its marker and its author, written once, edited after. */
export function commentEffect(change: CommentChange, hands: Hands): Effect {
  const { repo, github } = placeOf(change, hands);
  const { thread, people } = github;
  const as: Mark = { slot: change.slot, place: `${repo}#${change.issue}`, key: hands.markerKey };
  const own = async () => {
    const me = await people.me();
    const comments = await thread.read(change.issue);
    return comments.flatMap((comment) => {
      const marker = readMarker(comment.body);
      if (marker?.slot !== change.slot) return [];
      const mine = comment.author.id === me.id;
      const isOurs = mine || change.authors?.includes(comment.author.login);
      return isOurs || (as.key && isSigned(comment.body, { ...as, key: as.key })) ? [{ ...comment, marker, mine }] : [];
    });
  };
  const body = hands.outgoing(change.body);
  const post = async () => ({ url: (await thread.post(change.issue, mark(body, as))).url });
  const unmade = { is: 'absent', repeatable: false, make: post } as const;
  return {
    unmade: change.own && change.standing === null ? unmade : undefined,
    async look() {
      const [first, ...others] = await own();
      if (!first) return change.standing === null ? unmade : gone;
      if (first.marker.digest === bodyDigest(body)) {
        return { is: 'there', count: 1 + others.length, applied: { url: first.url } };
      }
      const { digest } = first.marker;
      if (digest !== change.standing)
        return { is: 'skipped', why: 'the comment was changed in between', standing: digest };
      const edit = async () => ({ url: (await thread.edit(first.id, mark(body, as))).url });
      return { is: 'absent', repeatable: true, make: edit };
    },
    async settle() {
      const [, ...others] = await own();
      for (const { id, mine } of others) if (mine) await thread.remove(id);
    },
  };
}

const gone: Look = { is: 'skipped', why: 'the comment that was to be changed is gone', standing: null };
