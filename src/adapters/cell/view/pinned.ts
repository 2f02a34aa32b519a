import path from 'node:path';
import { type Mount, write } from './mount.js';
import { isIn } from './tools.js';

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
