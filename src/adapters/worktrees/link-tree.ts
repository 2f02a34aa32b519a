import { constants, copyFile, link, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';

export interface ToLink {
  readonly from: string;
  readonly to: string;
  /** Links that name the one tree by its whole path are made to name the other. */
  readonly roots: { readonly from: string; readonly to: string };
}

/** Working folders of tools: what one tree writes there must not be read by the other. */
const OWN = new Set(['.cache', '.vite', '.vitest', '.turbo', '.parcel-cache']);

/** A second tree of the same files, without their weight. */
export async function linkTree({ from, to, roots }: ToLink): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  await Promise.all(files.map(({ name }) => linkFile(path.join(from, name), path.join(to, name))));
  for (const entry of entries) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) await symlink(leads(await readlink(source), roots), target);
    else if (entry.isDirectory() && !OWN.has(entry.name)) await linkTree({ from: source, to: target, roots });
  }
}

function leads(target: string, { from, to }: ToLink['roots']): string {
  return target === from || target.startsWith(from + path.sep) ? to + target.slice(from.length) : target;
}

/** A copy that shares its blocks where the disk can do that, else a hard link, else a plain copy. */
async function linkFile(from: string, to: string): Promise<void> {
  const cheap = () => copyFile(from, to, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL);
  await cheap()
    .catch(() => link(from, to))
    .catch(() => copyFile(from, to));
}
