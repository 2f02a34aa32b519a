// A branch that somebody takes away while a commit for it is made.
import { beforeAll, expect, it } from '@jest/globals';
import { branchEffect } from '../../src/core/effects/branch.js';
import { Conflict } from '../../src/errors.js';
import type { Branches } from '../../src/ports.js';
import { at, openPullShop, REPO } from '../adapters/github/pull-shop.js';

let shop: Awaited<ReturnType<typeof openPullShop>>;
beforeAll(async () => {
  shop = await openPullShop();
});

const take = (branch: string) => shop.as('ann').git.deleteRef({ ...at, ref: `heads/${branch}` });

/** The effect of one more commit on a branch that is there; `place` as it turns out. */
async function oneMore(branch: string, place?: Branches['place']) {
  const { sha: parent } = (await shop.offer(branch, { 'a.txt': 'a\n' })).head;
  const github = shop.github();
  const bytes = new TextEncoder().encode('b\n');
  const files = async () => [{ path: 'a.txt', mode: '100644', bytes }];
  const { tree } = await github.branches.commit({ parent, message: 'One more', files: await files() });
  const branches = { ...github.branches, ...(place ? { place } : {}) };
  return branchEffect(
    { kind: 'branch', branch, at: parent, parent, tree, message: 'One more', diff: 'x' },
    { github: { ...github, branches }, repo: REPO, files, outgoing: (text) => text },
  );
}

it('is told from one that was moved, by who looks', async () => {
  const [gone, moved] = [await oneMore('gone'), await oneMore('moved')];
  await take('gone');
  await shop.push('moved', { 'a.txt': 'mine\n' });
  expect(await gone.look()).toMatchObject({ is: 'skipped', standing: null });
  expect(await moved.look()).toEqual({ is: 'skipped', why: 'the branch was moved in between' });
});

it('is told from one that was moved, by who comes too late', async () => {
  const late =
    (what: () => Promise<unknown>): Branches['place'] =>
    async () => {
      await what();
      throw new Conflict('the branch');
    };
  const made = async (branch: string, what: () => Promise<unknown>) => {
    const look = await (await oneMore(branch, late(what))).look();
    return look.is === 'absent' ? look.make() : look;
  };
  expect(await made('late-gone', () => take('late-gone'))).toEqual({ isGone: true });
  expect(await made('late-moved', () => shop.push('late-moved', { 'a.txt': 'mine\n' }))).toEqual({ isGone: false });
});
