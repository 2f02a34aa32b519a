import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { applyDiff, openWorkspace } from '../adapters/workspace/index.js';
import type { Diff, FileChange } from '../ports/index.js';

/** The files of a change as they are with it: the diff is applied to them in a temporary folder in which nothing runs. */
export async function filesAfter(
  diff: Pick<Diff, 'text' | 'sha256' | 'files'>,
  before: readonly FileChange[],
): Promise<readonly FileChange[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crew-change-'));
  try {
    const tree = openWorkspace(folder);
    for (const { path: file, mode, bytes } of before)
      if (bytes) await tree.write(file, bytes, mode === '100755' ? 0o755 : 0o644);
    await applyDiff(tree, diff);
    return await Promise.all(
      diff.files.map(async (file) => {
        const asker = await tree.look(file);
        const bytes = asker ? await tree.read(file) : null;
        return { path: file, mode: asker && asker.mode & 0o100 ? '100755' : '100644', bytes };
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
