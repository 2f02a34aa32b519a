import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { notInside, type Place, refuseGitFolder } from './place.js';
import { isMissing, systemError } from './system-error.js';

/** The real path of a place; null if it does not exist. Throws if it, or a dangling link to it, leads outside the tree. */
export function realPathOf(root: string, place: Place): string | null {
  const named = join(root, place.path);
  const real = orNull(() => realpathSync.native(named), place);
  if (real === null) {
    refuseOutsideTarget(root, { named, place });
    return null;
  }
  refuseOutside(root, { real, place });
  return real;
}

function refuseOutside(root: string, { real, place }: { real: string; place: Place }): void {
  if (real === root) return;
  const prefix = root.endsWith(sep) ? root : root + sep;
  if (!real.startsWith(prefix)) throw notInside(place.path, `which leads to ${real}`);
  refuseGitFolder(place.path, real.slice(prefix.length).split(sep));
}

/** For a missing path: checks its nearest existing ancestor, which decides where a new file would be created. */
function refuseOutsideTarget(root: string, { named, place }: { named: string; place: Place }): void {
  let at = named;
  let entry: Stats | null = null;
  while (entry === null && at.length > root.length) {
    const here = at;
    entry = orNull(() => lstatSync(here), place);
    if (entry === null) at = dirname(at);
  }
  if (entry === null) return;
  const real = orNull(() => realpathSync.native(at), place);
  if (real !== null) {
    refuseOutside(root, { real, place });
    return;
  }
  const target = entry.isSymbolicLink() ? readlinkSync(at) : 'elsewhere';
  throw notInside(place.path, `a link to ${target}, where nothing is`);
}

function orNull<T>(ask: () => T, place: Place): T | null {
  try {
    return ask();
  } catch (error) {
    if (isMissing(error)) return null;
    throw systemError(error, place.path);
  }
}
