import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { graphql } from '@octokit/graphql';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { inRepository, octokit, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
beforeAll(async () => {
  const [first, ...others] = sampleSeed.repositories ?? [];
  const issues = [
    { title: 'Base', type: 'Task', labels: ['bug'], comments: [{ body: 'one' }, { body: 'two' }, { body: 'three' }] },
    { title: 'Done already', state: 'closed' as const },
    { title: 'Waits', blockedBy: [1, 2] },
    { title: 'Twin', state: 'closed' as const, stateReason: 'duplicate' as const, duplicateOf: 1 },
  ];
  const repositories = first === undefined ? others : [{ ...first, issues }, ...others];
  github = await startEmbeddedGitHub({ seed: { ...sampleSeed, organizations: ['guild'], repositories } });
  await octokit(github, github.tokenFor({ user: 'bob' })).reactions.createForIssue({
    ...inRepository,
    issue_number: 1,
    content: 'eyes',
  });
});
afterAll(() => github.close());

type Answer = { readonly [name: string]: unknown };

/** One query as the official client sends it. */
const ask = (query: string, variables: object = {}, token = github.tokenFor({ user: 'bob' })): Promise<Answer> =>
  graphql(query, { ...variables, baseUrl: github.apiUrl, headers: { authorization: `token ${token}` } });

/** The whole answer, data and errors, as it came over the wire. */
async function raw(query: string): Promise<Answer> {
  const answer = await fetch(github.graphqlUrl, {
    method: 'POST',
    headers: { authorization: `bearer ${github.tokenFor({ user: 'bob' })}` },
    body: JSON.stringify({ query }),
  });
  expect(answer.status).toBe(200);
  return Object(await answer.json());
}

const inside = (fields: string) => `{ repository(owner: "ann", name: "shop") { ${fields} } }`;

describe('GraphQL', () => {
  it('knows who asks: a person, an App, a workflow', async () => {
    const login = async (token: string) => ask('{ viewer { login __typename } }', {}, token);
    expect(await login(github.tokenFor({ user: 'bob' }))).toMatchObject({ viewer: { login: 'bob' } });
    expect(await login(github.tokenFor({ app: 'crew', on: 'ann' }))).toMatchObject({ viewer: { login: 'crew[bot]' } });
    expect(await login(github.tokenFor({ workflow: 'ann/shop', permissions: {} }))).toMatchObject({
      viewer: { login: 'github-actions[bot]', __typename: 'User' },
    });
  });

  it('shows a repository with its branch, labels and files', async () => {
    const query = inside(`id nameWithOwner viewerPermission isPrivate owner { login __typename }
      defaultBranchRef { name prefix target { oid ... on Commit { messageHeadline } } }
      ref(qualifiedName: "refs/heads/main") { name } missing: ref(qualifiedName: "refs/heads/no") { name }
      object(expression: "main:README.md") { ... on Blob { text byteSize } }
      labels(first: 10) { nodes { name color } }`);
    expect(await ask(query)).toEqual({
      repository: {
        id: github.repository('ann/shop').nodeId,
        nameWithOwner: 'ann/shop',
        viewerPermission: 'WRITE',
        isPrivate: false,
        owner: { login: 'ann', __typename: 'User' },
        defaultBranchRef: {
          name: 'main',
          prefix: 'refs/heads/',
          target: { oid: expect.stringMatching(/^[0-9a-f]{40}$/), messageHeadline: 'Initial commit' },
        },
        ref: { name: 'main' },
        missing: null,
        object: { text: '# Shop\n', byteSize: 7 },
        labels: { nodes: [{ name: 'bug', color: 'd73a4a' }] },
      },
    });
  });

  it('shows an issue with what is younger than the installed schema', async () => {
    const query = `query($number: Int!) { repository(owner: "ann", name: "shop") { issue(number: $number) {
      title state issueType { name } duplicateOf { number }
      issueDependenciesSummary { blockedBy totalBlockedBy blocking totalBlocking }
      blockedBy(first: 5) { totalCount nodes { number state } } } } }`;
    expect(await ask(query, { number: 3 })).toMatchObject({
      repository: {
        issue: {
          issueDependenciesSummary: { blockedBy: 1, totalBlockedBy: 2, blocking: 0, totalBlocking: 0 },
          blockedBy: {
            totalCount: 2,
            nodes: [
              { number: 1, state: 'OPEN' },
              { number: 2, state: 'CLOSED' },
            ],
          },
        },
      },
    });
    expect(await ask(query, { number: 1 })).toMatchObject({ repository: { issue: { issueType: { name: 'Task' } } } });
    expect(await ask(query, { number: 4 })).toMatchObject({ repository: { issue: { duplicateOf: { number: 1 } } } });
  });

  it('pages through comments from both ends', async () => {
    const page = async (given: string) => {
      const fields = '{ nodes { body } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';
      const answer = await ask(inside(`issue(number: 1) { comments(${given}) ${fields} }`));
      return Object(answer.repository).issue.comments;
    };
    const first = await page('first: 2');
    expect(first).toMatchObject({
      nodes: [{ body: 'one' }, { body: 'two' }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    expect((await page(`first: 2, after: "${first.pageInfo.endCursor}"`)).nodes).toEqual([{ body: 'three' }]);
    const last = await page('last: 1');
    expect(last).toMatchObject({ nodes: [{ body: 'three' }], pageInfo: { hasNextPage: false, hasPreviousPage: true } });
    expect((await page(`last: 1, before: "${last.pageInfo.startCursor}"`)).nodes).toEqual([{ body: 'two' }]);
  });

  it('counts reactions by kind and knows the own ones', async () => {
    const answer = await ask(
      inside(`issue(number: 1) { reactions(first: 5, content: EYES) { totalCount nodes { content user { login } } }
        reactionGroups { content viewerHasReacted reactors(first: 1) { totalCount } } }`),
    );
    expect(answer).toMatchObject({
      repository: { issue: { reactions: { totalCount: 1, nodes: [{ content: 'EYES', user: { login: 'bob' } }] } } },
    });
    expect(Object(answer.repository).issue.reactionGroups).toContainEqual({
      content: 'EYES',
      viewerHasReacted: true,
      reactors: { totalCount: 1 },
    });
  });

  it('filters and orders issues', async () => {
    const query =
      inside(`open: issues(first: 9, states: OPEN, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { number } }
      bugs: issues(first: 9, labels: ["bug"]) { totalCount }`);
    expect(await ask(query)).toMatchObject({
      repository: { open: { nodes: [{ number: 3 }, { number: 1 }] }, bugs: { totalCount: 1 } },
    });
  });

  it('finds nodes by their id, accounts by their login', async () => {
    const ids = github
      .repository('ann/shop')
      .issues.slice(0, 2)
      .map(({ nodeId }) => nodeId);
    const query =
      'query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Issue { number } } organization(login: "guild") { login } user(login: "ann") { login } }';
    expect(await ask(query, { ids })).toMatchObject({
      nodes: [{ number: 1 }, { number: 2 }],
      organization: { login: 'guild' },
      user: { login: 'ann' },
    });
  });
});

describe('what GraphQL refuses', () => {
  it('a field that does not exist, in the shape of GitHub', async () => {
    expect(await raw('query Who { viewer { loginn } }')).toEqual({
      errors: [
        {
          path: ['query Who', 'viewer', 'loginn'],
          extensions: { code: 'undefinedField', typeName: 'User', fieldName: 'loginn' },
          locations: [{ line: 1, column: 22 }],
          message: "Field 'loginn' doesn't exist on type 'User'",
        },
      ],
    });
  });

  it('a list without bounds, at the field and not as a whole', async () => {
    expect(await raw(inside('nameWithOwner labels { nodes { name } }'))).toMatchObject({
      errors: [
        {
          type: 'MISSING_PAGINATION_BOUNDARIES',
          path: ['repository', 'labels'],
          message: 'You must provide a `first` or `last` value to properly paginate the `labels` connection.',
        },
      ],
    });
  });

  it('no bounds where only the number is asked for', async () => {
    expect(await ask(inside('issues { totalCount }'))).toEqual({ repository: { issues: { totalCount: 4 } } });
  });

  it('more than a hundred at once', async () => {
    expect(await raw(inside('issues(first: 101) { nodes { number } }'))).toMatchObject({
      errors: [
        { type: 'EXCESSIVE_PAGINATION', message: expect.stringContaining('exceeds the `first` limit of 100 records') },
      ],
    });
  });

  it('more than 500,000 nodes', async () => {
    const deep =
      'issues(first: 100) { nodes { comments(first: 100) { nodes { reactions(first: 100) { nodes { id } } } } } }';
    expect(await raw(inside(deep))).toMatchObject({
      errors: [{ type: 'MAX_NODE_LIMIT_EXCEEDED', message: expect.stringContaining('1,010,100 possible nodes') }],
    });
  });

  it('what is not there or may not be seen, with null in its place', async () => {
    expect(await raw('{ repository(owner: "ann", name: "vault") { id } }')).toMatchObject({
      data: { repository: null },
      errors: [
        {
          type: 'NOT_FOUND',
          path: ['repository'],
          message: "Could not resolve to a Repository with the name 'ann/vault'.",
        },
      ],
    });
    const id = github.repository('ann/vault').issues[0]?.nodeId;
    expect(await raw(`{ nodes(ids: ["${id}", "${github.repository('ann/shop').nodeId}"]) { id } }`)).toMatchObject({
      data: { nodes: [null, { id: github.repository('ann/shop').nodeId }] },
      errors: [{ type: 'NOT_FOUND', path: ['nodes', 0] }],
    });
  });

  it('what this GitHub does not serve yet, loudly', async () => {
    expect(await raw(inside('stargazerCount'))).toMatchObject({
      errors: [{ message: 'The embedded GitHub does not serve Repository.stargazerCount.' }],
    });
  });

  it('boards to GITHUB_TOKEN and to Apps without that permission, which people may read', async () => {
    const query = inside('projectsV2(first: 1) { totalCount }');
    expect(await ask(query)).toEqual({ repository: { projectsV2: { totalCount: 0 } } });
    const tokens = [
      github.tokenFor({ workflow: 'ann/shop', permissions: { issues: 'write' } }),
      github.tokenFor({ app: 'crew', on: 'ann' }),
    ];
    for (const token of tokens) {
      await expect(ask(query, {}, token)).rejects.toThrow('Resource not accessible by integration');
    }
  });

  it('a stranger', async () => {
    const answer = await fetch(github.graphqlUrl, { method: 'POST', body: '{"query":"{ viewer { login } }"}' });
    expect(answer.status).toBe(401);
  });
});

describe('the cost of a query', () => {
  const price = async (fields: string, variables: object = {}, given = '') =>
    Object(await ask(`query${given} { rateLimit { cost nodeCount } ${fields} }`, variables)).rateLimit;

  it('is never less than one', async () => {
    expect(await price('viewer { login }')).toEqual({ cost: 1, nodeCount: 0 });
  });

  it('is that of the example in the documentation', async () => {
    const labels = 'issues(first: 50) { edges { node { labels(first: 60) { edges { node { name } } } } } }';
    const query = `viewer { repositories(first: 100) { edges { node { ${labels} } } } }`;
    expect(await price(query)).toEqual({ cost: 51, nodeCount: 305_100 });
  });

  it('follows fragments, variables and their defaults, and ids', async () => {
    const ids = Array.from({ length: 100 }, () => github.repository('ann/shop').nodeId);
    const query =
      'nodes(ids: $ids) { ... on Repository { issues(first: $n) { nodes { id } } labels(first: 1) { nodes { id } } } }';
    expect(await price(query, { ids }, '($ids: [ID!]!, $n: Int = 10)')).toEqual({ cost: 2, nodeCount: 1200 });
  });
});
