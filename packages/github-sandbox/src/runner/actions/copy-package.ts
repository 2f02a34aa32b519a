import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is never part of a repository, whoever lists its files. */
const NEVER = ['.git', 'node_modules'];

/**
 * Copies what a package would publish: its `files` and its package.json; without such a list, everything. Git is not
 * asked what it tracks, because an installed package has no history.
 */
export async function copyPackage(from: string, to: string): Promise<string[]> {
  const present = await readdir(from);
  const wanted = await publishedFiles(from);
  const names = present.filter((name) => !NEVER.includes(name) && (wanted?.includes(name) ?? true)).sort();
  for (const name of names) await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  return names;
}

/** The first part of each path is enough: what lies beside it in the same folder does no harm. */
async function publishedFiles(folder: string): Promise<string[] | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { files }: { files?: unknown } = JSON.parse(text);
  if (!Array.isArray(files)) return undefined;
  return [
    'package.json',
    ...files.map(
      (path) =>
        String(path)
          .replace(/^\.?\//, '')
          .split('/')[0] ?? '',
    ),
  ];
}
