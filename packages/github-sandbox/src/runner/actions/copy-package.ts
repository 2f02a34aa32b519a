import { cp, readdir, readFile, stat } from 'node:fs/promises';
import { join, normalize } from 'node:path';

/** What is never part of a repository, whoever lists its files. */
const NEVER = ['.git', 'node_modules'];

/**
 * Copies what a package would publish: its `files` and its package.json; without such a list, everything. Git is not
 * asked what it tracks, because an installed package has no history. Gives the paths that were copied.
 */
export async function copyPackage(from: string, to: string): Promise<string[]> {
  const listed = (await publishedFiles(from)) ?? (await readdir(from)).filter((name) => !NEVER.includes(name));
  const there = await Promise.all(listed.map((path) => stat(join(from, path)).catch(() => null)));
  const paths = listed.filter((_, index) => there[index] !== null).sort();
  for (const path of paths) await cp(join(from, path), join(to, path), { recursive: true, verbatimSymlinks: true });
  return paths;
}

/** Its package.json and the paths under `files`, none of which leads out of the package. */
async function publishedFiles(folder: string): Promise<string[] | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { files }: { files?: unknown } = JSON.parse(text);
  if (!Array.isArray(files)) return undefined;
  const paths = files.map((path) => normalize(String(path)).replace(/^[./]+\/|\/$/g, ''));
  return [...new Set(['package.json', ...paths.filter((path) => path !== '' && !path.startsWith('..'))])];
}
