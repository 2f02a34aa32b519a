import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from 'github-sandbox/testing';
import { type Ran, runCrew } from '../build/crew.js';
import { newFolder } from '../build/folder.js';

let github: EmbeddedGitHub;

beforeEach(async () => {
  github = await startEmbeddedGitHub({
    seed: {
      users: ['ann', 'maya', 'sam'],
      repositories: [
        {
          owner: 'ann',
          name: 'shop',
          files: { 'README.md': '# shop\n' },
          collaborators: { maya: 'write' },
          issues: [{ title: 'One', body: 'The total is one too low. It should count the first row as well.' }],
        },
      ],
    },
  });
});
afterEach(() => github.close());

const repository = () => github.repository('ann/shop');
const thread = () => repository().issues[0]?.comments.map(({ author, body }) => ({ by: author.login, body })) ?? [];
const refs = () => github.effects.filter(({ kind }) => kind.startsWith('ref.'));

interface Step {
  readonly by?: string;
  readonly says: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly home?: string;
}

/** One step of the Action, started by a comment, as the runner would start it. */
async function step({
  by = 'maya',
  says,
  inputs = {},
  home,
}: Step): Promise<Ran & { outputs: string; summary: string }> {
  const folder = home ?? (await newFolder());
  const answer = await fetch(`${github.apiUrl}/repos/ann/shop/issues/1/comments`, {
    method: 'POST',
    headers: { authorization: `token ${github.tokenFor({ user: by })}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body: says }),
  });
  const comment = (await answer.json()) as { user: unknown };
  const payload = {
    action: 'created',
    issue: { number: 1 },
    comment,
    sender: comment.user,
    repository: { full_name: 'ann/shop' },
  };
  return again({ folder, payload, inputs });
}

async function again({
  folder,
  payload,
  inputs,
}: {
  folder: string;
  payload: unknown;
  inputs: Readonly<Record<string, string>>;
}) {
  const files = {
    event: path.join(folder, 'event.json'),
    output: path.join(folder, 'output'),
    summary: path.join(folder, 'summary'),
  };
  await Promise.all([
    writeFile(files.event, JSON.stringify(payload)),
    writeFile(files.output, ''),
    writeFile(files.summary, ''),
  ]);
  const token = github.tokenFor({
    workflow: 'ann/shop',
    permissions: { contents: 'write', issues: 'write', pull_requests: 'write', metadata: 'read' },
  });
  const env = {
    GITHUB_EVENT_NAME: 'issue_comment',
    GITHUB_EVENT_PATH: files.event,
    GITHUB_REPOSITORY: 'ann/shop',
    GITHUB_RUN_ID: '77',
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_SERVER_URL: github.url,
    GITHUB_OUTPUT: files.output,
    GITHUB_STEP_SUMMARY: files.summary,
    INPUT_TOKEN: token,
    ...inputs,
  };
  const ran = await runCrew([], { env, script: 'dist/action.js', cwd: folder });
  return { ...ran, outputs: await readFile(files.output, 'utf8'), summary: await readFile(files.summary, 'utf8') };
}

describe('the Action', () => {
  it('answers /crew help with one comment, outputs and a summary', async () => {
    const { code, outputs, summary } = await step({ says: '/crew help' });
    expect(code).toBe(0);
    expect(thread().filter(({ by }) => by === 'github-actions[bot]')).toHaveLength(1);
    expect(outputs).toMatch(/run-id<<\S+\n\n/);
    expect(summary).toContain('/crew status');
  });

  it('makes no ref for what is answered at once: it is no run', async () => {
    await step({ says: '/crew status' });
    await step({ says: '/crew help' });
    const headers = { authorization: `token ${github.tokenFor({ user: 'ann' })}` };
    const found = await fetch(`${github.apiUrl}/repos/ann/shop/git/matching-refs/crew`, { headers });
    expect(await found.json()).toEqual([]);
    expect(refs()).toEqual([]);
  });

  it('started again for the same event, changes nothing', async () => {
    const folder = await newFolder();
    await step({ says: '/crew help', home: folder });
    const before = github.effects.length;
    const payload = JSON.parse(await readFile(path.join(folder, 'event.json'), 'utf8'));
    expect(await again({ folder, payload, inputs: {} })).toMatchObject({ code: 0 });
    expect(github.effects.slice(before)).toEqual([]);
  });

  it('of two at once for the same event, leaves one answer at the latest when it is heard again', async () => {
    const folder = await newFolder();
    await step({ says: 'hello', home: folder });
    const payload = JSON.parse(await readFile(path.join(folder, 'event.json'), 'utf8'));
    const asked = { ...payload, comment: { ...payload.comment, body: '/crew help' } };
    const folders = await Promise.all([newFolder(), newFolder()]);
    await Promise.all(folders.map((each) => again({ folder: each, payload: asked, inputs: {} })));
    await again({ folder: await newFolder(), payload: asked, inputs: {} });
    expect(thread().filter(({ by }) => by === 'github-actions[bot]')).toHaveLength(1);
  });

  it("starts nothing for a stranger's /crew fix: no comment, no reaction, no ref", async () => {
    const { code, outputs } = await step({ by: 'sam', says: '/crew fix' });
    expect(code).toBe(0);
    expect(thread()).toHaveLength(1);
    expect(refs()).toEqual([]);
    expect(outputs).toContain('run-id<<');
  });

  it('asks GitHub nothing when the comment asks crew nothing', async () => {
    const before = github.requests.length;
    await step({ says: 'a good day to all' });
    expect(github.requests.slice(before).filter(({ method }) => method === 'GET')).toEqual([]);
  });

  it.each(['schedule', 'issues'])('on %s does what its workflow file names, whoever caused it', async (name) => {
    const payload = {
      action: 'opened',
      sender: { login: 'sam', id: 3, type: 'User' },
      issue: { number: 1 },
      repository: { full_name: 'ann/shop' },
    };
    const inputs = { GITHUB_EVENT_NAME: name, INPUT_COMMAND: 'facilitate' };
    const { code, out, outputs, summary } = await again({
      folder: await newFolder(),
      payload: name === 'schedule' ? {} : payload,
      inputs,
    });
    expect(code).toBe(0);
    expect(outputs).toMatch(/status<<\S+\nsucceeded\n/);
    expect(out).not.toContain('::warning::');
    expect(outputs).toMatch(/next-agent<<\S+\neditor\n/);
    expect(outputs).toContain('target-issues<<');
    expect(summary).toContain('#1');
  });

  it('warns, and is not red, where not everything could be looked at', async () => {
    const inputs = { GITHUB_EVENT_NAME: 'schedule', INPUT_COMMAND: 'facilitate', INPUT_PROJECT: '99' };
    const { code, out, outputs } = await again({ folder: await newFolder(), payload: {}, inputs });
    expect(code).toBe(0);
    expect(outputs).toMatch(/status<<\S+\npartial\n/);
    expect(out).toContain('::warning::');
  });

  it('as gate says that nothing proceeds, and answers what is wrong', async () => {
    const { outputs } = await step({ says: '/crew hlep', inputs: { INPUT_PHASE: 'gate' } });
    expect(outputs).toMatch(/proceed<<\S+\nfalse\n/);
    expect(thread().at(-1)?.body).toContain('`/crew help`');
  });

  it('refuses a phase that it does not know', async () => {
    const { code, out } = await step({ says: '/crew help', inputs: { INPUT_PHASE: 'lunch' } });
    expect(code).toBe(2);
    expect(out).toContain('::error::');
  });

  it('says that a token is refused, and writes nothing', async () => {
    const { code, out } = await step({ says: '/crew help', inputs: { INPUT_TOKEN: 'ghs_nothing' } });
    expect(code).toBe(4);
    expect(out).toContain('a token that GitHub accepts');
    expect(thread()).toHaveLength(1);
  });
});
