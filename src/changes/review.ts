// Review comments: answers beside a line, and one review with remarks.
import type { RemarksChange, ReplyChange } from './change.js';
import type { Effect, Target } from './effect.js';
import { mark, readMarker } from './marker.js';

/** One answer for each slot of a review thread. */
export function replyEffect(change: ReplyChange, { github, repo, markerKey, outgoing }: Target): Effect {
  const { reviews, people } = github;
  const { pull, thread, slot } = change;
  return {
    async find() {
      const me = await people.me();
      const there = (await reviews.read(pull)).threads.find(({ id }) => id === thread);
      if (!there) return { is: 'skipped', why: 'the review thread is gone' };
      const own = there.comments.filter(({ body, author }) => author.id === me.id && readMarker(body)?.slot === slot);
      if (own[0]) return { is: 'there', count: own.length, made: { url: own[0].url } };
      const body = mark(outgoing(change.body), { slot, place: `${repo}#${pull}`, key: markerKey });
      const make = async () => ({ url: (await reviews.reply(pull, { thread, body })).url });
      return { is: 'absent', repeatable: false, make };
    },
  };
}

/** One review with remarks beside lines for each slot. It neither approves nor requests changes. */
export function remarksEffect(change: RemarksChange, { github, repo, markerKey, outgoing }: Target): Effect {
  const { reviews, people } = github;
  const { pull, slot, head } = change;
  return {
    async find() {
      const me = await people.me();
      const own = (await reviews.read(pull)).reviews.filter(
        ({ body, author }) => author.id === me.id && readMarker(body)?.slot === slot,
      );
      if (own[0]) return { is: 'there', count: own.length, made: { url: own[0].url } };
      const body = mark(outgoing(change.body), { slot, place: `${repo}#${pull}`, key: markerKey });
      const remarks = change.remarks.map((each) => ({ ...each, body: outgoing(each.body) }));
      const make = async () => ({ url: (await reviews.remark(pull, { head, body, remarks })).url });
      return { is: 'absent', repeatable: false, make };
    },
  };
}
