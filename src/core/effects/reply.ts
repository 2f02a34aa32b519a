import type { ReplyChange } from '../change.js';
import type { Effect, Hands } from '../effect.js';
import { mark, readMarker } from '../marker.js';

/** An answer beside a line, in the thread that is there: one for each slot, found by its marker. */
export function replyEffect(change: ReplyChange, { github, repo, markerKey, outgoing }: Hands): Effect {
  const { reviews, people } = github;
  const { pull, thread, slot } = change;
  return {
    async look() {
      const me = await people.me();
      const said = (await reviews.read(pull)).threads.find(({ id }) => id === thread);
      if (!said) return { is: 'skipped', why: 'the thread is gone' };
      const own = said.comments.filter(({ body, author }) => author.id === me.id && readMarker(body)?.slot === slot);
      if (own[0]) return { is: 'there', count: own.length, applied: { url: own[0].url } };
      const body = mark(outgoing(change.body), { slot, place: `${repo}#${pull}`, key: markerKey });
      return {
        is: 'absent',
        repeatable: false,
        make: async () => ({ url: (await reviews.reply(pull, { thread, body })).url }),
      };
    },
  };
}
