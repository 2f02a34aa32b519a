import { closeSync, constants, lstatSync, openSync, readdirSync } from 'node:fs';
import type { FileEntry } from '../../ports/index.js';
import { kindOf } from './entry.js';
import { refuseSwapped, through } from './open-folder.js';
import { notFolder, placeOf } from './place.js';
import { realPathOf } from './real-path.js';
import { systemError } from './system-error.js';

export interface Listed {
  readonly name: string;
  readonly kind: FileEntry['kind'];
}

const byName = (one: Listed, other: Listed): number => (one.name < other.name ? -1 : 1);

/** The entries of a folder, sorted by name. */
export function listFolder(root: string, folder: string): readonly Listed[] {
  const real = realPathOf(root, placeOf(root, folder));
  if (real === null) throw notFolder(folder, 'where nothing is');
  try {
    if (!lstatSync(real).isDirectory()) throw notFolder(folder, 'which is no folder');
    const fd = openSync(real, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      refuseSwapped(fd, { real, path: folder });
      const entries = readdirSync(through(fd, real)('.'), { withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) })).sort(byName);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw systemError(error, folder);
  }
}
