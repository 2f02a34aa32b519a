import type { Apart } from '../../ports.js';
import { askGit } from '../clone/git.js';
import type { View } from './view.js';
import { withoutFilters } from './without-filters.js';

/**
 * What is not as the commit has it before anybody works. What git takes for changed is somebody's work; the rest are files that
 * git does not know, and those whose bytes a checkout makes others (line ends, large files).
 */
export async function changedBefore(
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
