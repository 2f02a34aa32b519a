import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask } from '../support/ask.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { octokit, refusal, sampleSeed } from '../support/repository.js';

describe('searching issues', () => {
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

describe('a board of a thousand issues', () => {
  const issues = 1000;
  const pulls = 60;
  const day = (n: number) => new Date(Date.UTC(2026, 10, 18) - n * 86_400_000).toISOString();

  let github: EmbeddedGitHub;
  beforeAll(async () => {
    const seeded = Array.from({ length: issues }, (_, i) => ({
      title: `Issue ${i + 1}`,
      body: i % 3 === 0 ? `See #${((i * 7) % issues) + 1}` : '',
      createdAt: day(issues - i),
      labels: ['bug'],
      ...(i % 10 === 9 ? { blockedBy: [i] } : {}),
      ...(i > 300 ? { state: 'closed' as const, closedAt: day(1) } : {}),
    }));
    const opened = Array.from({ length: pulls }, (_, i) => ({
      title: `Pull ${i}`,
      body: `Fixes #${i + 1}`,
      createdAt: day(pulls - i),
      head: { branch: `work-${i}` },
      reviews: [{ by: 'noah', state: 'APPROVED' as const }],
      checks: [{ name: 'test', state: 'success' as const }],
    }));
    const commits = Array.from({ length: 300 }, (_, i) => ({ message: `Commit ${i}`, at: day(400 - i) }));
    github = await startEmbeddedGitHub({
      seed: {
        organizations: ['acme'],
        repositories: [
          {
            owner: 'acme',
            name: 'app',
            collaborators: { noah: 'write' },
            createdAt: day(2000),
            issues: seeded,
            pulls: opened,
            commits,
          },
        ],
        projects: [
          { owner: 'acme', title: 'All', items: seeded.map((_, i) => ({ of: `acme/app#${i + 1}`, status: 'Todo' })) },
        ],
      },
    });
  }, 60_000);
  afterAll(() => github.close());

  const board = `query($after: String) { rateLimit { cost } organization(login: "acme") { projectV2(number: 1) { items(first: 100, after: $after) {
  pageInfo { hasNextPage endCursor } nodes { id type updatedAt status: fieldValueByName(name: "Status") { ... on ProjectV2ItemFieldSingleSelectValue { name } }
    content { ... on Issue { id number title body state stateReason createdAt updatedAt closedAt repository { nameWithOwner }
      labels(first: 20) { nodes { name } } assignees(first: 5) { nodes { login } } blockedBy(first: 10) { nodes { number state } }
      issueDependenciesSummary { blockedBy totalBlockedBy } subIssuesSummary { total completed }
      closedByPullRequestsReferences(first: 5, includeClosedPrs: true) { nodes { number } } linkedBranches(first: 3) { nodes { ref { name } } }
      timelineItems(last: 10, itemTypes: [CLOSED_EVENT, REOPENED_EVENT, LABELED_EVENT, CROSS_REFERENCED_EVENT]) { nodes { __typename } } } } } } } } }`;

  const work = `{ rateLimit { cost } repository(owner: "acme", name: "app") {
  pullRequests(first: 60, states: OPEN, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes { number mergeable mergeStateStatus reviewDecision
    closingIssuesReferences(first: 10) { nodes { number } } commits(last: 10) { nodes { commit { oid message committedDate } } }
    latestOpinionatedReviews(first: 5) { nodes { state } } statusCheckRollup { state } } }
  refs(refPrefix: "refs/heads/", first: 100) { nodes { name compare(headRef: "main") { aheadBy behindBy } } }
  defaultBranchRef { target { ... on Commit { history(first: 100) { totalCount nodes { oid message } } } } } } }`;

  it('is read whole in ten requests, at the published price', async () => {
    const token = github.tokenFor({ user: 'noah' });
    const seen: number[] = [];
    let cost = 0;
    for (let after: string | null = null, more = true; more; ) {
      const answer = await ask(github, board, { variables: { after }, token });
      const { items } = Object(answer.organization).projectV2;
      seen.push(...items.nodes.map((node: { content: { number: number } }) => node.content.number));
      cost += Object(answer.rateLimit).cost;
      ({ endCursor: after, hasNextPage: more } = items.pageInfo);
    }
    expect(seen).toEqual(Array.from({ length: issues }, (_, i) => i + 1));
    // One request for the page and six for each of its hundred issues: 601, that is 6 points a page.
    expect(cost).toBe(60);
  });

  it('tells its open pull requests, branches and history in one', async () => {
    const answer = await ask(github, work, { token: github.tokenFor({ user: 'noah' }) });
    const { pullRequests, refs, defaultBranchRef } = Object(answer.repository);
    expect(pullRequests.nodes).toHaveLength(pulls);
    expect(refs.nodes).toHaveLength(pulls + 1);
    expect(defaultBranchRef.target.history.totalCount).toBe(301);
    // Three lists, then three more for each of sixty pull requests.
    expect(Object(answer.rateLimit).cost).toBe(2);
  });
});
