// Mounts that make parts of a writable tree read-only or hidden, for the pool. Missing folders are created first, because only existing paths
// can be mounted over. Parent folders become mount points too, so that a protected folder cannot be renamed together with its parent.

import { execFile } from 'node:child_process';
import { copyFile, lstat, mkdir, readdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../ports/errors.js';
import { gitArgs, gitEnv } from '../../git/index.js';
import { contains } from '../system-programs.js';
import { type Forbids, forbiddenView } from './denied-paths.js';
import { type GitViewOptions, gitView } from './git-view.js';
import { type Mount, mountReadOnly, mountWritable } from './mount.js';

interface IndexOptions {
  readonly root: string;
  readonly PATH: string;
  readonly scratch: string;
  readonly hiddenMounts: readonly Mount[];
}

/**
 * A copy of git's index in which hidden files are marked skip-worktree. Otherwise `git diff` would print the whole content of a hidden
 * tracked file as deleted lines. Empty if no tracked file is hidden.
 */
async function indexWithoutHidden({ root, PATH, scratch, hiddenMounts }: IndexOptions): Promise<readonly Mount[]> {
  if (hiddenMounts.length === 0) return [];
  const git = (args: readonly string[], more: { GIT_INDEX_FILE?: string; input?: string } = {}) =>
    gitOutput(args, { cwd: root, PATH, ...more });
  // Without a repository there is no index.
  const tracked = ((await git(['ls-files', '-z'])) ?? '').split('\0').filter(Boolean);
  const hiddenFiles = tracked.filter((file) => hiddenMounts.some(({ at }) => contains(at, path.join(root, file))));
  if (hiddenFiles.length === 0) return [];
  const at = path.resolve(root, ((await git(['rev-parse', '--git-path', 'index'])) ?? '').trim());
  const copy = path.join(scratch, 'index');
  await copyFile(at, copy);
  const marking = ['update-index', '--skip-worktree', '-z', '--stdin'];
  const marked = await git(marking, { GIT_INDEX_FILE: copy, input: hiddenFiles.join('\0') });
  if (marked === null) throw new Error('git could not mark the hidden files in the index');
  return [{ kind: 'read', from: copy, at }];
}

interface GitOptions {
  readonly cwd: string;
  readonly PATH: string;
  readonly GIT_INDEX_FILE?: string | undefined;
  readonly input?: string | undefined;
}

/** git's output; null if it fails. */
function gitOutput(
  args: readonly string[],
  { cwd, PATH, GIT_INDEX_FILE, input = '' }: GitOptions,
): Promise<string | null> {
  const env = { ...gitEnv({ PATH }), ...(GIT_INDEX_FILE === undefined ? {} : { GIT_INDEX_FILE }) };
  return new Promise((resolve) => {
    const child = execFile('git', [...gitArgs(), ...args], { cwd, env, maxBuffer: 1 << 28 }, (error, stdout) =>
      resolve(error ? null : stdout),
    );
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/**
 * The parent folders of mounts, each as its own mount. A command could otherwise rename a parent, and the next command's mounts would
 * cover nothing. Below read-only mounts no name can change.
 */
export function parentMounts(root: string, covering: readonly Mount[]): readonly Mount[] {
  const readOnlyPaths = covering.filter(({ kind }) => kind === 'read').map(({ at }) => at);
  const mounted = new Set(covering.map(({ at }) => at));
  const above = covering.flatMap(({ at }) => foldersAbove(root, at));
  const unprotected = [...new Set(above)].filter(
    (folder) => !mounted.has(folder) && !readOnlyPaths.some((covered) => contains(covered, folder)),
  );
  return unprotected.sort((one, other) => one.length - other.length).map(mountWritable);
}

/** Folders between the root and a path, excluding both. */
function foldersAbove(root: string, at: string): readonly string[] {
  const folder = path.dirname(at);
  return contains(root, folder) && folder !== root ? [...foldersAbove(root, folder), folder] : [];
}

/**
 * Makes a folder read-only while its existing entries stay writable, so that a missing file cannot be created. An empty file mounted in its
 * place would show up as a change.
 */
async function readOnlyFolder(folder: string): Promise<readonly Mount[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const writable = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  return [mountReadOnly(folder), ...writable.map(({ name }) => mountWritable(path.join(folder, name)))];
}

export interface ProtectOptions extends GitViewOptions {
  /** Workflow files may be changed (`fix.workflow-files`). */
  readonly workflowFiles: boolean;
  /** Files that only crew and people write: its configuration. */
  readonly readOnly?: readonly string[] | undefined;
  /** The deny rules for paths, if there are any. */
  readonly forbids?: Forbids | undefined;
  /** An empty folder, mounted over hidden ones. */
  readonly empty: string;
}

export interface ProtectedTree {
  readonly mounts: readonly Mount[];
  /** Removes the empty folders that were created. */
  release(): Promise<void>;
}

/** Mounts over everything that no tool may write (PROTECTED in guard/paths/path-lists.ts) and that deny rules forbid. */
export async function protectTree(options: ProtectOptions): Promise<ProtectedTree> {
  const created: string[] = [];
  const release = async () => {
    for (const each of created.splice(0).reverse()) await rmdir(each).catch(() => undefined); // a folder that is no longer empty stays
  };
  try {
    return { mounts: await mountsFor(options, created), release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Order matters: later mounts cover earlier ones. */
async function mountsFor(options: ProtectOptions, created: string[]): Promise<readonly Mount[]> {
  const fixed = await fixedMounts(options, created);
  const frozen = await frozenFolders(options, created);
  const { readOnly, hiddenMounts } = options.forbids
    ? await forbiddenView({ ...options, forbids: options.forbids })
    : NOTHING;
  const git = [...(await gitView(options)), ...(await indexWithoutHidden({ ...options, hiddenMounts }))];
  // Nothing inside a hidden folder needs a mount.
  const covering = [...readOnly, ...git, ...fixed].filter(
    ({ at }) => !hiddenMounts.some((each) => contains(each.at, at)),
  );
  const parents = parentMounts(options.root, [...covering, ...hiddenMounts]).filter(
    ({ at }) => !frozen.some((mount) => mount.at === at),
  );
  return lastMountOfEachPath([...frozen, ...parents, ...covering, ...hiddenMounts]);
}

/** Keeps the last mount of each path; every mount costs time per command. */
const lastMountOfEachPath = (mounts: readonly Mount[]): readonly Mount[] =>
  mounts.filter(({ at }, n) => mounts.findLastIndex((mount) => mount.at === at) === n);

const NOTHING = { readOnly: [], hiddenMounts: [] } as const;

/** Read-only mounts of crew's and GitHub's files, and empty ones over hidden folders. For `.git` it only makes sure that the folder exists; `gitView` mounts it. */
async function fixedMounts(options: ProtectOptions, created: string[]): Promise<readonly Mount[]> {
  const folder = (name: string) => ensureFolder(path.join(options.root, name), created);
  for (const name of ['.git', '.github']) await folder(name);
  const mounts: Mount[] = [await folder('.crew'), await folder('.github/actions')].map(mountReadOnly);
  const workflows = await folder('.github/workflows');
  if (!options.workflowFiles) mounts.push(mountReadOnly(workflows));
  for (const file of configFiles(options)) if (await isThere(file)) mounts.push(mountReadOnly(file));
  for (const hidden of options.hidden.filter((each) => contains(options.root, each) && each !== options.root))
    mounts.push({ kind: 'read', from: options.empty, at: await ensureFolder(hidden, created) });
  return mounts;
}

const CONFIG_FILES = ['.github/crew.yml', '.github/crew.yaml'] as const;

const configFiles = ({ root, readOnly = [] }: ProtectOptions) =>
  [...new Set([...CONFIG_FILES.map((file) => path.join(root, file)), ...readOnly])].filter((file) =>
    contains(root, file),
  );

/** Read-only folders of missing configuration files. A command must not create such a file, because the next run would obey it. */
async function frozenFolders(options: ProtectOptions, created: string[]): Promise<readonly Mount[]> {
  const there = await Promise.all(configFiles(options).map(isThere));
  const missing = configFiles(options).filter((_, index) => !there[index]);
  const atTop = missing.find((file) => path.dirname(file) === options.root);
  if (atTop !== undefined)
    throw new UserError({
      expected: `${path.basename(atTop)}, the file that CREW_CONFIG names, to exist`,
      found: 'none, so that every command could create one',
      remedy: 'Create the file (it may be empty), or name one in a folder such as .github/.',
      ends: 'refused',
    });
  const folders = [...new Set(missing.map((file) => path.dirname(file)))];
  const mounts: Mount[] = [];
  for (const each of folders) mounts.push(...(await readOnlyFolder(await ensureFolder(each, created))));
  return mounts;
}

/** Creates a folder and its parents if they are missing, and adds them to `created`. Throws for a link, which could be changed to lead elsewhere. */
async function ensureFolder(at: string, created: string[]): Promise<string> {
  if (await isThere(at)) return at;
  await ensureFolder(path.dirname(at), created);
  created.push(at);
  await mkdir(at);
  return at;
}

async function isThere(at: string): Promise<boolean> {
  const there = await lstat(at).catch(() => null);
  if (there?.isSymbolicLink())
    throw new UserError({
      expected: `${path.basename(at)} to be no link`,
      found: `a link in its place, at ${at}`,
      remedy: 'Replace the link by the file or folder that it leads to. crew cannot protect the target of a link.',
      ends: 'refused',
    });
  return there !== null;
}
