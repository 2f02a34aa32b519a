import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GitHubEvent } from '../../src/github/index.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

const run = promisify(execFile);
let github: EmbeddedGitHub;
let folder: string;
const events: GitHubEvent[] = [];

beforeAll(async () => {
  github = await startEmbeddedGitHub({ seed: sampleSeed });
  folder = await mkdtemp(join(tmpdir(), 'clones-'));
  github.on('event', (event) => events.push(event));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await github.close();
});

/** git as crew runs it: the token in a header of its own, nothing asked of a terminal. */
async function git(args: string[], { token, cwd = folder }: { token?: string; cwd?: string } = {}): Promise<string> {
  const header = `http.extraheader=AUTHORIZATION: basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  const who = ['-c', 'user.name=Crew', '-c', 'user.email=crew@example.com'];
  const env = {
    PATH: process.env.PATH,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const { stdout } = await run('git', [...(token === undefined ? [] : ['-c', header]), ...who, ...args], { cwd, env });
  return stdout.trim();
}

const clone = async (name: string, token?: string, repository = 'shop') => {
  await git(['clone', '--quiet', `${github.url}/ann/${repository}.git`, name], token === undefined ? {} : { token });
  return join(folder, name);
};

const commit = async (cwd: string, path: string, text: string) => {
  await run('mkdir', ['-p', join(cwd, path, '..')]);
  await writeFile(join(cwd, path), text);
  await git(['add', '-A'], { cwd });
  await git(['commit', '--quiet', '-m', `Change ${path}`], { cwd });
  return git(['rev-parse', 'HEAD'], { cwd });
};

const contents = { app: 'crew', on: 'ann', permissions: { contents: 'write' } } as const;

describe('git over HTTP', () => {
  it('clones what is public without a token', async () => {
    const cwd = await clone('public');
    expect(await readFile(join(cwd, 'src/cart.js'), 'utf8')).toBe('export const cart = [];\n');
  });

  it('shows what is private only with a token', async () => {
    await expect(clone('stranger', undefined, 'vault')).rejects.toThrow('could not read Username');
    await expect(clone('eve', github.tokenFor({ user: 'eve' }), 'vault')).rejects.toThrow('not found');
    expect(await clone('vault', github.tokenFor(contents), 'vault')).toContain('vault');
  });

  it('takes a push, and the API and the log of effects know it at once', async () => {
    const token = github.tokenFor(contents);
    const cwd = await clone('push', token);
    const before = await git(['rev-parse', 'HEAD'], { cwd });
    const sha = await commit(cwd, 'src/cart.js', 'export const cart = new Map();\n');
    await git(['push', '--quiet', 'origin', 'main'], { cwd, token });
    expect((await octokit(github).git.getRef({ ...inRepository, ref: 'heads/main' })).data.object.sha).toBe(sha);
    expect(github.effects.at(-1)).toMatchObject({
      actor: 'crew[bot]',
      kind: 'ref.updated',
      subject: 'refs/heads/main',
      detail: { before, after: sha },
    });
    expect(events.at(-1)).toMatchObject({
      name: 'push',
      payload: { after: sha, head_commit: { modified: ['src/cart.js'] } },
    });
  });

  it('tells a new branch twice, as GitHub does: push and create', async () => {
    const token = github.tokenFor(contents);
    const cwd = await clone('branch', token);
    await git(['push', '--quiet', 'origin', 'HEAD:refs/heads/topic'], { cwd, token });
    expect(events.slice(-2)).toMatchObject([
      { name: 'push', payload: { ref: 'refs/heads/topic', created: true } },
      { name: 'create', payload: { ref: 'topic', ref_type: 'branch' } },
    ]);
  });

  it('tells no event for refs that are neither branch nor tag', async () => {
    const token = github.tokenFor(contents);
    const cwd = await clone('hidden', token);
    const before = events.length;
    await git(['push', '--quiet', 'origin', 'HEAD:refs/crew/runs/1'], { cwd, token });
    expect(events.length).toBe(before);
    expect(github.effects.at(-1)).toMatchObject({ kind: 'ref.created', subject: 'refs/crew/runs/1' });
  });

  it('refuses a push of who may not write, and leaves no effect', async () => {
    const token = github.tokenFor({ user: 'rex' });
    const cwd = await clone('reader', token);
    await commit(cwd, 'src/cart.js', 'mine');
    const before = github.effects.length;
    await expect(git(['push', 'origin', 'HEAD:refs/heads/mine'], { cwd, token })).rejects.toThrow('403');
    expect(github.effects.length).toBe(before);
  });

  it('refuses workflow files of an App without that permission, and takes them of a person', async () => {
    const token = github.tokenFor(contents);
    const cwd = await clone('workflow', token);
    await commit(cwd, '.github/workflows/ci.yml', 'on: push\n');
    const push = (by: string) => git(['push', '--quiet', 'origin', 'HEAD:refs/heads/ci'], { cwd, token: by });
    await expect(push(token)).rejects.toThrow('without `workflows` permission');
    await push(github.tokenFor({ user: 'bob' }));
    expect(github.effects.at(-1)).toMatchObject({ actor: 'bob', kind: 'ref.created', subject: 'refs/heads/ci' });
  });
});

describe('refs', () => {
  const app = () => octokit(github, github.tokenFor(contents));
  const head = async () => (await app().git.getRef({ ...inRepository, ref: 'heads/main' })).data.object.sha;

  it('are created once', async () => {
    const lease = { ...inRepository, ref: 'refs/crew/lease/issue-1', sha: await head() };
    expect((await app().git.createRef(lease)).status).toBe(201);
    expect(await refusal(app().git.createRef(lease))).toMatchObject({
      status: 422,
      message: 'Reference already exists',
    });
  });

  it('are created by exactly one of many who try at once', async () => {
    const lease = { ...inRepository, ref: 'refs/crew/lease/issue-2', sha: await head() };
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => app().git.createRef(lease)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(github.effects.filter(({ subject }) => subject === lease.ref)).toHaveLength(1);
  });

  it('go forward, and back only by force', async () => {
    const first = await head();
    const tree = (await app().git.getCommit({ ...inRepository, commit_sha: first })).data.tree.sha;
    const { data } = await app().git.createCommit({ ...inRepository, message: 'Next', tree, parents: [first] });
    await app().git.createRef({ ...inRepository, ref: 'refs/heads/steps', sha: first });
    await app().git.updateRef({ ...inRepository, ref: 'heads/steps', sha: data.sha });
    const back = { ...inRepository, ref: 'heads/steps', sha: first };
    expect(await refusal(app().git.updateRef(back))).toMatchObject({
      status: 422,
      message: 'Update is not a fast forward',
    });
    expect((await app().git.updateRef({ ...back, force: true })).data.object.sha).toBe(first);
  });

  it('are found by the beginning of their name, and deleted', async () => {
    const sha = await head();
    for (const n of [1, 2]) await app().git.createRef({ ...inRepository, ref: `refs/crew/ledger/${n}`, sha });
    const { data } = await app().git.listMatchingRefs({ ...inRepository, ref: 'crew/ledger/' });
    expect(data.map(({ ref }) => ref)).toEqual(['refs/crew/ledger/1', 'refs/crew/ledger/2']);
    await app().git.deleteRef({ ...inRepository, ref: 'crew/ledger/1' });
    const gone = { ...inRepository, ref: 'crew/ledger/1' };
    expect(await refusal(app().git.getRef(gone))).toMatchObject({ status: 404 });
    expect(await refusal(app().git.deleteRef(gone))).toMatchObject({
      status: 422,
      message: 'Reference does not exist',
    });
  });

  it('refuse names that are none and objects that are not there', async () => {
    const sha = await head();
    expect(await refusal(app().git.createRef({ ...inRepository, ref: 'heads/x', sha }))).toMatchObject({ status: 422 });
    expect(await refusal(app().git.createRef({ ...inRepository, ref: 'refs/heads/a..b', sha }))).toMatchObject({
      status: 422,
    });
    expect(
      await refusal(app().git.createRef({ ...inRepository, ref: 'refs/heads/y', sha: 'f'.repeat(40) })),
    ).toMatchObject({
      status: 422,
      message: 'Object does not exist',
    });
  });

  it('do not bring workflow files in by the back door', async () => {
    const first = await head();
    const changes = [
      { path: '.github/workflows/evil.yml', mode: '100644', type: 'blob', content: 'on: push\n' },
    ] as const;
    const { data: tree } = await app().git.createTree({ ...inRepository, base_tree: first, tree: [...changes] });
    const { data } = await app().git.createCommit({
      ...inRepository,
      message: 'Evil',
      tree: tree.sha,
      parents: [first],
    });
    const call = app().git.createRef({ ...inRepository, ref: 'refs/heads/evil', sha: data.sha });
    expect(await refusal(call)).toMatchObject({ status: 403, message: 'Resource not accessible by integration' });
  });
});

describe('git objects', () => {
  const app = () => octokit(github, github.tokenFor(contents));

  it('make a commit from blobs and trees that git itself checks out', async () => {
    const base = (await app().git.getRef({ ...inRepository, ref: 'heads/main' })).data.object.sha;
    const { data: blob } = await app().git.createBlob({ ...inRepository, content: 'AP8A', encoding: 'base64' });
    const { data: tree } = await app().git.createTree({
      ...inRepository,
      base_tree: base,
      tree: [
        { path: 'logo.bin', mode: '100644', type: 'blob', sha: blob.sha },
        { path: 'docs/guide.md', mode: '100644', type: 'blob', content: '# Guide 字\n' },
        { path: 'README.md', mode: '100644', type: 'blob', sha: null },
      ],
    });
    const { data } = await app().git.createCommit({
      ...inRepository,
      message: 'By API',
      tree: tree.sha,
      parents: [base],
    });
    await app().git.createRef({ ...inRepository, ref: 'refs/heads/by-api', sha: data.sha });
    const cwd = await clone('by-api');
    await git(['checkout', '--quiet', 'by-api'], { cwd });
    expect(await readFile(join(cwd, 'logo.bin'))).toEqual(Buffer.from([0, 255, 0]));
    expect((await git(['ls-files'], { cwd })).split('\n')).toEqual(['docs/guide.md', 'logo.bin', 'src/cart.js']);
    expect(data.verification).toMatchObject({ verified: true, reason: 'valid' });
  });

  it('sign nothing that names its own author', async () => {
    const base = (await app().git.getRef({ ...inRepository, ref: 'heads/main' })).data.object.sha;
    const tree = (await app().git.getCommit({ ...inRepository, commit_sha: base })).data.tree.sha;
    const author = { name: 'Ann', email: 'ann@example.com' };
    const { data } = await app().git.createCommit({
      ...inRepository,
      message: 'As Ann',
      tree,
      parents: [base],
      author,
    });
    expect(data).toMatchObject({ author, verification: { verified: false, reason: 'unsigned' } });
  });

  it('refuse paths that leave the tree', async () => {
    for (const path of ['../up', '.git/config', 'a//b', '']) {
      const entry = { path, mode: '100644', type: 'blob', content: 'x' } as const;
      expect(await refusal(app().git.createTree({ ...inRepository, tree: [entry] }))).toMatchObject({ status: 422 });
    }
  });

  it('are read as blob, tree, contents, commit and branch', async () => {
    const rest = octokit(github);
    const { data: file } = await rest.repos.getContent({ ...inRepository, path: 'README.md', ref: 'main' });
    expect(file).toMatchObject({ type: 'file', encoding: 'base64' });
    const { data: dir } = await rest.repos.getContent({ ...inRepository, path: '' });
    expect(dir).toMatchObject([{ name: 'README.md' }, { name: 'src', type: 'dir' }]);
    const { data: tree } = await rest.git.getTree({ ...inRepository, tree_sha: 'main', recursive: '1' });
    expect(tree.tree.map(({ path }) => path)).toEqual(['README.md', 'src', 'src/cart.js']);
    const { data: blob } = await rest.git.getBlob({ ...inRepository, file_sha: tree.tree[0]?.sha ?? '' });
    expect(Buffer.from(blob.content, 'base64').toString()).toBe('# Shop\n');
    const { data: branch } = await rest.repos.getBranch({ ...inRepository, branch: 'main' });
    const { data: commits } = await rest.repos.listCommits({ ...inRepository, path: 'src/cart.js' });
    expect(commits[0]?.sha).toBe(branch.commit.sha);
    const { data: full } = await rest.repos.getCommit({ ...inRepository, ref: 'main' });
    expect(full.files).toMatchObject([{ filename: 'src/cart.js', status: 'modified', additions: 1, deletions: 1 }]);
    expect((await rest.repos.listBranches(inRepository)).data.map(({ name }) => name)).toContain('main');
  });

  it('are not found where they are not', async () => {
    const rest = octokit(github);
    expect(await refusal(rest.repos.getContent({ ...inRepository, path: 'nothing.md' }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(rest.repos.getContent({ ...inRepository, path: 'README.md', ref: 'nowhere' }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(rest.git.getBlob({ ...inRepository, file_sha: 'f'.repeat(40) }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(rest.repos.getBranch({ ...inRepository, branch: 'nope' }))).toMatchObject({
      status: 404,
      message: 'Branch not found',
    });
  });
});
