// Every door of GitHub that leads to `/crew fix`, with GitHub's own payloads and the real gate: each begins one run, for the issue
// or pull request it stands on, and none of them for somebody who may not ask.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import type { GitHubEvent } from 'github-sandbox';
import { type EmbeddedGitHub, growBranch, startEmbeddedGitHub } from 'github-sandbox/testing';
import { runAction } from '../../src/action/run-phase.js';
import { readManifest } from '../../src/sample/index.js';
import { newFolder } from '../build/folder.js';

const at = { owner: 'ann', repo: 'shop' } as const;
const DISPATCHED = `on:
  workflow_dispatch:
    inputs:
      command: { type: string }
      issue: { type: string }
jobs: {}
`;
const [ISSUE, PULL] = [1, 2] as const;

let github: EmbeddedGitHub;
/** What GitHub told of it, the newest last. */
let told: GitHubEvent[];
let head: string;

beforeEach(async () => {
  const issue = { title: 'The cart forgets', body: 'total(2, 3) in cart.js should give 5.', author: 'sam' };
  github = await startEmbeddedGitHub({
    seed: {
      users: ['ann', 'maya', 'sam'],
      repositories: [
        {
          ...at,
          name: at.repo,
          files: {
            'cart.js': 'export const total = (a, b) => a - b;\n',
            '.github/workflows/crew.yml': DISPATCHED,
          },
          collaborators: { maya: 'write' },
          issues: [issue],
          labels: ['crew:fix'],
        },
      ],
      apps: [{ ...readManifest(), owner: 'ann', installations: [{ account: 'ann' }] }],
    },
  });
  head = await growBranch(as('maya'), {
    ...at,
    branch: 'cart',
    files: { 'cart.js': 'export const total = (a) => a;\n' },
  });
  await as('maya').pulls.create({ ...at, title: 'A cart', body: 'It counts.', head: 'cart', base: 'main' });
  told = [];
  github.on('event', (event) => told.push(event));
});
afterEach(() => github.close());

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const as = (user: string) => new Octokit({ baseUrl: github.apiUrl, auth: github.tokenFor({ user }), log: silent });

/** The newest event of a name. */
const newest = (name: string) => told.findLast((each) => each.name === name);

/** The job gate, started by an event; gives its outputs. */
async function gate(
  event: GitHubEvent | undefined,
  token = workflowToken(),
): Promise<Readonly<Record<string, string>>> {
  const folder = await newFolder();
  const [payload, output] = [path.join(folder, 'event.json'), path.join(folder, 'output')];
  await Promise.all([writeFile(payload, JSON.stringify(event?.payload)), writeFile(output, '')]);
  const { inputs } = (event?.payload ?? {}) as { inputs?: { command?: string } };
  const env = {
    GITHUB_EVENT_NAME: event?.name,
    GITHUB_EVENT_PATH: payload,
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REPOSITORY: 'ann/shop',
    GITHUB_RUN_ID: '77',
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_SERVER_URL: github.url,
    GITHUB_OUTPUT: output,
    INPUT_PHASE: 'gate',
    INPUT_COMMAND: inputs?.command ?? '',
    INPUT_TOKEN: token,
  };
  const said: string[] = [];
  const code = await runAction({ env, out: (text) => said.push(text), err: (text) => said.push(text) });
  if (code !== 0) throw new Error(said.join(''));
  const text = await readFile(output, 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^(\S+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(([, key, , value]) => [key, value]),
  );
}

const WRITES = {
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  checks: 'write',
  actions: 'write',
} as const;
const workflowToken = () => github.tokenFor({ workflow: 'ann/shop', permissions: { ...WRITES, metadata: 'read' } });
const appToken = () => github.tokenFor({ app: 'crew', on: 'ann' });

/** The commit that the work job would check out. */
const commitOf = async (ref = '') => (await as('ann').repos.getCommit({ ...at, ref })).data.sha;
const tipOf = async (branch: string) => (await as('ann').git.getRef({ ...at, ref: `heads/${branch}` })).data.object.sha;
/** Names of the runs that are recorded about a subject. */
async function runs(issue: number = ISSUE): Promise<readonly string[]> {
  const ref = `refs/crew/subjects/${issue === ISSUE ? 'issue' : 'pr'}-${issue}`;
  const found = await as('ann')
    .repos.getContent({ ...at, path: 'record.json', ref })
    .catch(() => null);
  const text = found && Buffer.from((found.data as { content: string }).content, 'base64').toString();
  return text ? (JSON.parse(text) as { runs: { run: string }[] }).runs.map(({ run }) => run) : [];
}

/** What somebody does at a door, and the event that tells of it. */
const doors: readonly [string, typeof ISSUE | typeof PULL, string, (who: string) => Promise<unknown>][] = [
  [
    'a comment on an issue',
    ISSUE,
    'issue_comment',
    (who) => as(who).issues.createComment({ ...at, issue_number: ISSUE, body: '/crew fix' }),
  ],
  [
    'a comment on a pull request',
    PULL,
    'issue_comment',
    (who) => as(who).issues.createComment({ ...at, issue_number: PULL, body: '/crew fix' }),
  ],
  [
    'the body of a review',
    PULL,
    'pull_request_review',
    (who) =>
      as(who).pulls.createReview({
        ...at,
        pull_number: PULL,
        event: 'COMMENT',
        body: 'It only counts one.\n\n/crew fix',
      }),
  ],
  [
    'a remark beside a line',
    PULL,
    'pull_request_review_comment',
    (who) =>
      as(who).pulls.createReview({
        ...at,
        pull_number: PULL,
        event: 'COMMENT',
        body: 'Nearly.',
        comments: [{ path: 'cart.js', line: 1, side: 'RIGHT', body: '/crew fix add b as well' }],
      }),
  ],
];

/** Those at which GitHub itself lets nobody stand who may not write. */
const guarded: typeof doors = [
  [
    'the label',
    ISSUE,
    'issues',
    (who) => as(who).issues.addLabels({ ...at, issue_number: ISSUE, labels: ['crew:fix'] }),
  ],
  [
    'the form of Actions',
    ISSUE,
    'workflow_dispatch',
    (who) =>
      as(who).actions.createWorkflowDispatch({
        ...at,
        workflow_id: 'crew.yml',
        ref: 'main',
        inputs: { command: 'fix', issue: String(ISSUE) },
      }),
  ],
];

describe('a door that leads to /crew fix', () => {
  it.each([...doors, ...guarded])('%s begins one run, for what it stands on', async (_, issue, name, open) => {
    await open('maya');
    const event = newest(name);
    const outputs = await gate(event);
    const subject = `${issue === ISSUE ? 'issue' : 'pr'}-${issue}`;
    expect(outputs).toMatchObject({ proceed: 'true', subject, group: `crew-${subject}` });
    expect(await commitOf(outputs.ref)).toBe(issue === PULL ? head : await tipOf('main'));
    expect(outputs['run-id']).toMatch(new RegExp(`^fix-${issue}-[0-9a-f]+$`));
    expect(await runs(issue)).toEqual([outputs['run-id']]);
    // The same delivery, told twice.
    const again = await gate(event);
    expect(again['run-id']).toBe(outputs['run-id']);
    expect(await runs(issue)).toHaveLength(1);
  });

  it('an assignment to the App begins one, where the App is the one who works', async () => {
    await as('maya').issues.update({ ...at, issue_number: ISSUE, assignees: ['crew[bot]'] });
    const outputs = await gate(newest('issues'), appToken());
    expect(outputs.proceed).toBe('true');
    expect(await commitOf(outputs.ref)).toBe(await tipOf('main'));
    expect(await runs()).toEqual([outputs['run-id']]);
  });

  it('an assignment to anybody else begins none', async () => {
    await as('maya').issues.update({ ...at, issue_number: ISSUE, assignees: ['maya'] });
    expect(await gate(newest('issues'), appToken())).toMatchObject({ proceed: 'false' });
    await as('maya').issues.update({ ...at, issue_number: ISSUE, assignees: ['crew[bot]'] });
    expect(await gate(newest('issues'), workflowToken())).toMatchObject({ proceed: 'false' });
    expect(await runs()).toEqual([]);
  });

  it.each(doors)('%s is met with silence where sam stands, who may not write', async (_, __, name, open) => {
    await open('sam');
    const before = github.effects.length;
    expect(await gate(newest(name))).toMatchObject({ proceed: 'false', 'run-id': '' });
    expect(github.effects.slice(before)).toEqual([]);
  });

  it.each(guarded)('%s is shut by GitHub for sam', async (_, __, name, open) => {
    await expect(open('sam')).rejects.toMatchObject({ status: expect.any(Number) });
    expect(told.filter((each) => each.name === name)).toEqual([]);
  });

  it('is acknowledged where whoever asked looks: on the comment, and on the remark', async () => {
    for (const [, , name, open] of doors) {
      await open('maya');
      await gate(newest(name));
    }
    const eyes = github.effects.filter(({ kind }) => kind === 'reaction.created');
    expect(eyes.map(({ actor, detail }) => [actor, detail.content])).toEqual(
      eyes.map(() => ['github-actions[bot]', 'eyes']),
    );
    expect(eyes.length).toBeGreaterThanOrEqual(2);
  });
});
