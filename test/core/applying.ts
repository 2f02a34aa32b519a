// A run that applies changes to an issue of its own: what the tests of apply share.
import { beforeAll, beforeEach, expect } from '@jest/globals';
import { type Applied, apply } from '../../src/core/apply.js';
import type { Change } from '../../src/core/change.js';
import { gathering } from '../../src/core/gather.js';
import { logOf } from '../../src/core/kept.js';
import { openRun } from '../../src/core/run.js';
import type { GitHub, Store } from '../../src/ports.js';
import { deskOf } from '../build/desk.js';
import { openShop, REPO, type Shop, WORKFLOW } from '../build/shop.js';

/** The shop, and the issue that this test has for itself. */
export let shop: Shop;
export let issue = 0;
beforeAll(async () => {
  shop = await openShop({ files: { '.github/workflows/crew.yml': WORKFLOW } });
});
beforeEach(async () => {
  shop.embedded.faults.clear();
  await nextIssue();
});

/** A fresh issue for what comes now. */
export async function nextIssue(): Promise<void> {
  const repository = shop.embedded.repository(REPO);
  const answer = await fetch(`${shop.embedded.apiUrl}/repos/${REPO}/issues`, {
    method: 'POST',
    headers: { authorization: `token ${shop.embedded.tokenFor({ user: 'maya' })}` },
    body: JSON.stringify({ title: 'one more' }),
  });
  expect(answer.status).toBe(201);
  issue = repository.nextNumber - 1;
}

export const comment = (
  more: Partial<{ body: string; standing: string | null; slot: string; own: true }> = {},
): Change => ({
  kind: 'comment',
  issue,
  slot: 'answer:thread-1',
  body: 'Here is what I found.',
  standing: null,
  ...more,
});
export const reaction = (): Change => ({ kind: 'reaction', on: { issue }, reaction: 'eyes' });
export const dispatch = (): Change => ({
  kind: 'dispatch',
  workflow: 'crew.yml',
  nonce: `fix-${issue}-abc`,
  inputs: { command: '/crew fix', issue: String(issue) },
});

export interface Life {
  readonly store: Store;
  readonly name?: string;
  readonly github?: GitHub;
  readonly markerKey?: string;
  /** What it does is written down where it takes the run up, and at its end. */
  readonly inPieces?: boolean;
}

/** One life of a process: it opens the run, all others being dead, and applies. */
export async function live(changes: readonly Change[], life: Life): Promise<readonly Applied[]> {
  const name = life.name ?? 'one';
  const holder = { name, isGone: (other: string) => other !== name };
  const run = `fix-${issue}-abc`;
  const pieces = life.inPieces ? gathering(life.store, logOf(run), shop) : undefined;
  const desk = { ...deskOf({ store: pieces?.store ?? life.store, clock: shop.clock }), holder, pieces };
  const opened = await openRun(desk, { run, workflow: 'fix', story: 1, input: {} });
  if (opened.is !== 'open') throw new Error(`it is ${opened.is}`);
  const hands = {
    github: life.github ?? shop.github(),
    repo: REPO,
    outgoing: (text: string) => text,
    ...(life.markerKey === undefined ? {} : { markerKey: life.markerKey }),
  };
  const applied = await apply(changes, { run: opened.run, hands, clock: shop.clock });
  await pieces?.flush();
  return applied;
}

/** The first line of what stands there of crew's. */
export const standing = (): readonly string[] =>
  shop.comments(issue).flatMap(({ author, body }) => (author === 'crew[bot]' ? [body.split('\n')[0] ?? ''] : []));
export const reactions = (): number =>
  shop.embedded.effects.filter(({ kind, subject }) => kind === 'reaction.created' && subject === `#${issue}`).length;
export const runs = (): number =>
  shop.embedded.repository(REPO).runs.filter(({ inputs }) => inputs.nonce === `fix-${issue}-abc`).length;
