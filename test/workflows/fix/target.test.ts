import { describe, expect, it } from '@jest/globals';
import { defaults } from '../../../src/config/index.js';
import type { Pull } from '../../../src/ports/pulls.js';
import type { Settings } from '../../../src/ports/workflow.js';
import { type Target, targetForPull } from '../../../src/workflows/fix/rules/target.js';
import { chooseTarget, refuseTooManyPulls } from '../../../src/workflows/fix/target.js';
import { at, openPullShop, REPO } from '../../adapters/github/pull-shop.js';

const ANN = { login: 'ann', id: 1 };

const pull = (of: Partial<Pull> = {}): Pull => ({
  ...{ number: 12, url: 'https://github.test/ann/shop/pull/12', state: 'open', draft: false },
  ...{ title: 'add', body: 'Mine.', author: ANN },
  head: { repo: 'ann/shop', branch: 'crew/issue-99', sha: 'a'.repeat(40) },
  base: { branch: 'main', sha: 'b'.repeat(40) },
  ...of,
});

describe('what a fix does on a pull request', () => {
  const how = (of: { isCrews: boolean; mayCommit: boolean }, repo = 'ann/shop') =>
    targetForPull(pull({ head: { ...pull().head, repo } }), { repo: 'ann/shop', ...of });

  it('is a commit on crew’s own', () => {
    expect(how({ isCrews: true, mayCommit: false })).toMatchObject({ how: 'branch', pull: { isCrews: true } });
  });

  it('is a suggestion on a person’s, where nothing else is allowed', () => {
    expect(how({ isCrews: false, mayCommit: false })).toMatchObject({ how: 'suggest', pull: { isCrews: false } });
    expect(how({ isCrews: false, mayCommit: true })).toMatchObject({ how: 'branch', pull: { isCrews: false } });
  });

  it('is a patch where nothing can be written', () => {
    expect(how({ isCrews: true, mayCommit: true }, 'mallory/shop')).toMatchObject({
      how: 'patch',
      pull: { isCrews: false },
    });
  });
});

describe('a fix that is asked for on a merged pull request', () => {
  const settings = {
    lang: 'en',
    config: defaults,
    configFile: '',
    version: undefined,
    problems: [],
    ownersText: null,
  } as const;
  const merged = async (branch: string) => {
    const shop = await openPullShop();
    const { number } = await shop.offer(branch, { 'list.txt': 'one\n' });
    await shop.as('maya').pulls.merge({ ...at, pull_number: number });
    const target = (hub = shop.github()) =>
      chooseTarget({ issue: number, repo: REPO, settings }, hub, { base: undefined });
    return { shop, number, target };
  };

  it('goes to another branch of the same issue, from the branch that it was merged into', async () => {
    const { shop, number, target } = await merged('crew/issue-9');
    const hub = shop.github();
    // Crew is who opened it.
    const me = async () => ({ login: 'maya', id: shop.pull(number).author.id });
    const found = await target({ ...hub, people: { ...hub.people, me } });
    expect(found).toMatchObject({ how: 'branch', branch: 'crew/issue-9-2', at: null, base: 'main', follows: number });
    expect(found).toMatchObject({ asked: 'pull', commit: await shop.tip('main') });
    expect(found.pull).toBeUndefined();
    await expect(refuseTooManyPulls(shop.github(), found, 5)).resolves.toBeUndefined();
  });

  it('goes to a branch of its own number where the pull request is somebody else’s', async () => {
    const { number, target } = await merged('topic');
    expect(await target()).toMatchObject({ how: 'branch', branch: `crew/issue-${number}`, at: null, follows: number });
  });

  it('knows where the base of an open one ends, if crew may push to it', async () => {
    const shop = await openPullShop();
    const { number } = await shop.offer('topic', { 'list.txt': 'one\n' });
    const fix = { ...defaults.fix, 'writers-branches': 'commit' as const };
    const committing = { ...settings, config: { ...defaults, fix } };
    const targetWith = (given: Settings) =>
      chooseTarget({ issue: number, repo: REPO, settings: given }, shop.github(), { base: undefined });
    expect(await targetWith(committing)).toMatchObject({ how: 'branch', merges: await shop.tip('main') });
    expect((await targetWith({ ...committing, config: defaults })).merges).toBeUndefined();
  });

  it('is refused on one that was closed without a merge', async () => {
    const shop = await openPullShop();
    const { number } = await shop.offer('topic', { 'list.txt': 'one\n' });
    await shop.as('maya').pulls.update({ ...at, pull_number: number, state: 'closed' });
    const ask = chooseTarget({ issue: number, repo: REPO, settings }, shop.github(), { base: undefined });
    await expect(ask).rejects.toMatchObject({ found: `#${number}, which is closed`, ends: 'refused' });
  });
});

const newBranch: Target = {
  how: 'branch',
  branch: 'crew/issue-9',
  at: null,
  base: 'main',
  commit: 'c',
  asked: 'issue',
};

describe('a further pull request', () => {
  it('is refused when as many pull requests of crew are open as fix.max-open allows, and names them', async () => {
    const environment = await openPullShop();
    const first = await environment.offer('crew/issue-1', { 'one.txt': 'one\n' });
    await environment.offer('topic', { 'two.txt': 'two\n' });
    const hub = environment.github();
    await expect(refuseTooManyPulls(hub, newBranch, 2)).resolves.toBeUndefined();
    await expect(refuseTooManyPulls(hub, newBranch, 1)).rejects.toMatchObject({
      found: `#${first.number}`,
      ends: 'refused',
    });
  });

  it('lets a run go on that changes a pull request which is open already', async () => {
    const environment = await openPullShop();
    const { number } = await environment.offer('crew/issue-1', { 'one.txt': 'one\n' });
    const there = { ...newBranch, pull: { number, isCrews: true } };
    await expect(refuseTooManyPulls(environment.github(), there, 1)).resolves.toBeUndefined();
  });
});
