// Changes applied to an issue of their own on the embedded GitHub.
import { beforeAll, beforeEach, expect } from '@jest/globals';
import { applyChanges } from '../../src/changes/apply.js';
import type { Applied, Change } from '../../src/ports/change.js';
import type { GitHub } from '../../src/ports/index.js';
import { openShop, REPO, type Shop } from '../build/shop.js';

/** The shop, and the issue that this test has for itself. */
export let environment: Shop;
export let issue = 0;
beforeAll(async () => {
  environment = await openShop();
});
beforeEach(async () => {
  environment.embedded.faults.clear();
  const answer = await fetch(`${environment.embedded.apiUrl}/repos/${REPO}/issues`, {
    method: 'POST',
    headers: { authorization: `token ${environment.embedded.tokenFor({ user: 'maya' })}` },
    body: JSON.stringify({ title: 'one more' }),
  });
  expect(answer.status).toBe(201);
  issue = environment.embedded.repository(REPO).nextNumber - 1;
});

export const comment = (more: Partial<{ body: string; existing: string | null; slot: string }> = {}): Change => ({
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
  const target = { github: github ?? environment.github(), repo: REPO, markerKey, outgoing: (text: string) => text };
  return applyChanges(changes, { target, clock: environment.clock });
}

/** The ports as a person. */
export const as = (user: string): GitHub =>
  environment.github({ token: async () => environment.embedded.tokenFor({ user }) });

/** The first line of each comment of crew's. */
export const existing = (): readonly string[] =>
  environment
    .comments(issue)
    .flatMap(({ author, body }) => (author === 'crew[bot]' ? [body.split('\n')[0] ?? ''] : []));
export const reactions = (): number =>
  environment.embedded.effects.filter(({ kind, subject }) => kind === 'reaction.created' && subject === `#${issue}`)
    .length;
