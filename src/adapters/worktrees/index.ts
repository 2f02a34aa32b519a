// Checks commits out into worktrees outside the working tree. Leftovers of a crash are removed when the next one is opened.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { argsWithoutFilters, gitOutput } from '../git/index.js';

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

export { shareInstalls } from './share-installs.js';

/** A commit that is checked out in a folder of its own. */
export interface Worktree {
  /** Absolute, real path. */
  readonly root: string;
  readonly commit: string;
  /** May be called twice. */
  remove(): Promise<void>;
}

/** Names the owner of a worktree and tells whether that process has ended. */
export interface Owner {
  readonly name: string;
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

const OWNER = '.owner';

/** Checks a commit out. No hook and no filter of the repository runs. */
export async function openWorktree(place: WorktreePlace, ref: string): Promise<Worktree> {
  await pruneWorktrees(place);
  const commit = await commitOf(place, ref);
  const root = path.join(await realpath(place.folder), randomUUID());
  // The owner file is written first, so that leftovers of a crash have a known owner.
  await writeFile(root + OWNER, place.owner.name);
  const ask = [...(await argsWithoutFilters(place.repository)), ...SETTINGS];
  const made = await gitOutput(place.repository, [...ask, 'worktree', 'add', '--detach', '--quiet', root, commit]);
  const remove = () => removeWorktree(place.repository, root);
  if (made !== null) return { root, commit, remove };
  await remove();
  throw new Error(`git could not check ${commit} out into ${root}`);
}

/** `checkout.workers=0`: one git process per CPU. */
const SETTINGS = ['-c', 'submodule.recurse=false', '-c', 'checkout.workers=0'];

const WHOLE = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** A full id needs no lookup; a missing commit fails at checkout. */
async function commitOf({ repository }: WorktreePlace, ref: string): Promise<string> {
  if (WHOLE.test(ref)) return ref;
  const commit = await gitOutput(repository, ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`]);
  if (commit === null) throw new Error(`${ref} names no commit of ${repository}`);
  return commit;
}

/** Removes worktrees whose owners have ended and returns their paths. */
export async function pruneWorktrees({ repository, folder, owner }: WorktreePlace): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const here = await realpath(folder);
  const pruned: string[] = [];
  for (const file of await readdir(here)) {
    if (!file.endsWith(OWNER)) continue;
    const root = path.join(here, file.slice(0, -OWNER.length));
    const name = await readFile(root + OWNER, 'utf8').catch(() => owner.name);
    if (!owner.isGone(name)) continue;
    await removeWorktree(repository, root);
    pruned.push(root);
  }
  return pruned;
}

/**
 * Removes files, then git's entry, then the owner file, so that an interruption can be resumed at any point. `git worktree remove` does
 * the first two faster, but fails if a build removed write permission or changed `.git`.
 */
async function removeWorktree(repository: string, root: string): Promise<void> {
  const forget = () => gitOutput(repository, ['worktree', 'remove', '--force', '--force', root]);
  if ((await forget()) === null || existsSync(root)) {
    await removeTree(root);
    await forget();
  }
  await rm(root + OWNER, { force: true });
}
