import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Mount, read, write } from './mount.js';

/**
 * A folder in which nothing comes and nothing goes, while what is there can be changed. So a file that is missing stays missing: only
 * what exists can be covered, and an empty one in its place would be a change of the tree.
 */
export async function frozen(folder: string): Promise<readonly Mount[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const open = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  return [read(folder), ...open.map(({ name }) => write(path.join(folder, name)))];
}
