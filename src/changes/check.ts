// The effect of a check on a commit: how it is found, created and concluded. Used by apply.ts.

import type { CheckChange } from '../ports/change.js';
import { shorten } from '../text/shorten.js';
import type { Effect, EffectContext, Found } from './effect.js';

/** GitHub's limit for a summary, in bytes. */
const MAX_SUMMARY_BYTES = 65_535;

/** crew's check on a commit: found by name, commit and external id; created once, concluded once. */
export function checkEffect(change: CheckChange, { github, outgoing }: EffectContext): Effect {
  const { checks } = github;
  const { name, head, externalId, details, conclusion } = change;
  const page = { title: outgoing(change.page.title), summary: fitting(outgoing(change.page.summary)) };
  const annotations = change.annotations.map((each) => ({
    ...each,
    title: outgoing(each.title),
    message: outgoing(each.message),
  }));
  const end = conclusion === null ? null : { conclusion, annotations, ...page };
  const open = () => checks.create({ head, name, externalId, details, ...page, ...(end && { end }) });
  const own = async () => (await checks.list(head, name)).filter((check) => check.externalId === externalId);
  const due = {
    is: 'due',
    repeatable: false,
    make: async () => {
      const { id, url } = await open();
      return { id, url };
    },
  } as const;
  return {
    async find() {
      const [first, ...others] = await own();
      const existing = first?.conclusion ?? null;
      if (first && (conclusion === null || existing === conclusion))
        return { is: 'there', count: 1 + others.length, made: { id: first.id, url: first.url } };
      if (existing !== null) return ALREADY_CONCLUDED;
      if (!first) return due;
      const make = async () => {
        if (end) await checks.conclude(first, end);
        return { id: first.id, url: first.url };
      };
      return { is: 'due', repeatable: true, count: 1 + others.length, make };
    },
    async removeDuplicates() {
      const [first, ...others] = await own();
      // The oldest check stays. It may be the one whose creation got no reply, and then it is not concluded yet.
      if (end && first?.conclusion === null) await checks.conclude(first, end);
      for (const check of others) await checks.renameDuplicate(check, `${name} (made twice)`);
    },
  };
}

const ALREADY_CONCLUDED: Found = { is: 'skipped', why: 'it was concluded already' };

/** Redaction may make a text longer, so it is shortened afterwards. */
function fitting(summary: string): string {
  let text = summary;
  while (Buffer.byteLength(text) > MAX_SUMMARY_BYTES) text = shorten(text, Math.floor(text.length * 0.9));
  return text;
}
