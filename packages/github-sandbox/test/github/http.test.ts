import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startGitHub } from '../../src/github/index.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
const clock = { now: 0 };
const limits = { requestsPerHour: 200, workflowRequestsPerHour: 3, contentPerMinute: 4, contentPerHour: 6 };

beforeEach(async () => {
  clock.now = Date.parse('2026-01-01T00:00:00Z');
  const many = Array.from({ length: 35 }, (_, i) => ({ title: `Issue ${i + 1}` }));
  const repositories = [...(sampleSeed.repositories ?? []), { owner: 'ann', name: 'long', issues: many }];
  github = await startEmbeddedGitHub({ seed: { ...sampleSeed, repositories }, now: () => clock.now, limits });
});
afterEach(() => github.close());

const as = (user: string) => octokit(github, github.tokenFor({ user }));
const inLong = { owner: 'ann', repo: 'long' };
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${github.apiUrl}${path}`, { headers });

describe('lists', () => {
  it('give thirty unless asked otherwise, at most a hundred, and links to the rest', async () => {
    const first = await get('/repos/ann/long/issues');
    expect(await first.json()).toHaveLength(30);
    expect(first.headers.get('link')).toBe(
      `<${github.apiUrl}/repos/ann/long/issues?page=2>; rel="next", <${github.apiUrl}/repos/ann/long/issues?page=2>; rel="last"`,
    );
    const all = await get('/repos/ann/long/issues?per_page=1000');
    expect(await all.json()).toHaveLength(35);
    expect(all.headers.get('link')).toBeNull();
  });

  it('lose and double nothing, whatever the size of the pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 100 }), async (per_page) => {
        const all = await octokit(github).paginate('GET /repos/{owner}/{repo}/issues', {
          ...inLong,
          per_page,
          direction: 'asc',
        });
        expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 35 }, (_, i) => i + 1));
      }),
      { numRuns: 5 },
    );
  });
});

describe('what was read', () => {
  it('is answered with 304 as long as it stays the same', async () => {
    const first = await get('/repos/ann/shop/issues/1');
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    const second = await get('/repos/ann/shop/issues/1', known);
    expect([second.status, await second.text()]).toEqual([304, '']);
    await as('bob').issues.createComment({ ...inRepository, issue_number: 1, body: 'News' });
    expect((await get('/repos/ann/shop/issues/1', known)).status).toBe(200);
  });

  it('is free of charge when it is answered with 304', async () => {
    const first = await get('/repos/ann/shop');
    const second = await get('/repos/ann/shop', { 'if-none-match': first.headers.get('etag') ?? '' });
    const used = (answer: Response) => answer.headers.get('x-ratelimit-used');
    expect(used(second)).toBe(used(first));
  });
});

describe('limits', () => {
  it('stand in every answer and in /rate_limit, which is free', async () => {
    const ann = as('ann');
    const { headers } = await ann.repos.get(inRepository);
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '200',
      'x-ratelimit-remaining': '199',
      'x-ratelimit-resource': 'core',
    });
    await ann.rateLimit.get();
    expect((await ann.rateLimit.get()).data.resources.core).toMatchObject({ used: 1, remaining: 199 });
  });

  it('end a workflow token sooner, and the hour renews it', async () => {
    const job = octokit(github, github.tokenFor({ workflow: 'ann/shop', permissions: { issues: 'read' } }));
    for (let i = 0; i < 3; i += 1) await job.repos.get(inRepository);
    expect(await refusal(job.repos.get(inRepository))).toMatchObject({
      status: 403,
      message: expect.stringContaining('rate limit exceeded'),
    });
    clock.now += 3_600_000;
    expect((await job.repos.get(inRepository)).status).toBe(200);
  });

  it('slow down who writes too much in a minute, and say how long', async () => {
    const write = () => as('bob').issues.createComment({ ...inRepository, issue_number: 1, body: 'Again' });
    for (let i = 0; i < 4; i += 1) await write();
    const answer = await fetch(`${github.apiUrl}/repos/ann/shop/issues/1/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${github.tokenFor({ user: 'bob' })}` },
      body: JSON.stringify({ body: 'Again' }),
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([403, '60']);
    expect(await answer.json()).toMatchObject({
      message: expect.stringContaining('You have exceeded a secondary rate limit'),
    });
    expect(github.effects).toHaveLength(4);
    clock.now += 60_000;
    expect((await write()).status).toBe(201);
  });

  it('slow down who writes too much in an hour', async () => {
    const write = () => as('bob').issues.createComment({ ...inRepository, issue_number: 1, body: 'Again' });
    for (let i = 0; i < 6; i += 1) {
      await write();
      clock.now += 61_000;
    }
    expect(await refusal(write())).toMatchObject({ status: 403 });
  });

  it('count no git data as content', async () => {
    const blob = () => as('bob').git.createBlob({ ...inRepository, content: 'x' });
    for (let i = 0; i < 6; i += 1) expect((await blob()).status).toBe(201);
  });
});

describe('refusals', () => {
  const post = (body: string) =>
    fetch(`${github.apiUrl}/repos/ann/shop/issues`, {
      method: 'POST',
      headers: { authorization: `token ${github.tokenFor({ user: 'ann' })}` },
      body,
    });

  it('name the trouble, the documentation and the status', async () => {
    expect(await (await get('/repos/ann/nothing')).json()).toEqual({
      message: 'Not Found',
      documentation_url: 'https://docs.github.com/rest/repos',
      status: '404',
    });
  });

  it('answer 400 to what is no JSON', async () => {
    const answer = await post('{"title":');
    expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'Problems parsing JSON' }]);
  });

  it('answer 422 to what is missing or of the wrong kind', async () => {
    expect(await (await post('{}')).json()).toMatchObject({ message: 'Invalid request.\n\n"title" wasn\'t supplied.' });
    expect(await (await post('{"title":"x","labels":"bug"}')).json()).toMatchObject({
      status: '422',
      message: expect.stringContaining('For \'properties/labels\', "bug" is not a'),
    });
  });
});

describe('the validator of the tests', () => {
  it('notices a call that no description was found for', async () => {
    expect((await get('/no/such/route')).status).toBe(404);
    expect(github.unvalidated).toEqual(['GET /api/v3/no/such/route']);
    expect(() => github.verify()).toThrow('was never validated');
    github.forgive();
  });

  it('notices a parameter that GitHub does not know', async () => {
    await get('/repos/ann/shop/issues?colour=red');
    expect(() => github.verify()).toThrow('unknown query parameter colour');
    github.forgive();
  });

  it('notices an answer that does not fit', async () => {
    const issue = github.repository('ann/shop').issues[0];
    Object.assign(issue ?? {}, { createdAt: 'yesterday' });
    await get('/repos/ann/shop/issues/1');
    expect(() => github.verify()).toThrow('/created_at must match format');
    github.forgive();
  });
});

describe('everything else', () => {
  it('belongs to the pages that were mounted', async () => {
    github.mount(({ path }) => (path === '/' ? { status: 200, bytes: Buffer.from('<h1>Shop</h1>') } : null));
    expect(await (await fetch(github.url)).text()).toBe('<h1>Shop</h1>');
    expect((await fetch(`${github.url}/nowhere`)).status).toBe(404);
  });

  it('is the same in every run: ids, node ids, tokens', async () => {
    const other = await startGitHub({ dir: `${github.world.dir}-again`, now: () => clock.now });
    const repositories = [...(sampleSeed.repositories ?? [])];
    await other.seed({ ...sampleSeed, repositories });
    expect(other.repository('ann/shop').nodeId).toBe(github.repository('ann/shop').nodeId);
    expect(other.tokenFor({ user: 'ann' })).toBe(github.tokenFor({ user: 'ann' }));
    await other.close();
  });
});
