// A temporary git repository for the intermediate commits of a run, such as one for each task of a build. It reads the clone's objects through
// alternates and shares nothing else: configuration, attributes, hooks, merge drivers and filters of the clone do not apply. The clone is
// written only by `keep`, which fetches a new branch. Opened by services/environment.ts.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../ports/errors.js';
import type { Diff, RunRepository, TaskTree, TextCommit } from '../ports/index.js';
import { baseCommitOf } from './base-commit/index.js';
import { gitArgs, gitEnv, gitOutput, pathInClone, runGit } from './git/index.js';
import type { Content } from './workspace/diff/content.js';
import { diffOf } from './workspace/diff/format.js';
import { openWorkspace } from './workspace/index.js';
import { openWorktree, type WorktreePlace } from './worktrees/index.js';
import { shareInstalls } from './worktrees/share-installs.js';

export interface RunRepositoryOptions {
  /** The working tree: absolute, real path. */
  readonly root: string;
  /** The commit that the run starts from. */
  readonly base: string;
  /** Where worktrees are created. */
  readonly place: Omit<WorktreePlace, 'repository'>;
}

/** Files are compared and merged as bytes. */
const ATTRIBUTES = '* -text -filter -ident -working-tree-encoding !eol !merge !diff\n';
/** Fixed names and dates, so that the same change on the same commit gives the same id on every machine. */
const IDENTITY = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'crew'],
    [`GIT_${who}_EMAIL`, 'crew@localhost'],
    [`GIT_${who}_DATE`, '2000-01-01T00:00:00Z'],
  ]),
);

/** Opens an empty repository that reads the objects of the clone around `root`. */
export async function openRunRepository({ root, base, place }: RunRepositoryOptions): Promise<RunRepository> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'crew-run-')));
  try {
    const prefix = await pathInClone(root);
    const format = (await gitOutput(root, ['rev-parse', '--show-object-format'])) ?? 'sha1';
    const objects = await gitOutput(root, ['rev-parse', '--path-format=absolute', '--git-path', 'objects']);
    const tree = await gitOutput(root, ['rev-parse', '--verify', '--end-of-options', `${base}^{tree}`]);
    if (objects === null || tree === null) throw new Error(`${base} is no commit of ${root}`);
    const git = gitIn(folder);
    await git(['init', '--quiet', '--template=', `--object-format=${format}`, '.']);
    await mkdir(path.join(folder, '.git/info'), { recursive: true });
    await writeFile(path.join(folder, '.git/info/attributes'), ATTRIBUTES);
    await writeFile(path.join(folder, '.git/objects/info/alternates'), `${objects}\n`);
    const firstCommit = (await git(['commit-tree', '-m', 'base', tree])).trim();
    return repositoryIn({ folder, prefix, git, firstCommit, root, base, place });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

type Git = (
  args: readonly string[],
  options?: { readonly input?: string; readonly index?: string; readonly exitCodes?: readonly number[] },
) => Promise<string>;

const MAX_BYTES = 512 * 1024 * 1024;

/** Runs git in the folder. Rejects with git's message for exit codes other than `exitCodes`. */
const gitIn =
  (folder: string): Git =>
  (args, { input = '', index, exitCodes = [0] } = {}) =>
    new Promise((resolve, reject) => {
      const { PATH = '' } = process.env;
      const env = { ...gitEnv({ PATH }), ...IDENTITY, ...(index ? { GIT_INDEX_FILE: index } : {}) };
      const options = { cwd: folder, env, maxBuffer: MAX_BYTES };
      const child = execFile('git', [...gitArgs(), ...args], options, (error, out, err) => {
        const code = error ? Number(error.code) : 0;
        if (exitCodes.includes(code)) resolve(out);
        else reject(new Error(`git ${args[0]} ended with ${error?.code}: ${err.slice(0, 500)}`));
      });
      child.stdin?.on('error', () => undefined).end(input);
    });

interface OpenRepository extends RunRepositoryOptions {
  readonly folder: string;
  /** The path of the tree in its clone: empty, or with a trailing slash. */
  readonly prefix: string;
  readonly git: Git;
  /** A commit without parents that has the tree of `base`. */
  readonly firstCommit: string;
}

function repositoryIn({ folder, prefix, git, firstCommit, root, base, place }: OpenRepository): RunRepository {
  let indexCount = 0;
  // git's list of worktrees cannot be changed concurrently.
  let lastOperation: Promise<unknown> = Promise.resolve();
  const oneAtATime = <T>(work: () => Promise<T>): Promise<T> => {
    const next = lastOperation.then(work, work);
    lastOperation = next;
    return next;
  };
  const commitOf = async (tree: string, parent: string, message: string) =>
    (await git(['commit-tree', '-p', parent, tree], { input: message })).trim();
  // A caller that appends a commit to a chain requests the earlier commits of the chain again.
  const commits = new Map<string, Promise<string>>();
  const blobs = new Map<string, Promise<Buffer>>();
  const createCommit = async (parent: string, text: string, message: string): Promise<string> => {
    indexCount += 1;
    const index = path.join(folder, `.git/index-${indexCount}`);
    try {
      await git(['read-tree', parent], { index });
      const directory = prefix === '' ? [] : [`--directory=${prefix}`];
      if (text !== '') await git(['apply', '--cached', '--whitespace=nowarn', ...directory], { index, input: text });
      return await commitOf((await git(['write-tree'], { index })).trim(), parent, message);
    } finally {
      await rm(index, { force: true });
    }
  };
  return {
    base: firstCommit,
    commit(parent, { text }, message) {
      const key = createHash('sha256').update(`${parent}\0${message}\0${text}`).digest('hex');
      const known = commits.get(key) ?? createCommit(parent, text, message);
      commits.set(key, known);
      return known;
    },
    async merge(ours, theirs, message) {
      const out = await git(['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', ours, theirs], {
        exitCodes: [0, 1],
      });
      const [tree = '', ...files] = out.split('\0').filter(Boolean);
      if (files.length > 0) return { is: 'conflict', files: files.map((file) => file.slice(prefix.length)) };
      return { is: 'merged', commit: await commitOf(tree, ours, message) };
    },
    diff: (from, to) => diffBetween(folder, { from, to, prefix, blobs }),
    async checkOut(commit) {
      const worktree = await oneAtATime(() => openWorktree({ ...place, repository: folder }, commit));
      const tree = openWorkspace(path.join(worktree.root, prefix));
      await shareInstalls({ from: root, to: tree.root });
      const baseCommit = baseCommitOf({ root: tree.root, place, hidden: [] });
      const { checkoutDifferences } = await baseCommit.readInitialState(commit);
      return {
        tree,
        changes: () => baseCommit.changesSince(commit, checkoutDifferences),
        close: () => oneAtATime(() => worktree.remove()),
      } satisfies TaskTree;
    },
    createBranch: (branch, commits) => createBranchIn({ folder, prefix, git, root, base }, branch, commits),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Creates the commits in the temporary repository, on the clone's commit; then the clone fetches them as a new branch. Returns their ids. */
async function createBranchIn(
  { folder, prefix, git, root, base }: Pick<OpenRepository, 'folder' | 'prefix' | 'git' | 'root' | 'base'>,
  branch: string,
  commits: readonly TextCommit[],
): Promise<readonly string[]> {
  const index = path.join(folder, '.git/index-branch');
  const shas: string[] = [];
  try {
    for (const { message, files } of commits) {
      const parent = shas.at(-1) ?? base;
      await git(['read-tree', parent], { index });
      for (const { path: file, text } of files) {
        const blob = (await git(['hash-object', '-w', '--stdin'], { input: text })).trim();
        await git(['update-index', '--add', '--cacheinfo', `100644,${blob},${prefix}${file}`], { index });
      }
      const tree = (await git(['write-tree'], { index })).trim();
      shas.push((await git(['commit-tree', '-p', parent, tree], { input: message })).trim());
    }
    const ref = `refs/heads/${branch}`;
    await git(['update-ref', ref, shas.at(-1) ?? base]);
    // Without a leading `+` git refuses to move an existing branch.
    await gitIn(root)(['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', folder, `${ref}:${ref}`]);
    return shas;
  } finally {
    await rm(index, { force: true });
  }
}

interface DiffInput {
  readonly blobs: Map<string, Promise<Buffer>>;
  readonly from: string;
  readonly to: string;
  readonly prefix: string;
}

/** The difference between two commits. Paths outside of the tree (`prefix`) are left out. */
async function diffBetween(folder: string, { from, to, prefix, blobs }: DiffInput): Promise<Diff> {
  const pieces: string[] = [];
  const succeeded = await runGit(folder, {
    args: ['diff-tree', '-r', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', from, to],
    separator: '\0',
    each: (piece) => void pieces.push(piece),
  });
  if (!succeeded) throw new Error(`git could not compare ${from} with ${to}`);
  const changes = [];
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    const [before = '', after = '', oldId = '', newId = ''] = (pieces[at] ?? '').slice(1).split(' ');
    const file = pieces[at + 1] ?? '';
    if (!file.startsWith(prefix)) continue;
    changes.push({
      path: file.slice(prefix.length),
      before: await contentOf(before, () => blobOf(folder, oldId, blobs)),
      after: await contentOf(after, () => blobOf(folder, newId, blobs)),
    });
  }
  return diffOf(changes, from);
}

async function contentOf(mode: string, read: () => Promise<Buffer>): Promise<Content | null> {
  if (mode === '000000') return null;
  if (mode !== '100644' && mode !== '100755' && mode !== '120000') throw unsupportedMode(mode);
  return { mode, bytes: await read() };
}

/** A blob; cached, because it never changes. */
function blobOf(folder: string, id: string, blobs: DiffInput['blobs']): Promise<Buffer> {
  const { PATH = '' } = process.env;
  const options = { cwd: folder, env: gitEnv({ PATH }), encoding: 'buffer', maxBuffer: MAX_BYTES } as const;
  const known =
    blobs.get(id) ??
    new Promise<Buffer>((resolve, reject) => {
      execFile('git', [...gitArgs(), 'cat-file', 'blob', id], options, (error, out) =>
        error ? reject(error) : resolve(out),
      );
    });
  blobs.set(id, known);
  return known;
}

const unsupportedMode = (mode: string): UserError =>
  new UserError({
    expected: 'files and links in a change',
    found: `an entry of mode ${mode}`,
    remedy: 'Change submodules by hand.',
    ends: 'refused',
  });
