import type { MergeConflict } from '../../ports/index.js';
import { askGit } from '../git/index.js';
import { diffOf } from '../workspace/diff/format.js';
import { contentOf, type Entry, type View } from './tree-view.js';

/**
 * The merge of `theirs` into `ours` as git leaves it, conflict markers included, as a change of `theirs`. Null if there is no conflict, or
 * if git cannot merge the two.
 */
export async function mergeConflict(view: View, ours: string, theirs: string): Promise<MergeConflict | null> {
  const pieces: string[] = [];
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
  // Git also exits with 1 on a conflict; then the tree's id stands first in its output.
  const isClean = await askGit(view.root, { args, separator: '\0', each: (piece) => void pieces.push(piece) });
  const [tree = '', ...files] = pieces.filter(Boolean);
  if (isClean || !/^[0-9a-f]{40,64}$/.test(tree) || files.length === 0) return null;
  return { diff: await diffBetween(view, theirs, tree), files: [...new Set(files)] };
}

async function diffBetween(view: View, base: string, tree: string): Promise<MergeConflict['diff']> {
  const pieces: string[] = [];
  const args = ['diff-tree', '-r', '-z', '--no-renames', base, tree];
  if (!(await askGit(view.root, { args, separator: '\0', each: (piece) => void pieces.push(piece) })))
    throw new Error(`git could not compare ${base} and ${tree}`);
  const all = [];
  for (let n = 0; n + 1 < pieces.length; n += 2) {
    const [path = ''] = pieces.slice(n + 1);
    const [, wasMode = '', mode = '', was = '', id = ''] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) /.exec(pieces[n] ?? '') ?? [];
    const at = (entry: Entry) => (isFile(entry.mode) ? contentOf(view, { path, was: entry }) : null);
    all.push({ path, before: await at({ mode: wasMode, id: was }), after: await at({ mode, id }) });
  }
  return { ...diffOf(all, base), base };
}

/** Not absent, and no submodule. */
const isFile = (mode: string): boolean => mode.startsWith('10') || mode === '120000';
