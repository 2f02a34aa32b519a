// A branch that only lets in what was checked together with what is on it by then: the check has to come for the group, too.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at, REPO } from 'github-sandbox/testing';
import { type Checks, suite, withChecks } from './with-checks.js';

const LONG = 600_000;

/** Green by itself: the sum has another name, also where it is tested. */
const renamed = {
  'src/sum.js': 'export const total = (items) => items.reduce((all, { price }) => all + price, 0);\n',
  'test/sum.test.js': suite('', '').replaceAll('sum }', 'total }').replaceAll('sum(', 'total('),
};

/** Green by itself as well, as long as the sum is called that. */
const relies = {
  'test/more.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { sum } from '../src/sum.js';

test('one thing costs what it costs', () => assert.equal(sum([{ price: 7 }]), 7));
`,
};

let environment: Checks;
const numbers = { renamed: 0, relies: 0 };
const heads = { renamed: '', relies: '' };

beforeAll(async () => {
  environment = await withChecks({
    repository: { rules: { main: { requiredChecks: ['crew/verify'], mergeQueue: true } } },
  });
  numbers.renamed = (await environment.offer('renamed', renamed)).number;
  numbers.relies = (await environment.offer('relies', relies)).number;
  await environment.runs();
  [heads.renamed = '', heads.relies = ''] = await environment.queue(numbers.renamed, numbers.relies);
}, LONG);
afterAll(() => environment.close());

const pull = async (name: keyof typeof numbers) =>
  (await environment.as('maya').pulls.get({ ...at, pull_number: numbers[name] })).data;

describe('a pull request in the merge queue', () => {
  it('gets its check on the head of its group, and goes in as exactly the commit that was checked', async () => {
    expect(environment.of(heads.renamed)).toMatchObject([
      { name: 'crew/verify', conclusion: 'success', title: 'Nothing broke: 2 tests passed' },
    ]);
    expect(await pull('renamed')).toMatchObject({ merged: true, merge_commit_sha: heads.renamed });
    const { data: main } = await environment.as('maya').repos.getBranch({ ...at, branch: 'main' });
    expect(main.commit.sha).toBe(heads.renamed);
  });

  it('that is green alone and not with what went in before it stays out, and the check says why', async () => {
    expect(environment.of((await pull('relies')).head.sha)).toMatchObject([{ conclusion: 'success' }]);
    const [check, ...others] = environment.of(heads.relies);
    expect(others).toEqual([]);
    expect(check).toMatchObject({ conclusion: 'failure', status: 'completed' });
    expect(check?.summary).toContain('test/more.test.js');
    expect(check?.summary).toContain(heads.renamed.slice(0, 7));
    expect(await pull('relies')).toMatchObject({ merged: false, state: 'open' });
  });

  it('is verified by a run of its group, which comments nowhere', async () => {
    const runs = (await environment.runs()).filter(
      ({ event, workflow }) => event === 'merge_group' && workflow === 'crew-verify',
    );
    expect(runs.map(({ sha, actor }) => [sha, actor])).toEqual(
      [heads.renamed, heads.relies].map((sha) => [sha, 'github-merge-queue[bot]']),
    );
    const written = environment.github.effects
      .filter(({ actor }) => actor === 'github-actions[bot]')
      .map(({ kind }) => kind);
    expect(written.filter((kind) => !/^(?:check|suite|run)\./.test(kind))).toEqual([]);
  });

  it('leaves no branch and no group behind, and nobody gets past it', async () => {
    const { data } = await environment.as('maya').git.listMatchingRefs({ ...at, ref: 'heads/gh-readonly-queue' });
    expect(data).toEqual([]);
    expect(environment.github.repository(REPO).mergeGroups.size).toBe(0);
    const merging = environment.as('maya').pulls.merge({ ...at, pull_number: numbers.relies });
    await expect(merging).rejects.toMatchObject({ status: 405, message: expect.stringContaining('merge queue') });
  });
});
