// Mounts that enforce the deny rules for paths (`guard.deny`), so that a command cannot read or write what the agent's tools may not. Used
// by protect-tree.ts; the pool and index.ts of adapters/sandbox use its type.
import { lstat, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../ports/errors.js';
import { contains, type FoundEntry, findEntries } from '../system-programs.js';
import { type Mount, mountReadOnly } from './mount.js';

/**
 * What is forbidden for a path below a tree's root: reading (`read`, which includes writing), only writing (`write`), or nothing (null).
 */
export type Forbids = (place: { readonly root: string; readonly path: string }) => 'read' | 'write' | null;

export interface ForbiddenOptions {
  readonly root: string;
  readonly forbids: Forbids;
  /** Folders that are hidden anyway. */
  readonly hidden: readonly string[];
  /** An empty folder, mounted over hidden folders. */
  readonly empty: string;
  /** A folder of this sandbox for an empty file. */
  readonly scratch: string;
}

export interface ForbiddenView {
  /** Read-only mounts. */
  readonly readOnly: readonly Mount[];
  /** Empty mounts over hidden files and folders. */
  readonly hiddenMounts: readonly Mount[];
}

/** With more mounts, starting a command takes longer than running it. */
const MAX_MOUNTS = 200;

/**
 * Mounts something empty over paths that may not be read, and makes paths that may not be written read-only. git-view.ts
 * protects `.git`.
 */
export async function forbiddenView({
  root,
  forbids,
  hidden,
  empty,
  scratch,
}: ForbiddenOptions): Promise<ForbiddenView> {
  const emptyFile = path.join(scratch, 'nothing');
  await writeFile(emptyFile, '');
  const hiddenMounts = new Map<string, Mount>();
  const readOnly: Mount[] = [];
  for (const each of await findEntries(root, ['-name', '.git', '-prune', '-o'])) {
    const denied = forbids({ root, path: path.relative(root, each.at) });
    const target = denied === null ? null : await targetInTree(each, root);
    if (target === null || [...hidden, ...hiddenMounts.keys()].some((folder) => contains(folder, target.at))) continue;
    const { at, kind } = target;
    if (denied === 'read') hiddenMounts.set(at, { kind: 'read', from: kind === 'folder' ? empty : emptyFile, at });
    else if (!readOnly.some((folder) => contains(folder.at, at))) readOnly.push(mountReadOnly(at));
    refuseTooMany([...hiddenMounts.keys(), ...readOnly.map((mount) => mount.at)]);
  }
  return { readOnly, hiddenMounts: [...hiddenMounts.values()] };
}

/** A link stands for its target if that is in the tree. Targets outside are not visible anyway. */
async function targetInTree({ at, kind }: FoundEntry, root: string): Promise<FoundEntry | null> {
  if (kind === 'file' || kind === 'folder') return { at, kind };
  const to = kind === 'link' ? await realpath(at).catch(() => null) : null;
  if (to === null || to === root || !contains(root, to) || contains(path.join(root, '.git'), to)) return null;
  const found = await lstat(to);
  return { at: to, kind: found.isDirectory() ? 'folder' : 'file' };
}

function refuseTooMany(covered: readonly string[]): void {
  if (covered.length <= MAX_MOUNTS) return;
  throw new UserError({
    expected: `at most ${MAX_MOUNTS} files and folders that guard.deny keeps from commands`,
    found: `more, such as ${covered[0]}`,
    remedy: 'Name the folders above them, or the few that matter.',
    ends: 'refused',
  });
}
