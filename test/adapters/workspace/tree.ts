// Trees for tests: a folder with files, and whatever else a hostile repository may hold.
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from '../../build/folder.js';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Puts files into a folder. */
export function putFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** A folder with files, by its real path. */
export async function treeOf(files: Files): Promise<string> {
  const folder = realpathSync(await newFolder());
  putFiles(folder, files);
  return folder;
}

/** git, as a person would use it; nothing of this machine's configuration counts. */
export function git(folder: string, args: readonly string[], input?: string): string {
  return execFileSync('git', ['-c', 'init.defaultBranch=main', '-c', 'core.autocrlf=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    input: input ?? '',
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'ann',
      GIT_AUTHOR_EMAIL: 'ann@example.com',
      GIT_COMMITTER_NAME: 'ann',
      GIT_COMMITTER_EMAIL: 'ann@example.com',
    },
  });
}

/** A repository whose files are all committed. */
export async function repositoryOf(files: Files): Promise<string> {
  const folder = await treeOf(files);
  git(folder, ['init', '-q']);
  git(folder, ['add', '-A']);
  git(folder, ['commit', '-q', '--allow-empty', '-m', 'as it was']);
  return folder;
}

/** A pipe that nobody writes to: whoever opens it carelessly waits for ever. */
export function putPipe(file: string): void {
  execFileSync('bash', ['-c', 'mkfifo "$0"', file]);
}
