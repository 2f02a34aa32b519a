import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { gitArgs, gitEnv } from '../../git/hardened.js';
import type { Mount } from './mount.js';
import { isIn } from './tools.js';

export interface IndexAsk {
  readonly root: string;
  readonly PATH: string;
  readonly aside: string;
  readonly unseen: readonly Mount[];
}

/**
 * Git's list of files, in which those that are not seen count as they were committed. Without it, `git diff` would show a tracked file
 * that seems to be empty as all that it has lost: its whole content.
 */
export async function unchangedIndex({ root, PATH, aside, unseen }: IndexAsk): Promise<readonly Mount[]> {
  if (unseen.length === 0) return [];
  const git = (args: readonly string[], more: { GIT_INDEX_FILE?: string; input?: string } = {}) =>
    ask(args, { cwd: root, PATH, ...more });
  // Without a repository there is no list, and nothing that git could show.
  const tracked = ((await git(['ls-files', '-z'])) ?? '').split('\0').filter(Boolean);
  const lost = tracked.filter((file) => unseen.some(({ at }) => isIn(at, path.join(root, file))));
  if (lost.length === 0) return [];
  const at = path.resolve(root, ((await git(['rev-parse', '--git-path', 'index'])) ?? '').trim());
  const copy = path.join(aside, 'index');
  await copyFile(at, copy);
  const marking = ['update-index', '--skip-worktree', '-z', '--stdin'];
  const marked = await git(marking, { GIT_INDEX_FILE: copy, input: lost.join('\0') });
  if (marked === null) throw new Error('git could not mark what is not seen');
  return [{ kind: 'read', from: copy, at }];
}

interface How {
  readonly cwd: string;
  readonly PATH: string;
  readonly GIT_INDEX_FILE?: string | undefined;
  readonly input?: string | undefined;
}

/** What git says; null where it says no. */
function ask(args: readonly string[], { cwd, PATH, GIT_INDEX_FILE, input = '' }: How): Promise<string | null> {
  const env = { ...gitEnv({ PATH }), ...(GIT_INDEX_FILE === undefined ? {} : { GIT_INDEX_FILE }) };
  return new Promise((resolve) => {
    const child = execFile('git', [...gitArgs(), ...args], { cwd, env, maxBuffer: 1 << 28 }, (error, stdout) =>
      resolve(error ? null : stdout),
    );
    child.stdin?.on('error', () => undefined).end(input);
  });
}
