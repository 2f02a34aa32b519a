// The commit below a tree: what is not as it has it, byte by byte. Neither the index nor any filter is believed: who works in
// the tree could bend the one, and the repository configures the other.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../errors.js';
import type { Apart, Below } from '../../ports.js';
import { askGit, askGitOnce } from '../clone/git.js';
import { openWorkspace } from '../workspace/index.js';
import { openWorktree, type Place, shareInstalls } from '../worktrees/index.js';
import { excludeFileOf, prefixOf } from './own-git.js';
import { since } from './since.js';
import { type View, viewOf } from './view.js';
import { withoutFilters } from './without-filters.js';

const HEAD = '# crew: what it leaves here is no part of any change';

/** Keeps paths out of every change, through the exclude file that is this clone's alone. */
async function hide(root: string, paths: readonly string[]): Promise<void> {
  const tracked = await askGitOnce(root, ['ls-files', '--', ...paths.map((path) => `:(glob)${path}${deep(path)}`)]);
  const [first] = (tracked ?? '').split('\n').filter(Boolean);
  if (first !== undefined) throw mine(first);
  const named = await excludeFileOf(root);
  if (named === null) throw new Error(`${root} is no clone`);
  const file = resolve(root, named);
  const before = await readFile(file, 'utf8').catch(() => '');
  const prefix = await prefixOf(root);
  const wanted = paths.map((path) => `/${prefix}${path}`);
  const missing = wanted.filter((line) => !before.split('\n').includes(line));
  if (missing.length === 0) return;
  await mkdir(dirname(file), { recursive: true });
  const head = before.includes(HEAD) ? [] : [HEAD];
  const text = [before.trimEnd(), ...head, ...missing].filter(Boolean).join('\n');
  await writeFile(file, `${text}\n`);
}

const deep = (path: string): string => (path.endsWith('/') ? '**' : '');

const mine = (file: string): UserError =>
  new UserError({
    expected: 'agent/context_*.md and .crew/ to be free for crew',
    found: `${file}, which git tracks`,
    remedy: 'Rename it, or remove it from the repository.',
    ends: 'refused',
  });

/**
 * What is not as the commit has it before anybody works. What git takes for changed is somebody's work; the rest are files that
 * git does not know, and those whose bytes a checkout makes others (line ends, large files).
 */
async function changedBefore(
  view: View,
  base: string,
): Promise<{ readonly changed: readonly string[]; readonly apart: Apart }> {
  const odd = await view.odd(base);
  if (odd.length === 0) return { changed: [], apart: {} };
  const dirty = await dirtyIn(view.root, base);
  const apart = odd.flatMap(({ path, now }) => (now && !dirty.has(path) ? [[path, now.id] as const] : []));
  return { changed: odd.flatMap(({ path }) => (dirty.has(path) ? [path] : [])), apart: Object.fromEntries(apart) };
}

async function dirtyIn(root: string, base: string): Promise<ReadonlySet<string>> {
  const dirty = new Set<string>();
  const settings = await withoutFilters(root);
  const args = [...settings, 'diff-index', '--name-only', '-z', '--no-renames', '--relative', base, '--'];
  await askGit(root, { args, separator: '\0', each: (path) => void dirty.add(path) });
  return dirty;
}

export interface BelowAsk {
  /** The tree, absolute, without links. */
  readonly root: string;
  /** Where trees of commits stand. */
  readonly place: Omit<Place, 'repository'>;
  /** Besides what is asked: crew's own folder, where it lies in the tree. */
  readonly hidden: readonly string[];
  /** Whether what is installed here is given to other commits' trees; without it, yes. */
  readonly shares?: boolean | undefined;
}

/** What git knows of a tree. */
export function belowOf({ root, place, hidden, shares = true }: BelowAsk): Below {
  const view = viewOf(root);
  return {
    head: (branch = 'HEAD') =>
      askGitOnce(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${branch}^{commit}`]),
    parted: (from) => askGitOnce(root, ['merge-base', '--end-of-options', from, 'HEAD']),
    changedBefore: (base) => changedBefore(view, base),
    since: (base, apart) => since(view, { base, apart }),
    hide: (paths) => hide(root, [...paths, ...hidden]),
    async beside(base) {
      const worktree = await openWorktree({ ...place, repository: root }, base);
      const tree = openWorkspace(join(worktree.root, await prefixOf(root)));
      if (shares) await shareInstalls({ from: root, to: tree.root });
      return { tree, close: () => worktree.remove() };
    },
  };
}
