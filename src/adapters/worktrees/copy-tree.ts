import { constants, copyFile, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';

export interface ToCopy {
  readonly from: string;
  readonly to: string;
  /** Links that name the one tree by its whole path are made to name the other. */
  readonly roots: { readonly from: string; readonly to: string };
}

/** Working folders of tools: what one tree writes there must not be read by the other. */
const OWN = new Set(['.cache', '.vite', '.vitest', '.turbo', '.parcel-cache']);

/** A second tree of the same files, and nothing that is written in one of them shows in the other. */
export async function copyTree({ from, to, roots }: ToCopy): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  await Promise.all(files.map(({ name }) => copy(path.join(from, name), path.join(to, name))));
  for (const entry of entries) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) await symlink(leads(await readlink(source), roots), target);
    else if (entry.isDirectory() && !OWN.has(entry.name)) await copyTree({ from: source, to: target, roots });
  }
}

function leads(target: string, { from, to }: ToCopy['roots']): string {
  return target === from || target.startsWith(from + path.sep) ? to + target.slice(from.length) : target;
}

/**
 * Sharing its blocks where the disk can do that. Never a hard link: commands run in both trees, and one that writes into a
 * package would write into the other tree's as well.
 */
const copy = (from: string, to: string): Promise<void> =>
  copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
