// What somebody's deny rules forbid, as walls: a program that was allowed to run reads no more than the tools do.
import { lstat, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../errors.js';
import { below, type Lying } from './below.js';
import { type Mount, read } from './mount.js';
import { isIn } from './tools.js';

/** What may not be done with a path below a tree's root: not even read, or only not written; null where no rule speaks of it. */
export type Forbids = (place: { readonly root: string; readonly path: string }) => 'read' | 'write' | null;

export interface ForbiddenAsk {
  readonly root: string;
  readonly forbids: Forbids;
  /** Folders that are not seen anyway. */
  readonly hidden: readonly string[];
  /** An empty folder, to be seen in the place of others. */
  readonly empty: string;
  /** A folder of the cell's own, for an empty file. */
  readonly aside: string;
}

export interface ForbiddenView {
  /** Read, and not written. */
  readonly kept: readonly Mount[];
  /** Something empty in the place of files and folders. */
  readonly unseen: readonly Mount[];
}

/** More mounts than this, and a command waits longer for its walls than it runs. */
const MOST = 200;

/** Lays something empty over what may not be read, and keeps what may not be written. Repositories' own folders are kept already. */
export async function forbiddenView({ root, forbids, hidden, ...ask }: ForbiddenAsk): Promise<ForbiddenView> {
  const nothing = path.join(ask.aside, 'nothing');
  await writeFile(nothing, '');
  const unseen = new Map<string, Mount>();
  const kept: Mount[] = [];
  for (const each of await below(root, ['-name', '.git', '-prune', '-o'])) {
    const verdict = forbids({ root, path: path.relative(root, each.at) });
    const meant = verdict === null ? null : await entry(each, root);
    if (meant === null || [...hidden, ...unseen.keys()].some((folder) => isIn(folder, meant.at))) continue;
    const { at, kind } = meant;
    if (verdict === 'read') unseen.set(at, { kind: 'read', from: kind === 'folder' ? ask.empty : nothing, at });
    else if (!kept.some((folder) => isIn(folder.at, at))) kept.push(read(at));
    refuseMany([...unseen.keys(), ...kept.map((mount) => mount.at)]);
  }
  return { kept, unseen: [...unseen.values()] };
}

/** A link that a rule names stands for what it leads to, as long as that is part of the tree; elsewhere nothing is seen anyway. */
async function entry({ at, kind }: Lying, root: string): Promise<Lying | null> {
  if (kind === 'file' || kind === 'folder') return { at, kind };
  const to = kind === 'link' ? await realpath(at).catch(() => null) : null;
  if (to === null || to === root || !isIn(root, to) || isIn(path.join(root, '.git'), to)) return null;
  const found = await lstat(to);
  return { at: to, kind: found.isDirectory() ? 'folder' : 'file' };
}

function refuseMany(covered: readonly string[]): void {
  if (covered.length <= MOST) return;
  throw new UserError({
    expected: `at most ${MOST} files and folders that guard.deny keeps from commands`,
    found: `more, such as ${covered[0]}`,
    remedy: 'Name the folders above them, or the few that matter.',
    ends: 'refused',
  });
}
