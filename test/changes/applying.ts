// Changes applied to an issue of their own on the embedded GitHub.
import { beforeAll, beforeEach, expect } from '@jest/globals';
import { applyChanges } from '../../src/changes/apply.js';
import type { Applied, Change } from '../../src/changes/change.js';
import type { GitHub } from '../../src/ports.js';
import { openShop, REPO, type Shop } from '../build/shop.js';

/** The shop, and the issue that this test has for itself. */
export let shop: Shop;
export let issue = 0;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(async () => {
  shop.embedded.faults.clear();
  const answer = await fetch(`${shop.embedded.apiUrl}/repos/${REPO}/issues`, {
    method: 'POST',
    headers: { authorization: `token ${shop.embedded.tokenFor({ user: 'maya' })}` },
    body: JSON.stringify({ title: 'one more' }),
  });
  expect(answer.status).toBe(201);
  issue = shop.embedded.repository(REPO).nextNumber - 1;
});

export const comment = (more: Partial<{ body: string; standing: string | null; slot: string }> = {}): Change => ({
  kind: 'comment',
  issue,
  slot: 'answer:thread-1',
  body: 'Here is what I found.',
  ...more,
});
export const reaction = (): Change => ({ kind: 'reaction', on: { issue }, reaction: 'eyes' });
export const label = (action: 'add' | 'remove' = 'add'): Change => ({ kind: 'label', issue, label: 'bug', action });

export interface As {
  readonly github?: GitHub;
  readonly markerKey?: string;
}

/** Applies changes as crew, or as somebody else. */
export function applied(changes: readonly Change[], { github, markerKey }: As = {}): Promise<readonly Applied[]> {
  const target = { github: github ?? shop.github(), repo: REPO, markerKey, outgoing: (text: string) => text };
  return applyChanges(changes, { target, clock: shop.clock });
}

/** The ports as a person. */
export const as = (user: string): GitHub => shop.github({ token: async () => shop.embedded.tokenFor({ user }) });

/** The first line of each comment of crew's. */
export const standing = (): readonly string[] =>
  shop.comments(issue).flatMap(({ author, body }) => (author === 'crew[bot]' ? [body.split('\n')[0] ?? ''] : []));
export const reactions = (): number =>
  shop.embedded.effects.filter(({ kind, subject }) => kind === 'reaction.created' && subject === `#${issue}`).length;
