// Copies the files that an npm package would publish. Used by checkout.ts for a repository that is given as a folder, and by tests through
// the package's src/index.ts.

import { cp, readdir, readFile, stat } from 'node:fs/promises';
import { join, normalize } from 'node:path';

/** Folders that are never copied. */
const EXCLUDED = ['.git', 'node_modules'];

/** Copies the files that a package would publish: its `files` and package.json; without `files`, everything. Returns the copied paths. */
export async function copyPackage(from: string, to: string): Promise<string[]> {
  const listed = (await publishedFiles(from)) ?? (await readdir(from)).filter((name) => !EXCLUDED.includes(name));
  const there = await Promise.all(listed.map((path) => stat(join(from, path)).catch(() => null)));
  const paths = listed.filter((_, index) => there[index] !== null).sort();
  for (const path of paths) await cp(join(from, path), join(to, path), { recursive: true, verbatimSymlinks: true });
  return paths;
}

/** package.json and the paths under `files` that stay inside the package. */
async function publishedFiles(folder: string): Promise<string[] | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { files }: { files?: unknown } = JSON.parse(text);
  if (!Array.isArray(files)) return undefined;
  const paths = files.map((path) => normalize(String(path)).replace(/^[./]+\/|\/$/g, ''));
  return [...new Set(['package.json', ...paths.filter((path) => path !== '' && !path.startsWith('..'))])];
}
