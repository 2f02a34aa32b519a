// Verification artifacts on disk. Each run has a folder with its logs, the reports of test runners, and a manifest, which is written
// last.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { artifactsError } from './artifacts-error.js';
import { openLog } from './log.js';
import { KEEP, MANIFEST, RUN } from './names.js';

export { artifactsPlace } from './place.js';
export { prune } from './prune.js';

/** The artifacts store below `root`. */
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
    /** The manifest of a run; null if the run is unknown or was interrupted before it wrote one. */
    async manifest(id: string): Promise<unknown> {
      const text = await readFile(at(id, MANIFEST), 'utf8').catch(() => null);
      return text === null ? null : JSON.parse(text);
    },
    /** Excludes a run from removal by age, because it ended without a result and is needed to continue. */
    keep: (id: string) => writeFile(at(id, KEEP), ''),
  };
}

async function within<T>(root: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw artifactsError(error, root);
  }
}

/** Writes to a temporary file, syncs it and renames it, so that no reader sees a partial manifest. */
async function writeWhole(folder: string, text: string): Promise<void> {
  const temporary = path.join(folder, `${MANIFEST}.new`);
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path.join(folder, MANIFEST));
}
