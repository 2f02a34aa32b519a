// The built-in action actions/checkout. run/load-action lists it.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { textAt } from '../json.js';
import { type BuiltInAction, type BuiltInResult, type BuiltInStep, isYes } from './built-in-action.js';
import { copyPackage } from './copy-package.js';

/** actions/checkout: clones with the job's token; a repository that is given as a folder is copied. */
export const checkout: BuiltInAction = {
  inputs: {
    repository: '',
    ref: '',
    token: '',
    'ssh-key': '',
    'persist-credentials': 'true',
    path: '',
    clean: 'true',
    filter: '',
    'sparse-checkout': '',
    'fetch-depth': '1',
    'fetch-tags': 'false',
    'show-progress': 'true',
    lfs: 'false',
    submodules: 'false',
    'set-safe-directory': 'true',
  },
  refused: ['ssh-key', 'filter', 'sparse-checkout', 'lfs', 'submodules'],
  run: checkOut,
};

async function checkOut(step: BuiltInStep): Promise<BuiltInResult> {
  const folder = resolve(step.workspace, step.input('path'));
  if (relative(step.workspace, folder).startsWith('..'))
    throw new Error(`the path '${step.input('path')}' is outside the workspace`);
  await mkdir(folder, { recursive: true });
  if (isYes(step.input('clean'))) await emptyFolder(folder);
  const repo = step.input('repository') || textAt(step.github, 'repository');
  const standIn = step.folders[repo];
  if (standIn !== undefined) return copyFolder(step, { repo, from: standIn, to: folder });
  const git = (...args: string[]): Promise<string> => runGit({ args, cwd: folder, env: step.env, signal: step.signal });
  const credentials = await prepareClone({ step, git, repo, folder });
  const wanted = wantedRef(step, repo);
  try {
    await git('fetch', '--no-tags', '--prune', ...depthOf(step), 'origin', ...refspecsOf(step, wanted));
    await git('checkout', '--quiet', '--force', ...(await targetOf(git, wanted)));
  } catch (thrown) {
    await credentials.forget();
    throw thrown;
  }
  const commit = await git('log', '-1', '--format=%H');
  step.log(`checked out ${repo} at ${commit}`);
  const outputs = { ref: wanted.ref, commit };
  if (isYes(step.input('persist-credentials'))) return { outputs, post: credentials.forget };
  await credentials.forget();
  return { outputs };
}

/** Copies a folder that stands for a repository. It has no history, so any ref gives its current content. */
async function copyFolder(
  step: BuiltInStep,
  { repo, from, to }: { repo: string; from: string; to: string },
): Promise<BuiltInResult> {
  const files = await copyPackage(from, to);
  step.log(`copied ${repo.split('/').at(-1)} from this machine: ${files.join(', ')}`);
  return { outputs: { ref: step.input('ref'), commit: '' } };
}

type Git = (...args: string[]) => Promise<string>;

/** The token is stored in a file of the runner, never in the clone, so that an upload of the workspace does not contain it. */
async function prepareClone({
  step,
  git,
  repo,
  folder,
}: {
  step: BuiltInStep;
  git: Git;
  repo: string;
  folder: string;
}): Promise<{ forget(): Promise<void> }> {
  const url = step.host.gitUrl(repo);
  const token = step.input('token') || step.token;
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  step.mask(basic);
  const file = join(step.temp, `git-credentials-${randomUUID()}.config`);
  const origin = /^https?:\/\/[^/]+/.exec(url)?.[0] ?? url;
  await git('init', '--quiet', '--initial-branch=main');
  await writeFile(file, `[http "${origin}/"]\n\textraheader = AUTHORIZATION: basic ${basic}\n`, { mode: 0o600 });
  // Written directly, because `git config` would need a process for each setting. Replaces what an earlier checkout wrote.
  const include = `[include]\n\tpath = ${quoted(file)}\n`;
  const remote = `[remote "origin"]\n\turl = ${quoted(url)}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
  const config = join(folder, '.git', 'config');
  const earlier = (await readFile(config, 'utf8')).replace(/^\[(remote "origin"|include)\]\n(\t.*\n)*/gm, '');
  await writeFile(config, earlier + remote + include);
  return {
    async forget() {
      await rm(file, { force: true });
      // The workspace may have been removed, and a step may have written other settings below ours.
      const text = await readFile(config, 'utf8').catch(() => null);
      if (text !== null) await writeFile(config, text.replace(include, ''));
    },
  };
}

/** A value for a configuration file of git. */
const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

/** One of both may be ''. */
interface CheckoutTarget {
  /** A full ref, a branch or tag by its short name, or `HEAD` (the default branch); '' if only the commit is known. */
  ref: string;
  /** '' if the ref's present commit is wanted. */
  commit: string;
}

/** The ref and commit to check out. Without input `ref`: the run's commit in its own repository, the default branch in others. */
function wantedRef(step: BuiltInStep, repo: string): CheckoutTarget {
  const given = step.input('ref');
  if (/^[0-9a-f]{40}$/.test(given)) return { ref: '', commit: given };
  if (given !== '') return { ref: given, commit: '' };
  if (repo !== textAt(step.github, 'repository')) return { ref: 'HEAD', commit: '' };
  return { ref: textAt(step.github, 'ref'), commit: textAt(step.github, 'sha') };
}

/** What to fetch. The wanted ref comes first, because `git rev-parse FETCH_HEAD` gives the first one. */
function refspecsOf(step: BuiltInStep, { ref, commit }: CheckoutTarget): string[] {
  if (step.input('fetch-depth') === '0') {
    const everything = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*'];
    return commit === '' ? [...explicitRef(ref), ...everything] : [commit, ...everything];
  }
  const tags = isYes(step.input('fetch-tags')) ? ['+refs/tags/*:refs/tags/*'] : [];
  return [commit || (ref === 'HEAD' ? ref : `+${ref}`), ...tags];
}

/** Branches and tags by their short names are found among all that were fetched; HEAD and other refs must be fetched explicitly. */
function explicitRef(ref: string): string[] {
  return ref === 'HEAD' || (ref.startsWith('refs/') && branchOf(ref) === undefined) ? [ref] : [];
}

/** The short name of a branch, which may also be that of a tag. Undefined for other full refs, HEAD and no ref. */
function branchOf(ref: string): string | undefined {
  if (ref.startsWith('refs/')) return /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  return ref === 'HEAD' || ref === '' ? undefined : ref;
}

function depthOf(step: BuiltInStep): string[] {
  const depth = step.input('fetch-depth');
  return depth === '0' ? [] : [`--depth=${depth}`];
}

/** A branch becomes a local branch that tracks origin; everything else a detached HEAD. */
async function targetOf(git: Git, { ref, commit }: CheckoutTarget): Promise<string[]> {
  const branch = branchOf(ref);
  const start = commit || (await startOf(git, branch ?? ref));
  if (branch === undefined) return ['--detach', start];
  const isTag = commit === '' && (await git('ls-remote', 'origin', `refs/heads/${branch}`)) === '';
  if (isTag) return ['--detach', start];
  await git('update-ref', `refs/remotes/origin/${branch}`, start);
  return ['-B', branch, start];
}

/** The fetched commit of a branch or tag. FETCH_HEAD is that of full refs, of HEAD, and of any ref that was fetched without a name here. */
async function startOf(git: Git, name: string): Promise<string> {
  for (const candidate of [`refs/remotes/origin/${name}`, `refs/tags/${name}`]) {
    const found = await git('rev-parse', '--verify', '--quiet', `${candidate}^{commit}`).catch(() => '');
    if (found !== '') return found;
  }
  return git('rev-parse', 'FETCH_HEAD');
}

async function emptyFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) await rm(join(folder, entry), { recursive: true, force: true });
}

interface GitCall {
  args: string[];
  cwd: string;
  env: Record<string, string>;
  signal: AbortSignal;
}

/** Runs git without the user's configuration. */
function runGit({ args, cwd, env, signal }: GitCall): Promise<string> {
  const quiet = { ...env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
  return new Promise((done, fail) => {
    execFile('git', args, { cwd, env: quiet, signal, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) done(stdout.trim());
      else fail(new Error(`git ${args[0] ?? ''} failed: ${stderr.trim() || error.message}`, { cause: error }));
    });
  });
}
