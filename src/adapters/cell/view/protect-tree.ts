// What nobody may write to in a tree that may be written to, and what nobody may see in it. A folder that is missing is made first, since
// only what is there can be covered; and the folders above are mounts of their own, so that no cover is renamed together with them.

import { execFile } from 'node:child_process';
import { copyFile, lstat, mkdir, readdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../errors.js';
import { gitArgs, gitEnv } from '../../git/hardened.js';
import { type Forbids, forbiddenView } from './forbidden.js';
import { type GitViewAsk, gitView } from './git-view.js';
import { type Mount, read, write } from './mount.js';
import { isIn } from './tools.js';

interface IndexAsk {
  readonly root: string;
  readonly PATH: string;
  readonly aside: string;
  readonly unseen: readonly Mount[];
}

/**
 * Git's list of files, in which those that are not seen count as they were committed. Without it, `git diff` would show a tracked file
 * that seems to be empty as all that it has lost: its whole content.
 */
async function unchangedIndex({ root, PATH, aside, unseen }: IndexAsk): Promise<readonly Mount[]> {
  if (unseen.length === 0) return [];
  const git = (args: readonly string[], more: { GIT_INDEX_FILE?: string; input?: string } = {}) =>
    ask(args, { cwd: root, PATH, ...more });
  // Without a repository there is no list, and nothing that git could show.
  const tracked = ((await git(['ls-files', '-z'])) ?? '').split('\0').filter(Boolean);
  const lost = tracked.filter((file) => unseen.some(({ at }) => isIn(at, path.join(root, file))));
  if (lost.length === 0) return [];
  const at = path.resolve(root, ((await git(['rev-parse', '--git-path', 'index'])) ?? '').trim());
  const copy = path.join(aside, 'index');
  await copyFile(at, copy);
  const marking = ['update-index', '--skip-worktree', '-z', '--stdin'];
  const marked = await git(marking, { GIT_INDEX_FILE: copy, input: lost.join('\0') });
  if (marked === null) throw new Error('git could not mark what is not seen');
  return [{ kind: 'read', from: copy, at }];
}

interface How {
  readonly cwd: string;
  readonly PATH: string;
  readonly GIT_INDEX_FILE?: string | undefined;
  readonly input?: string | undefined;
}

/** What git says; null where it says no. */
function ask(args: readonly string[], { cwd, PATH, GIT_INDEX_FILE, input = '' }: How): Promise<string | null> {
  const env = { ...gitEnv({ PATH }), ...(GIT_INDEX_FILE === undefined ? {} : { GIT_INDEX_FILE }) };
  return new Promise((resolve) => {
    const child = execFile('git', [...gitArgs(), ...args], { cwd, env, maxBuffer: 1 << 28 }, (error, stdout) =>
      resolve(error ? null : stdout),
    );
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/**
 * The folders above covers, each as a mount of its own. A folder that only holds a covered one could be renamed together with it, and
 * the next command's walls would stand around nothing. Below what is only read, no name can change.
 */
export function pinned(root: string, covers: readonly Mount[]): readonly Mount[] {
  const still = covers.filter(({ kind }) => kind === 'read').map(({ at }) => at);
  const mounted = new Set(covers.map(({ at }) => at));
  const above = covers.flatMap(({ at }) => foldersAbove(root, at));
  const loose = [...new Set(above)].filter(
    (folder) => !mounted.has(folder) && !still.some((covered) => isIn(covered, folder)),
  );
  return loose.sort((one, other) => one.length - other.length).map(write);
}

/** Between the root and a path, both left out. */
function foldersAbove(root: string, at: string): readonly string[] {
  const folder = path.dirname(at);
  return isIn(root, folder) && folder !== root ? [...foldersAbove(root, folder), folder] : [];
}

/**
 * A folder in which nothing comes and nothing goes, while what is there can be changed. So a file that is missing stays missing: only
 * what exists can be covered, and an empty one in its place would be a change of the tree.
 */
async function frozen(folder: string): Promise<readonly Mount[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const open = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  return [read(folder), ...open.map(({ name }) => write(path.join(folder, name)))];
}

export interface ProtectAsk extends GitViewAsk {
  /** Somebody configured that workflow files may be changed. */
  readonly workflowFiles: boolean;
  /** Files that only crew and people write: its configuration, wherever it is. */
  readonly kept?: readonly string[] | undefined;
  /** What deny rules say of paths, where there are any. */
  readonly forbids?: Forbids | undefined;
  /** An empty folder to be seen in their place. */
  readonly empty: string;
}

export interface Protected {
  readonly mounts: readonly Mount[];
  /** Takes away the empty folders that were made. */
  release(): Promise<void>;
}

/** Covers what no tool may write (guard/paths/spots.ts, PROTECTED), and what a deny rule forbids. */
export async function protectTree(ask: ProtectAsk): Promise<Protected> {
  const made: string[] = [];
  const release = async () => {
    for (const each of made.splice(0).reverse()) await rmdir(each).catch(() => undefined); // somebody put something into it
  };
  try {
    return { mounts: await coversOf(ask, made), release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Later ones lie over earlier ones. */
async function coversOf(ask: ProtectAsk, made: string[]): Promise<readonly Mount[]> {
  const still = await crewsOwn(ask, made);
  const open = await unborn(ask, made);
  const { kept, unseen } = ask.forbids ? await forbiddenView({ ...ask, forbids: ask.forbids }) : NOTHING;
  const git = [...(await gitView(ask)), ...(await unchangedIndex({ ...ask, unseen }))];
  // Where nothing is seen, nothing more can be covered, and need not be.
  const covers = [...kept, ...git, ...still].filter(({ at }) => !unseen.some((each) => isIn(each.at, at)));
  const pins = pinned(ask.root, [...covers, ...unseen]).filter(({ at }) => !open.some((mount) => mount.at === at));
  return lastOnes([...open, ...pins, ...covers, ...unseen]);
}

/** Of several at one place only the last is seen, and each costs every command time. */
const lastOnes = (mounts: readonly Mount[]): readonly Mount[] =>
  mounts.filter(({ at }, n) => mounts.findLastIndex((mount) => mount.at === at) === n);

const NOTHING = { kept: [], unseen: [] } as const;

/** Git's folder is only made sure of: what is seen of it is `gitView`'s. */
async function crewsOwn(ask: ProtectAsk, made: string[]): Promise<readonly Mount[]> {
  const folder = (name: string) => entry(path.join(ask.root, name), made);
  for (const name of ['.git', '.github']) await folder(name);
  const still = [await folder('.crew'), await folder('.github/actions')].map(read);
  const workflows = await folder('.github/workflows');
  if (!ask.workflowFiles) still.push(read(workflows));
  for (const file of ownFiles(ask)) if (await isThere(file)) still.push(read(file));
  for (const hidden of ask.hidden.filter((each) => isIn(ask.root, each) && each !== ask.root))
    still.push({ kind: 'read', from: ask.empty, at: await entry(hidden, made) });
  return still;
}

const OWN = ['.github/crew.yml', '.github/crew.yaml'] as const;

const ownFiles = ({ root, kept = [] }: ProtectAsk) =>
  [...new Set([...OWN.map((file) => path.join(root, file)), ...kept])].filter((file) => isIn(root, file));

/** A configuration that is missing is not made by a command: the next run would obey it. */
async function unborn(ask: ProtectAsk, made: string[]): Promise<readonly Mount[]> {
  const there = await Promise.all(ownFiles(ask).map(isThere));
  const missing = ownFiles(ask).filter((_, at) => !there[at]);
  const atTop = missing.find((file) => path.dirname(file) === ask.root);
  if (atTop !== undefined)
    throw new UserError({
      expected: `${path.basename(atTop)}, the file that CREW_CONFIG names, to be there`,
      found: 'none, where every command could make one',
      remedy: 'Make it, it may be empty; or name one in a folder such as .github/.',
      ends: 'refused',
    });
  const folders = [...new Set(missing.map((file) => path.dirname(file)))];
  const open: Mount[] = [];
  for (const each of folders) open.push(...(await frozen(await entry(each, made))));
  return open;
}

/** Makes a folder where there is nothing; a link could lead anywhere, and be another one in a moment. */
async function entry(at: string, made: string[]): Promise<string> {
  if (await isThere(at)) return at;
  await entry(path.dirname(at), made);
  made.push(at);
  await mkdir(at);
  return at;
}

async function isThere(at: string): Promise<boolean> {
  const there = await lstat(at).catch(() => null);
  if (there?.isSymbolicLink())
    throw new UserError({
      expected: `${path.basename(at)} to be no link`,
      found: `a link in its place, at ${at}`,
      remedy: 'Put there what it leads to: what lies behind a link cannot be protected.',
      ends: 'refused',
    });
  return there !== null;
}
