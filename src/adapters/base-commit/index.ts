// Compares a tree with its base commit byte by byte. git's index and filters are not trusted: an agent can change the index, and the repository
// configures the filters. Opened by src/services and by run-repository.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../ports/errors.js';
import type { BaseCommit, CheckoutDifferences, MergeConflict } from '../../ports/index.js';
import { argsWithoutFilters, excludeFileOf, gitOutput, pathInClone, runGit } from '../git/index.js';
import { diffOf } from '../workspace/diff/format.js';
import { openWorkspace } from '../workspace/index.js';
import { openWorktree, shareInstalls, type WorktreePlace } from '../worktrees/index.js';
import { changesSince, contentOf, type Entry, type View, viewOf } from './tree-view.js';

const EXCLUDE_HEADING = '# crew: its own files, never part of a change';

/** Adds paths to .git/info/exclude, so that they do not become part of a change. Throws a UserError if one of them is tracked. */
async function hide(root: string, paths: readonly string[]): Promise<void> {
  const tracked = await gitOutput(root, ['ls-files', '--', ...paths.map((path) => `:(glob)${path}${deep(path)}`)]);
  const [first] = (tracked ?? '').split('\n').filter(Boolean);
  if (first !== undefined) throw trackedError(first);
  const excludeFile = await excludeFileOf(root);
  if (excludeFile === null) throw new Error(`${root} is no clone`);
  const file = resolve(root, excludeFile);
  const before = await readFile(file, 'utf8').catch(() => '');
  const prefix = await pathInClone(root);
  const wanted = paths.map((path) => `/${prefix}${path}`);
  const missing = wanted.filter((line) => !before.split('\n').includes(line));
  if (missing.length === 0) return;
  await mkdir(dirname(file), { recursive: true });
  const heading = before.includes(EXCLUDE_HEADING) ? [] : [EXCLUDE_HEADING];
  const text = [before.trimEnd(), ...heading, ...missing].filter(Boolean).join('\n');
  await writeFile(file, `${text}\n`);
}

/** The rest of a pathspec that matches everything in a folder. */
const deep = (path: string): string => (path.endsWith('/') ? '**' : '');

const trackedError = (file: string): UserError =>
  new UserError({
    expected: 'agent/context_*.md and .crew/ to be free for crew',
    found: `${file}, which git tracks`,
    remedy: 'Rename it, or remove it from the repository.',
    ends: 'refused',
  });

/**
 * The differences between tree and commit before crew works. `changed`: files that git reports as modified; a person changed them.
 * `checkoutDifferences`: untracked files, and files whose bytes a checkout converts (line endings, LFS), with their blob ids.
 */
async function changedBefore(
  view: View,
  base: string,
): Promise<{ readonly changed: readonly string[]; readonly checkoutDifferences: CheckoutDifferences }> {
  const differences = await view.differences(base);
  if (differences.length === 0) return { changed: [], checkoutDifferences: {} };
  const dirty = await modifiedFiles(view.root, base);
  const checkoutDifferences = differences.flatMap(({ path, now }) =>
    now && !dirty.has(path) ? [[path, now.id] as const] : [],
  );
  return {
    changed: differences.flatMap(({ path }) => (dirty.has(path) ? [path] : [])),
    checkoutDifferences: Object.fromEntries(checkoutDifferences),
  };
}

async function modifiedFiles(root: string, base: string): Promise<ReadonlySet<string>> {
  const dirty = new Set<string>();
  const settings = await argsWithoutFilters(root);
  const args = [...settings, 'diff-index', '--name-only', '-z', '--no-renames', '--relative', base, '--'];
  await runGit(root, { args, separator: '\0', each: (path) => void dirty.add(path) });
  return dirty;
}

export interface BaseCommitOptions {
  /** The tree: absolute, real path. */
  readonly root: string;
  /** Where worktrees of other commits are created. */
  readonly place: Omit<WorktreePlace, 'repository'>;
  /** Paths that `hide` always excludes: crew's own folder if it is in the tree. */
  readonly hidden: readonly string[];
  /** Whether the installed packages of this tree are copied into worktrees. Default: true. */
  readonly sharesInstalls?: boolean | undefined;
}

/** The base commit of a tree. */
export function baseCommitOf({ root, place, hidden, sharesInstalls = true }: BaseCommitOptions): BaseCommit {
  const view = viewOf(root);
  return {
    head: (branch = 'HEAD') =>
      gitOutput(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${branch}^{commit}`]),
    mergeBase: (from) => gitOutput(root, ['merge-base', '--end-of-options', from, 'HEAD']),
    readInitialState: (base) => changedBefore(view, base),
    changesSince: (base, checkoutDifferences) => changesSince(view, { base, checkoutDifferences }),
    mergeConflict: (ours, theirs) => mergeConflict(view, ours, theirs),
    exclude: (paths) => hide(root, [...paths, ...hidden]),
    async checkOut(base) {
      const worktree = await openWorktree({ ...place, repository: root }, base);
      const tree = openWorkspace(join(worktree.root, await pathInClone(root)));
      if (sharesInstalls) await shareInstalls({ from: root, to: tree.root });
      return { tree, close: () => worktree.remove() };
    },
  };
}

/**
 * The diff from `theirs` to the merge of both commits as git leaves it, with conflict markers in the files. Null if there is no conflict, or if
 * git cannot merge the two.
 */
export async function mergeConflict(view: View, ours: string, theirs: string): Promise<MergeConflict | null> {
  const pieces: string[] = [];
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
  // Git also exits with 1 on a conflict; then the tree's id stands first in its output.
  const isClean = await runGit(view.root, { args, separator: '\0', each: (piece) => void pieces.push(piece) });
  const [tree = '', ...files] = pieces.filter(Boolean);
  if (isClean || !/^[0-9a-f]{40,64}$/.test(tree) || files.length === 0) return null;
  return { diff: await diffBetween(view, theirs, tree), files: [...new Set(files)] };
}

async function diffBetween(view: View, base: string, tree: string): Promise<MergeConflict['diff']> {
  const pieces: string[] = [];
  const args = ['diff-tree', '-r', '-z', '--no-renames', base, tree];
  if (!(await runGit(view.root, { args, separator: '\0', each: (piece) => void pieces.push(piece) })))
    throw new Error(`git could not compare ${base} and ${tree}`);
  const all = [];
  for (let n = 0; n + 1 < pieces.length; n += 2) {
    const [path = ''] = pieces.slice(n + 1);
    const [, wasMode = '', mode = '', was = '', id = ''] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) /.exec(pieces[n] ?? '') ?? [];
    const contentAt = (entry: Entry) => (isFile(entry.mode) ? contentOf(view, { path, was: entry }) : null);
    all.push({ path, before: await contentAt({ mode: wasMode, id: was }), after: await contentAt({ mode, id }) });
  }
  return { ...diffOf(all, base), base };
}

/** Whether an entry of this mode is a file or a link: neither missing nor a submodule. */
const isFile = (mode: string): boolean => mode.startsWith('10') || mode === '120000';
