// A commit as a tree of its own, beside the working tree and outside of it. What a crash left behind goes with the next one.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withoutFilters } from '../below/without-filters.js';
import { askGitOnce } from '../clone/git.js';

/** Removes a folder with all in it, also where a build has taken its own right to write there. Links are never followed. */
async function removeTree(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(String((error as { code?: unknown }).code))) throw error;
    await open(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function open(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await open(path.join(folder, entry.name));
}

export { shareInstalls } from './share-installs.js';

export interface Worktree {
  /** Absolute, without links. */
  readonly root: string;
  readonly commit: string;
  /** May be called twice. */
  remove(): Promise<void>;
}

/** Who made a tree, and whether that process is surely no more. */
export interface Owner {
  readonly name: string;
  readonly isGone: (name: string) => boolean;
}

export interface Place {
  /** The clone. */
  readonly repository: string;
  /** Where trees stand: outside of every tree that is verified, and nobody else's. */
  readonly folder: string;
  readonly owner: Owner;
}

const OWNER = '.owner';

/** Checks a commit out into a new tree. Nothing that the repository's configuration names is run: no hook, no filter. */
export async function openWorktree(place: Place, ref: string): Promise<Worktree> {
  await pruneWorktrees(place);
  const commit = await commitOf(place, ref);
  const root = path.join(await realpath(place.folder), randomUUID());
  // First whose it is, then the tree: whatever a crash leaves is known to be somebody's.
  await writeFile(root + OWNER, place.owner.name);
  const ask = [...(await withoutFilters(place.repository)), ...SETTINGS];
  const made = await askGitOnce(place.repository, [...ask, 'worktree', 'add', '--detach', '--quiet', root, commit]);
  const remove = () => removeWorktree(place.repository, root);
  if (made !== null) return { root, commit, remove };
  await remove();
  throw new Error(`git could not check ${commit} out into ${root}`);
}

/** As many of git's own processes write files as there are processors: where a file takes its time, the next does not wait for it. */
const SETTINGS = ['-c', 'submodule.recurse=false', '-c', 'checkout.workers=0'];

const WHOLE = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** A whole name is known not to be a word of git's own; whether it is there shows when it is checked out. */
async function commitOf({ repository }: Place, ref: string): Promise<string> {
  if (WHOLE.test(ref)) return ref;
  const commit = await askGitOnce(repository, ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`]);
  if (commit === null) throw new Error(`${ref} names no commit of ${repository}`);
  return commit;
}

/** Removes the trees whose makers are no more, and says which. */
export async function pruneWorktrees({ repository, folder, owner }: Place): Promise<readonly string[]> {
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
 * The files, then git's own note of them, then whose it was: broken off anywhere, the next look can go on. Git takes both at once, in a
 * third of the time; but not where a build took its own right to write, or made the tree look like another one's.
 */
async function removeWorktree(repository: string, root: string): Promise<void> {
  const forget = () => askGitOnce(repository, ['worktree', 'remove', '--force', '--force', root]);
  if ((await forget()) === null || existsSync(root)) {
    await removeTree(root);
    await forget();
  }
  await rm(root + OWNER, { force: true });
}
