import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cleanGitConfig } from './clean-git-config.js';
import { type Mount, read } from './mount.js';

export interface GitViewAsk {
  readonly root: string;
  /** A folder of the cell's own for the cleaned files. */
  readonly aside: string;
  readonly PATH: string;
}

/**
 * The repository's own folder, for `git log` and `git diff`: to be read, and without what is secret in it. Checkouts leave their token in
 * its configuration, so a cleaned copy lies over each one.
 */
export async function gitView({ root, aside, PATH }: GitViewAsk): Promise<readonly Mount[]> {
  const own = path.join(root, '.git');
  const folder = (await lstat(own)).isDirectory() ? own : await commonFolder(own);
  const mounts: Mount[] = [read(own)];
  if (folder === null) return mounts;
  if (folder !== own) mounts.push(read(folder));
  for (const file of await secretsIn(folder)) {
    const clean = path.join(aside, String(mounts.length));
    const isConfig = /^config(?:\.worktree)?$/.test(path.basename(file));
    await writeFile(clean, isConfig ? await cleanGitConfig(file, { PATH }) : '');
    mounts.push({ kind: 'read', from: clean, at: file });
  }
  return mounts;
}

/** A worktree's or a submodule's `.git` is a file that says where the folder is. */
async function commonFolder(file: string): Promise<string | null> {
  const [, to = ''] = /^gitdir: (.+)/.exec(await readFile(file, 'utf8')) ?? [];
  if (to === '') return null;
  const folder = path.resolve(path.dirname(file), to);
  const common = await readFile(path.join(folder, 'commondir'), 'utf8').catch(() => '.');
  const found = path.resolve(folder, common.trim());
  const parts = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((part) => lstat(path.join(found, part)).catch(() => null)),
  );
  return parts.every(Boolean) ? found : null; // nothing but a repository is let in by its word
}

/** Nothing but content and the names of commits lies in these. */
const PLAIN = ['objects', 'refs', 'logs', 'hooks', 'info', 'lfs'];
const SECRET = /^config(?:\.worktree)?$|credential/i;

async function secretsIn(folder: string, depth = 0): Promise<readonly string[]> {
  if (depth > 8) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = entries.map(async (entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return PLAIN.includes(entry.name) ? [] : secretsIn(at, depth + 1);
    return SECRET.test(entry.name) && entry.isFile() ? [at] : [];
  });
  return (await Promise.all(found)).flat();
}
