import { createHash } from 'node:crypto';
import { readlinkSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * The artifacts folder for a tree (`root`: real path). It is in CREW_HOME if that is outside the tree, links resolved; otherwise in the
 * user's cache. A sandboxed command can write everywhere in the tree, `.crew/` included, and must not be able to change its own evidence.
 */
export function artifactsPlace({ root, home }: { readonly root: string; readonly home: string | undefined }): string {
  const named = home === undefined ? undefined : realOf(path.resolve(home, 'artifacts'));
  if (named !== undefined && named !== root && !named.startsWith(`${root}${path.sep}`)) return named;
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 12);
  return path.join(homedir(), '.cache', 'crew', 'artifacts', `${path.basename(root) || 'root'}-${digest}`);
}

/** Limit of the Linux kernel. */
const MOST_LINKS = 40;

/** Resolves links of a path whose last components may not exist yet. */
function realOf(named: string, links = 0): string {
  const real = orUndefined(() => realpathSync(named));
  if (real !== undefined) return real;
  const target = links < MOST_LINKS ? orUndefined(() => readlinkSync(named)) : undefined;
  const parent = path.dirname(named);
  if (target !== undefined) return realOf(path.resolve(parent, target), links + 1);
  return parent === named ? named : path.join(realOf(parent, links), path.basename(named));
}

/** The result of a file system call, or undefined if it fails. */
function orUndefined(look: () => string): string | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
