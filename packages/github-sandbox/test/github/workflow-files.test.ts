import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { inRepository, octokit, refusal } from '../support/repository.js';

const ci = '.github/workflows/ci.yml';

let github: EmbeddedGitHub;
let dir: string;
let token: string;

beforeEach(async () => {
  const files = { 'README.md': '# Shop\n', [ci]: 'on: push\n' };
  github = await startEmbeddedGitHub({ seed: { repositories: [{ owner: 'ann', name: 'shop', files }] } });
  dir = await mkdtemp(join(tmpdir(), 'workflow-files-'));
  token = github.tokenFor({ workflow: 'ann/shop', permissions: { contents: 'write' } });
});
afterEach(async () => {
  await github.close();
  await rm(dir, { recursive: true, force: true });
});

const bot = ['-c', 'user.name=bot', '-c', 'user.email=bot@example.com'];
const git = (...args: string[]) => promisify(execFile)('git', [...bot, ...args], { cwd: dir });

/** A branch with one commit and no parents, pushed with a job's token. */
async function pushOrphan(path: string): Promise<void> {
  await git('init', '--quiet', '--initial-branch=pages');
  await writeFile(join(dir, 'page.html'), '<p>Hello</p>\n');
  await git('add', '--all');
  await git(
    'update-index',
    '--add',
    '--cacheinfo',
    `100644,${(await git('hash-object', '-w', 'page.html')).stdout.trim()},${path}`,
  );
  await git('commit', '--quiet', '--message', 'first');
  const address = `${github.url.replace('://', `://x-access-token:${token}@`)}/ann/shop.git`;
  await git('push', '--quiet', address, 'HEAD:refs/heads/pages');
}

/** A ref to a commit of one file, made with a job's token through the API. */
async function refTo(path: string): Promise<number> {
  const { git: api } = octokit(github, token);
  const tree = await api.createTree({
    ...inRepository,
    tree: [{ path, mode: '100644', type: 'blob', content: 'on: issues\n' }],
  });
  const commit = await api.createCommit({ ...inRepository, message: 'first', tree: tree.data.sha, parents: [] });
  return (await api.createRef({ ...inRepository, ref: 'refs/crew/runs/1', sha: commit.data.sha })).status;
}

describe("what a job's token may do where the default branch has workflow files", () => {
  it('is a new ref without them: bots push orphan branches such as gh-pages', async () => {
    await pushOrphan('index.html');
    expect(github.effects).toMatchObject([{ kind: 'ref.created', subject: 'refs/heads/pages' }]);
    expect(await refTo('log.jsonl')).toBe(201);
  });

  it('is not a new ref with one that is new or different', async () => {
    await expect(pushOrphan(ci)).rejects.toThrow('without `workflows` permission');
    expect(await refusal(refTo(ci))).toMatchObject({ status: 403 });
    expect(github.effects).toEqual([]);
  });
});
