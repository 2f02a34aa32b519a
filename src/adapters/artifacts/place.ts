import { createHash } from 'node:crypto';
import { readlinkSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * The folder of artifacts for a tree (its path without links). CREW_HOME where that lies outside of it, links followed; else
 * below the person's own cache: a sandboxed command may write everywhere in the tree, `.crew/` included, and must not be able
 * to write the evidence against itself.
 */
export function artifactsPlace({ root, home }: { readonly root: string; readonly home: string | undefined }): string {
  const named = home === undefined ? undefined : realOf(path.resolve(home, 'artifacts'));
  if (named !== undefined && named !== root && !named.startsWith(`${root}${path.sep}`)) return named;
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 12);
  return path.join(homedir(), '.cache', 'crew', 'artifacts', `${path.basename(root) || 'root'}-${digest}`);
}

/** As many as the system itself follows. */
const MOST_LINKS = 40;

/** Where a path leads, whether it is there yet or not: a link may well point to a folder that is only going to be made. */
function realOf(named: string, links = 0): string {
  const real = quietly(() => realpathSync(named));
  if (real !== undefined) return real;
  const target = links < MOST_LINKS ? quietly(() => readlinkSync(named)) : undefined;
  const parent = path.dirname(named);
  if (target !== undefined) return realOf(path.resolve(parent, target), links + 1);
  return parent === named ? named : path.join(realOf(parent, links), path.basename(named));
}

/** What a look at the disk says, or nothing. */
function quietly(look: () => string): string | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
