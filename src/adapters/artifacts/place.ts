import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * The folder of artifacts for a tree. CREW_HOME where that lies outside of it; else below the person's own cache: a sandboxed
 * command may write everywhere in the tree, `.crew/` included, and must not be able to write the evidence against itself.
 */
export function artifactsPlace({ root, home }: { readonly root: string; readonly home: string | undefined }): string {
  const named = home === undefined ? undefined : path.resolve(home);
  if (named !== undefined && named !== root && !named.startsWith(`${root}${path.sep}`))
    return path.join(named, 'artifacts');
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 12);
  return path.join(homedir(), '.cache', 'crew', 'artifacts', `${path.basename(root) || 'root'}-${digest}`);
}
