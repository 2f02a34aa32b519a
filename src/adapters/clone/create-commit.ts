// Writes a change into a clone as a commit without a branch, for the verify job (src/action/verify-setup.ts). Bytes are stored without
// filters, so the tree's id is the same on every machine.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FileChange } from '../../ports/index.js';
import { gitArgs, gitEnv } from '../git/index.js';

const exec = promisify(execFile);

/** Fixed, so that the same change gives the same commit id on every machine. */
const IDENTITY = { NAME: 'crew', EMAIL: 'crew@localhost', DATE: '1700000000 +0000' };

/** Files of a commit as bytes. Paths that the commit does not have are left out. */
export async function filesIn(root: string, sha: string, paths: readonly string[]): Promise<readonly FileChange[]> {
  const git = gitIn(root, {});
  const found = await Promise.all(
    paths.map(async (file) => {
      const [entry = ''] = (await git(['ls-tree', '-z', sha, '--', `:(literal)${file}`])).toString().split('\0');
      const [mode, type, blob] = entry.split(/[ \t]/);
      if (mode === undefined || type !== 'blob' || blob === undefined) return [];
      return [{ path: file, mode, bytes: await git(['cat-file', 'blob', blob]) }];
    }),
  );
  return found.flat();
}

/** Creates the commit, checks it out, and returns its id and the id of its tree. A file with `bytes: null` is deleted. */
export async function createCommit(
  root: string,
  { base, files, message }: { base: string; files: readonly FileChange[]; message: string },
): Promise<{ readonly sha: string; readonly tree: string }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crew-index-'));
  try {
    const git = gitIn(root, {
      GIT_INDEX_FILE: path.join(folder, 'index'),
      ...Object.fromEntries(
        Object.entries(IDENTITY).flatMap(([key, value]) => [
          [`GIT_AUTHOR_${key}`, value],
          [`GIT_COMMITTER_${key}`, value],
        ]),
      ),
    });
    await git(['read-tree', base]);
    const lines: string[] = [];
    for (const { path: file, mode, bytes } of files) {
      const blob = bytes && (await git(['hash-object', '-w', '--no-filters', '--stdin'], bytes)).toString().trim();
      // Mode 0 removes the path from the index.
      lines.push(blob === null ? `0 ${'0'.repeat(base.length)}\t${file}\0` : `${mode} ${blob}\t${file}\0`);
    }
    await git(['update-index', '-z', '--index-info'], Buffer.from(lines.join('')));
    const tree = (await git(['write-tree'])).toString().trim();
    const sha = (await git(['commit-tree', tree, '-p', base, '-m', message])).toString().trim();
    await gitIn(root, {})(['checkout', '--quiet', '--detach', sha]);
    return { sha, tree };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function gitIn(root: string, env: Readonly<Record<string, string>>) {
  const { PATH = '' } = process.env;
  return async (args: readonly string[], input?: Uint8Array): Promise<Buffer> => {
    const running = exec('git', [...gitArgs(), ...args], {
      cwd: root,
      env: { ...gitEnv({ PATH }), ...env },
      encoding: 'buffer',
      maxBuffer: 200_000_000,
    });
    running.child.stdin?.on('error', () => undefined).end(input);
    return (await running).stdout;
  };
}
