// What nobody may write to in a tree that may be written to. A path that is missing is made first, since only what is there can be
// covered; and the folder above is a mount of its own, since a folder that only holds one could be renamed together with it.
import { lstat, mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../errors.js';
import { type GitViewAsk, gitView } from './git-view.js';
import { type Mount, read, write } from './mount.js';
import { isIn } from './tools.js';

export interface ProtectAsk extends GitViewAsk {
  /** Somebody configured that workflow files may be changed. */
  readonly workflowFiles: boolean;
  /** Files that only crew and people write: its configuration, wherever it is. */
  readonly kept?: readonly string[] | undefined;
  /** An empty folder to be seen in their place. */
  readonly empty: string;
}

export interface Protected {
  readonly mounts: readonly Mount[];
  /** Takes away the empty folders that were made. */
  release(): Promise<void>;
}

/** Covers what no tool may write (guard/paths/spots.ts, PROTECTED): `.git`, workflows and actions, crew's configuration and folders. */
export async function protectTree(ask: ProtectAsk): Promise<Protected> {
  const made: string[] = [];
  const folder = async (name: string) => {
    const at = path.join(ask.root, name);
    await standing(at, made);
    return at;
  };
  await folder('.git');
  const mounts: Mount[] = [...(await gitView(ask))];
  mounts.push(write(await folder('.github')));
  if (!ask.workflowFiles) mounts.push(read(await folder('.github/workflows')));
  mounts.push(read(await folder('.github/actions')));
  // A file that is missing cannot be covered: an empty one in its place would be a change of the tree.
  for (const each of [...FILES.map((file) => path.join(ask.root, file)), ...(ask.kept ?? [])])
    if (isIn(ask.root, each) && (await isThere(each))) mounts.push(read(each));
  for (const hidden of ask.hidden.filter((each) => isIn(ask.root, each) && each !== ask.root)) {
    const at = await folder(path.relative(ask.root, hidden));
    mounts.push({ kind: 'read', from: ask.empty, at });
  }
  const release = async () => {
    for (const each of made.reverse()) await rmdir(each).catch(() => undefined); // somebody put something into it
  };
  return { mounts, release };
}

const FILES = ['.github/crew.yml', '.github/crew.yaml', '.crew'] as const;

/** Makes a folder where there is nothing; a link could lead anywhere, and be another one in a moment. */
async function standing(at: string, made: string[]): Promise<void> {
  if (await isThere(at)) return;
  made.push(at);
  await mkdir(at, { recursive: true });
}

async function isThere(at: string): Promise<boolean> {
  const there = await lstat(at).catch(() => null);
  if (there?.isSymbolicLink())
    throw new UserError({
      expected: `${path.basename(at)} to be no link`,
      found: `a link in its place, at ${at}`,
      remedy: 'Put there what it leads to: what lies behind a link cannot be protected.',
      ends: 'refused',
    });
  return there !== null;
}
