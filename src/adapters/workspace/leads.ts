import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { notInside, type Place, refuseGits } from './place.js';
import { isMissing, trouble } from './trouble.js';

/** Where a place really is, its links followed; null when nothing is there. What leads outside is refused, dangling links too. */
export function leads(root: string, place: Place): string | null {
  const named = join(root, place.path);
  const real = quietly(() => realpathSync.native(named), place);
  if (real === null) {
    refuseWayOut(root, { named, place });
    return null;
  }
  refuseOutside(root, { real, place });
  return real;
}

function refuseOutside(root: string, { real, place }: { real: string; place: Place }): void {
  if (real === root) return;
  const prefix = root.endsWith(sep) ? root : root + sep;
  if (!real.startsWith(prefix)) throw notInside(place.path, `which leads to ${real}`);
  refuseGits(place.path, real.slice(prefix.length).split(sep));
}

/** Nothing is there; but the last thing on the way that is there says where something would come to be. */
function refuseWayOut(root: string, { named, place }: { named: string; place: Place }): void {
  let at = named;
  let entry: Stats | null = null;
  while (entry === null && at.length > root.length) {
    const here = at;
    entry = quietly(() => lstatSync(here), place);
    if (entry === null) at = dirname(at);
  }
  if (entry === null) return;
  const real = quietly(() => realpathSync.native(at), place);
  if (real !== null) {
    refuseOutside(root, { real, place });
    return;
  }
  const target = entry.isSymbolicLink() ? readlinkSync(at) : 'elsewhere';
  throw notInside(place.path, `a link to ${target}, where nothing is`);
}

function quietly<T>(ask: () => T, place: Place): T | null {
  try {
    return ask();
  } catch (error) {
    if (isMissing(error)) return null;
    throw trouble(error, place.path);
  }
}
