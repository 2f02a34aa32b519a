import type { RemarksChange } from '../change.js';
import type { Effect, Hands } from '../effect.js';
import { mark, readMarker } from '../marker.js';

/** A review with remarks: one for each slot, found by its marker. */
export function remarksEffect(change: RemarksChange, { github, repo, markerKey, outgoing }: Hands): Effect {
  const { reviews, people } = github;
  const { pull, slot, head } = change;
  return {
    async look() {
      const me = await people.me();
      const own = (await reviews.read(pull)).reviews.filter(
        ({ body, author }) => author.id === me.id && readMarker(body)?.slot === slot,
      );
      if (own[0]) return { is: 'there', count: own.length, applied: { url: own[0].url } };
      const body = mark(outgoing(change.body), { slot, place: `${repo}#${pull}`, key: markerKey });
      const remarks = change.remarks.map((each) => ({ ...each, body: outgoing(each.body) }));
      return {
        is: 'absent',
        repeatable: false,
        make: async () => ({ url: (await reviews.remark(pull, { head, body, remarks })).url }),
      };
    },
  };
}
