import { mkdir, readFile, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { newFolder } from './folder.js';
import { ROOT } from './root.js';

/**
 * A folder with what crew's package publishes, as links. It stands for crew's repository in embedded Actions: each job copies the
 * folder, and a copy of all files takes longer than a small job.
 */
export async function publishedCrew(): Promise<string> {
  const folder = await newFolder();
  const { files }: { files: readonly string[] } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  for (const name of ['package.json', ...files]) {
    if (!(await stat(path.join(ROOT, name)).catch(() => null))) continue;
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await symlink(path.join(ROOT, name), path.join(folder, name));
  }
  return folder;
}
