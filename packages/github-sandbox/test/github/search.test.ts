import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { octokit, refusal, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
beforeAll(async () => {
  const issues = [
    { title: 'Old and open', author: 'rex', labels: ['bug'], createdAt: '2026-01-10T08:00:00Z' },
    { title: 'Old and closed', author: 'rex', state: 'closed' as const, createdAt: '2026-01-11T08:00:00Z' },
    { title: 'New', author: 'bob', assignees: ['bob'], createdAt: '2026-06-01T08:00:00Z' },
  ];
  const repositories = (sampleSeed.repositories ?? []).map((one) => (one.name === 'shop' ? { ...one, issues } : one));
  github = await startEmbeddedGitHub({
    now: () => Date.parse('2026-07-01T00:00:00Z'),
    seed: { ...sampleSeed, repositories },
  });
});
afterAll(() => github.close());

async function found(q: string, user = 'bob', more = {}): Promise<string[]> {
  const client = octokit(github, github.tokenFor({ user }));
  const { data } = await client.request('GET /search/issues', { q, ...more });
  return data.items.map(({ title }) => title);
}

describe('searching issues', () => {
  it.each([
    ['repo:ann/shop', ['New', 'Old and closed', 'Old and open']],
    ['repo:ann/shop is:open is:issue', ['New', 'Old and open']],
    ['repo:ann/shop is:pr', []],
    ['repo:ann/shop label:BUG', ['Old and open']],
    ['repo:ann/shop -label:"bug" is:open', ['New']],
    ['repo:ann/shop no:assignee is:open', ['Old and open']],
    ['repo:ann/shop created:<2026-05-01 author:rex', ['Old and closed', 'Old and open']],
    ['repo:ann/shop created:2026-01-11', ['Old and closed']],
    ['repo:ann/shop created:2026-01-11..2026-06-01', ['New', 'Old and closed']],
    ['repo:ann/shop updated:<2026-03-01T00:00:00 is:open', ['Old and open']],
    ['repo:ann/shop "old and" is:closed', ['Old and closed']],
  ])('%s', async (q, titles) => {
    expect(await found(q)).toEqual(titles);
  });

  it('turns round when asked to, and counts all of it', async () => {
    const more = { sort: 'created', order: 'asc', per_page: 1 } as const;
    const { data } = await octokit(github).request('GET /search/issues', { q: 'repo:ann/shop', ...more });
    expect(data).toMatchObject({ total_count: 3, incomplete_results: false, items: [{ title: 'Old and open' }] });
  });

  it('shows nobody what they may not see', async () => {
    expect(await found('Secret', 'ann')).toEqual(['Secret']);
    expect(await found('Secret', 'bob')).toEqual([]);
  });

  it('refuses what it cannot search by', async () => {
    expect(await refusal(found('repo:ann/shop reactions:>3'))).toMatchObject({
      status: 422,
      message: expect.stringContaining('does not search by reactions:'),
    });
  });
});
