import { UserError } from '../ports/errors.js';
import type { Workspace } from '../ports/index.js';

/** How many lines a text file of a tree has; null where there is none that could be read. */
export async function linesIn(workspace: Workspace, path: string): Promise<number | null> {
  const bytes = await workspace.read(path).catch((error: unknown) => {
    if (error instanceof UserError) return null;
    throw error;
  });
  if (bytes === null) return null;
  let lines = bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}
