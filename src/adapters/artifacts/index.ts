// Artifacts in a folder: a folder a run with its logs, what runners told, and last of all its manifest.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openLog } from './log.js';
import { KEEP, MANIFEST, RUN } from './names.js';
import { placeTrouble } from './trouble.js';

export { artifactsPlace } from './place.js';
export { prune } from './prune.js';

/** The artifacts below a folder. */
export function folderArtifacts(root: string) {
  const at = (id: string, file: string) => path.join(root, RUN.test(id) ? id : 'no-run', file);
  return {
    async open(stamp: string) {
      const id = `${stamp.slice(0, 19).replace(/[-:]/g, '')}Z-${randomBytes(4).toString('hex')}`;
      const folder = path.join(root, id);
      await within(root, async () => {
        await mkdir(root, { recursive: true, mode: 0o700 });
        await mkdir(folder, { mode: 0o700 });
      });
      return {
        id,
        path: folder,
        log: (name: string) => openLog(folder, name),
        finish: (manifest: unknown) => within(root, () => writeWhole(folder, `${JSON.stringify(manifest, null, 2)}\n`)),
      };
    },
    /** The manifest of a run; null for half a run, and for none. */
    async manifest(id: string): Promise<unknown> {
      const text = await readFile(at(id, MANIFEST), 'utf8').catch(() => null);
      return text === null ? null : JSON.parse(text);
    },
    /** This run is never removed by age: it was stuck. */
    keep: (id: string) => writeFile(at(id, KEEP), ''),
  };
}

async function within<T>(root: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw placeTrouble(error, root);
  }
}

/** Written aside, flushed, then given its name: nobody ever reads half of it. */
async function writeWhole(folder: string, text: string): Promise<void> {
  const aside = path.join(folder, `${MANIFEST}.new`);
  const handle = await open(aside, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(aside, path.join(folder, MANIFEST));
}
