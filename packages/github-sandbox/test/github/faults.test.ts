import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, askRaw } from '../support/ask.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
beforeAll(async () => {
  github = await startEmbeddedGitHub({ seed: sampleSeed });
});
afterEach(() => github.faults.clear());
afterAll(() => github.close());

const bob = () => octokit(github, github.tokenFor({ user: 'bob' }));
const comment = (body: string) => bob().issues.createComment({ ...inRepository, issue_number: 1, body });
const written = (body: string) => github.effects.filter(({ detail }) => detail.body === body).length;
const comments = { method: 'POST', path: /\/issues\/1\/comments$/ };

describe('a fault', () => {
  it('drops the reply after the deed was done', async () => {
    github.faults.add({ ...comments, kind: 'drop', when: 'after' });
    await expect(comment('lost reply')).rejects.toThrow();
    expect(written('lost reply')).toBe(1);
    expect(github.requests.at(-1)).toMatchObject({ status: 0, operation: 'issues/create-comment', faults: ['drop'] });
  });

  it('drops the request before anything was done', async () => {
    github.faults.add({ ...comments, kind: 'drop', when: 'before' });
    await expect(comment('lost request')).rejects.toThrow();
    expect(written('lost request')).toBe(0);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('answers 502 %s the deed', async (when, effects) => {
    github.faults.add({ ...comments, kind: 'status', when, status: 502 });
    expect(await refusal(comment(`502 ${when}`))).toMatchObject({ status: 502 });
    expect(written(`502 ${when}`)).toBe(effects);
  });

  it.each([
    [429, { 'retry-after': '2' }],
    [403, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }],
    [403, { 'x-ratelimit-remaining': '0' }],
    [401, {}],
  ])('answers %i with the headers it was given', async (status, headers) => {
    github.faults.add({ ...comments, kind: 'status', when: 'before', status, headers: { ...headers } });
    const answer = await fetch(`${github.apiUrl}/repos/ann/shop/issues/1/comments`, { method: 'POST', body: '{}' });
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([status, headers]);
  });

  it('strikes the nth request and as many as it was told', async () => {
    github.faults.add({ ...comments, kind: 'status', when: 'before', status: 500, from: 2, times: 2 });
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push(await comment(`try ${i}`).then(() => 201, refused));
    expect(answers).toEqual([201, 500, 500, 201]);
  });

  it('is over after its time, or when it is taken away', async () => {
    const takeAway = github.faults.add({ ...comments, kind: 'status', when: 'before', status: 500, times: 'all' });
    expect(await comment('a').then(() => 201, refused)).toBe(500);
    takeAway();
    github.faults.add({ ...comments, kind: 'status', when: 'before', status: 500, forMs: 0 });
    expect(await comment('b').then(() => 201, refused)).toBe(201);
  });

  it('delays', async () => {
    github.faults.add({ ...comments, kind: 'delay', ms: 80 });
    const started = performance.now();
    await comment('late');
    expect(performance.now() - started).toBeGreaterThanOrEqual(75);
  });

  it('cuts the JSON of an answer', async () => {
    github.faults.add({ path: '/issues/1$', kind: 'truncate' });
    const answer = await fetch(`${github.apiUrl}/repos/ann/shop/issues/1`);
    await expect(answer.json()).rejects.toThrow();
  });

  it('shows stale lists, in REST and in GraphQL, while single objects stay fresh', async () => {
    github.faults.add({ kind: 'stale', times: 'all' });
    const { data } = await comment('not listed yet');
    const listed = async () =>
      (await bob().issues.listComments({ ...inRepository, issue_number: 1 })).data.map(({ id }) => id);
    expect(await listed()).not.toContain(data.id);
    const { repository } = await bob().graphql<Lasts>(last, inRepository);
    expect(repository.issue.comments.nodes).not.toMatchObject([{ body: 'not listed yet' }]);
    expect((await bob().issues.getComment({ ...inRepository, comment_id: data.id })).status).toBe(200);
    github.faults.clear();
    expect(await listed()).toContain(data.id);
  });

  it('tells GraphQL queries apart by their text', async () => {
    github.faults.add({ path: '/graphql$', body: 'comments', kind: 'status', when: 'before', status: 502 });
    await expect(bob().graphql('{ viewer { login } }')).resolves.toEqual({ viewer: { login: 'bob' } });
    await expect(bob().graphql(last, inRepository)).rejects.toMatchObject({ status: 502 });
  });
});

describe('the control endpoint', () => {
  const control = (path: string, init?: RequestInit) => fetch(`${github.url}/_sandbox/${path}`, init);

  it('plants and clears faults for child processes', async () => {
    const fault = { ...comments, path: comments.path.source, kind: 'drop', when: 'after' };
    expect((await control('faults', { method: 'POST', body: JSON.stringify(fault) })).status).toBe(201);
    await expect(comment('from a child')).rejects.toThrow();
    await control('faults', { method: 'DELETE' });
    expect(await (await control('faults')).json()).toEqual([]);
    expect((await comment('well again')).status).toBe(201);
  });

  it('shows effects and requests', async () => {
    await comment('seen from outside');
    const effects: unknown = await (await control('effects')).json();
    expect(effects).toContainEqual(expect.objectContaining({ kind: 'comment.created', actor: 'bob' }));
    const requests: unknown = await (await control('requests')).json();
    expect(requests).toContainEqual(expect.objectContaining({ operation: 'issues/create-comment', status: 201 }));
  });
});

type Lasts = { repository: { issue: { comments: { nodes: unknown[] } } } };
const last = `query($owner: String!, $repo: String!) {
  repository(owner: $owner, name: $repo) { issue(number: 1) { comments(last: 1) { nodes { body } } } }
}`;

const refused = (problem: unknown): number => Number(Object(problem).status);

describe('a fault in a GraphQL answer', () => {
  const token = () => github.tokenFor({ user: 'bob' });
  const query =
    '{ repository(owner: "ann", name: "shop") { issues(first: 5) { nodes { number title labels(first: 1) { totalCount } } } } }';
  const issuesIn = (answer: Answer) => Object(answer.data).repository.issues.nodes;

  it('breaks one field of one thing, and leaves the rest', async () => {
    github.faults.add({ kind: 'field', field: 'Issue.title', of: 2, message: 'Something broke', type: 'INTERNAL' });
    const answer = await askRaw(github, query, { token: token() });
    expect(answer.errors).toEqual([
      {
        type: 'INTERNAL',
        message: 'Something broke',
        path: ['repository', 'issues', 'nodes', 1, 'title'],
        locations: [expect.anything()],
      },
    ]);
    // A title is never null, so the whole issue goes with it; the list may have holes.
    expect(issuesIn(answer).map((issue: { number: number } | null) => issue?.number ?? null)).toEqual([1, null, 3]);
  });

  it('breaks a field of everything for as long as it was told', async () => {
    github.faults.add({ kind: 'field', field: 'Issue.labels', times: 2 });
    for (const errors of [3, 3, 0]) {
      const answer = await askRaw(github, query, { token: token() });
      expect([answer.errors ?? []].flat()).toHaveLength(errors);
    }
  });

  it('gives a query up as GitHub does after ten seconds', async () => {
    github.faults.add({ kind: 'timeout', path: '/graphql' });
    const answer = await fetch(github.graphqlUrl, { method: 'POST', body: JSON.stringify({ query }) });
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({
      data: null,
      errors: [{ message: expect.stringContaining('result of a timeout') }],
    });
  });
});
