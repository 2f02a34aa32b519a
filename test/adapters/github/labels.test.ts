import { afterAll, describe, expect, it } from '@jest/globals';
import { type GitHub, noLimits, startGitHub } from 'github-sandbox';
import { createClient } from '../../../src/adapters/github/client.js';
import { githubLabels } from '../../../src/adapters/github/labels.js';
import { quickClock } from '../../build/clock.js';
import { newFolder } from '../../build/folder.js';

const opened: GitHub[] = [];
afterAll(() => Promise.all(opened.splice(0).map((github) => github.close())));

async function open(count: number) {
  const clock = quickClock(Date.parse('2026-11-18T12:00:00Z'));
  const github = await startGitHub({ dir: await newFolder(), now: clock.now, limits: noLimits });
  opened.push(github);
  await github.seed({
    users: ['ann'],
    repositories: [
      {
        owner: 'ann',
        name: 'shop',
        labels: [{ name: 'crew:ready' }],
        issues: Array.from({ length: count }, (_, n) => ({ number: n + 1, title: `Part ${n + 1}` })),
      },
    ],
  });
  const token = async () => github.tokenFor({ user: 'ann' });
  const { apiUrl, graphqlUrl } = github;
  const client = createClient({ apiUrl, graphqlUrl, token, clock, log: () => undefined });
  const labels = githubLabels({ client, clock });
  const on = (number: number) =>
    github
      .repository('ann/shop')
      .issues.find((each) => each.number === number)
      ?.labels.map(({ name }) => name);
  return { github, client, clock, labels, on };
}

const add = (issue: number, label = 'crew:ready') => ({ repo: 'ann/shop', issue, label, action: 'add' as const });

describe('labels', () => {
  it('are changed 25 in a request, each confirmed', async () => {
    const { client, labels, on } = await open(60);
    const written = await labels.write(Array.from({ length: 60 }, (_, n) => add(n + 1)));
    expect(written.every(({ why }) => why === null)).toBe(true);
    expect([1, 30, 60].map(on)).toEqual([['crew:ready'], ['crew:ready'], ['crew:ready']]);
    // One lookup and three batches.
    expect(client.spent().requests).toBe(4);
  });

  it('that the repository does not have yet come into being in their own colour, once', async () => {
    const { github, labels, on } = await open(3);
    const look = { colour: 'cf222e', description: 'Blocked by other work.' };
    await labels.write([1, 2, 3].map((issue) => ({ ...add(issue, 'blocked'), look })));
    const made = github.repository('ann/shop').labels.filter(({ name }) => name === 'blocked');
    expect(made).toMatchObject([{ color: 'cf222e', description: 'Blocked by other work.' }]);
    expect(on(3)).toEqual(['blocked']);
  });

  it('where one of a batch fails, the others stand, and the one is tried alone', async () => {
    const { github, labels, on } = await open(3);
    github.faults.add({ kind: 'field', field: 'Mutation.addLabelsToLabelable', times: 1 });
    const written = await labels.write([add(1), add(2), add(99)]);
    expect(written.map(({ why }) => why === null)).toEqual([true, true, false]);
    expect([1, 2].map(on)).toEqual([['crew:ready'], ['crew:ready']]);
  });

  it('are removed, and removing what is gone is no failure', async () => {
    const { labels, on } = await open(2);
    await labels.write([add(1)]);
    const remove = [1, 2].map((issue) => ({ ...add(issue), action: 'remove' as const }));
    expect(await labels.write(remove)).toEqual([{ why: null }, { why: null }]);
    expect(on(1)).toEqual([]);
  });

  it('go out in at most twenty requests a minute', async () => {
    const { clock, labels } = await open(30);
    const began = clock.now();
    const many = Array.from({ length: 21 * 25 }, (_, n) => add((n % 30) + 1));
    await labels.write(many);
    expect(clock.now() - began).toBeGreaterThanOrEqual(60_000);
  });
});
