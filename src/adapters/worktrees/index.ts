// Checks commits out into worktrees outside the working tree. Worktrees that a crashed process left behind are removed when the next one is
// opened. Used by base-commit and run-repository.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { argsWithoutFilters, gitOutput } from '../git/index.js';

export { shareInstalls } from './share-installs.js';

/** Removes a folder, even if a build removed write permission in it. Links are not followed. */
async function removeTree(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(String((error as { code?: unknown }).code))) throw error;
    await makeWritable(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await makeWritable(path.join(folder, entry.name));
}

/** A commit that is checked out in a folder of its own. */
export interface Worktree {
  /** Absolute, real path. */
  readonly root: string;
  readonly commit: string;
  /** May be called twice. */
  remove(): Promise<void>;
}

/** The process that owns a worktree. */
export interface Owner {
  readonly name: string;
  /** Whether the process of this name has ended. */
  readonly isGone: (name: string) => boolean;
}

/** Where worktrees are created. */
export interface WorktreePlace {
  /** The clone. */
  readonly repository: string;
  /** The folder of the worktrees: outside every verified tree; only this user may read it. */
  readonly folder: string;
  readonly owner: Owner;
}

const OWNER_SUFFIX = '.owner';

/** Checks a commit out. No hook and no filter of the repository runs. */
export async function openWorktree(place: WorktreePlace, ref: string): Promise<Worktree> {
  await pruneWorktrees(place);
  const commit = await commitOf(place, ref);
  const root = path.join(await realpath(place.folder), randomUUID());
  // The owner file is written first, so that leftovers of a crash have a known owner.
  await writeFile(root + OWNER_SUFFIX, place.owner.name);
  const settings = [...(await argsWithoutFilters(place.repository)), ...SETTINGS];
  const args = [...settings, 'worktree', 'add', '--detach', '--quiet', root, commit];
  const isAdded = (await gitOutput(place.repository, args)) !== null;
  const remove = () => removeWorktree(place.repository, root);
  if (isAdded) return { root, commit, remove };
  await remove();
  throw new Error(`git could not check ${commit} out into ${root}`);
}

/** `checkout.workers=0`: one git process per CPU. */
const SETTINGS = ['-c', 'submodule.recurse=false', '-c', 'checkout.workers=0'];

const FULL_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Resolves a ref. A full id is returned unchecked; the checkout fails if the commit is missing. */
async function commitOf({ repository }: WorktreePlace, ref: string): Promise<string> {
  if (FULL_ID.test(ref)) return ref;
  const commit = await gitOutput(repository, ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`]);
  if (commit === null) throw new Error(`${ref} names no commit of ${repository}`);
  return commit;
}

/** Removes worktrees whose owners have ended and returns their paths. */
export async function pruneWorktrees({ repository, folder, owner }: WorktreePlace): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const realFolder = await realpath(folder);
  const pruned: string[] = [];
  for (const file of await readdir(realFolder)) {
    if (!file.endsWith(OWNER_SUFFIX)) continue;
    const root = path.join(realFolder, file.slice(0, -OWNER_SUFFIX.length));
    const name = await readFile(root + OWNER_SUFFIX, 'utf8').catch(() => owner.name);
    if (!owner.isGone(name)) continue;
    await removeWorktree(repository, root);
    pruned.push(root);
  }
  return pruned;
}

/**
 * Removes the files, then git's entry, then the owner file, so that the next process can finish an interrupted removal. `git worktree
 * remove` removes files and entry faster, but fails if a build removed write permission or changed `.git`.
 */
async function removeWorktree(repository: string, root: string): Promise<void> {
  const unregister = () => gitOutput(repository, ['worktree', 'remove', '--force', '--force', root]);
  if ((await unregister()) === null || existsSync(root)) {
    await removeTree(root);
    await unregister();
  }
  await rm(root + OWNER_SUFFIX, { force: true });
}
