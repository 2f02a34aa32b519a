// A copy-on-write view of a tree for dry runs: writes go to a separate folder (the overlay), and the tree stays unchanged.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type {
  TreeCopy as CopyPort,
  Diff,
  FileEntry,
  SearchMatch,
  SearchOptions,
  Workspace,
} from '../../ports/index.js';
import { gitOutput } from '../git/index.js';
import { contentAt } from './diff/content.js';
import { type Change, diffOf } from './diff/format.js';
import { type FilesQuery, filesOf } from './files.js';
import { escapeGlob, fitsGlobs } from './glob.js';
import { notFile, notInside, placeOf, realPathOf } from './paths.js';
import { entryAt, type FolderEntry, listFolder, readBytes } from './read.js';
import { searchIn, sortedHits } from './search.js';
import { removeFile, writeBytes } from './write.js';

/** The tree and the changes of its copy. */
interface CopyState {
  readonly root: string;
  /** The folder of written files, under the same paths. */
  readonly overlay: string;
  readonly written: Set<string>;
  /** Files of the tree that were removed in the copy. */
  readonly removed: Set<string>;
}

/**
 * The path relative to the root, with links resolved as the copy has them: a link that was removed or replaced in the copy is not followed.
 * Empty for the root. `keepsLast`: a link at the end is not followed either.
 */
function nameIn(state: CopyState, path: string, { keepsLast = false } = {}): string {
  const { root } = state;
  const { parts } = placeOf(root, path);
  let name = '';
  for (const [n, part] of parts.entries()) {
    const next = name === '' ? part : `${name}/${part}`;
    const isFollowed = !(keepsLast && n === parts.length - 1) && !isReplaced(state, next);
    const real = isFollowed ? realPathOf(root, { path: next, parts: next.split('/') }) : null;
    name = real === null ? next : relative(root, real);
  }
  return name;
}

/** Whether the tree's entry is not in the copy: it or a folder on its way was removed, or replaced by a file. */
function isReplaced({ written, removed }: CopyState, name: string): boolean {
  const parts = name.split('/');
  const prefixes = parts.map((_, n) => parts.slice(0, n + 1).join('/'));
  return prefixes.some((prefix) => removed.has(prefix) || written.has(prefix));
}

/** The entry at a path of the copy. */
function entryIn(state: CopyState, path: string): FileEntry | null {
  const name = nameIn(state, path, { keepsLast: true });
  if (name === '') return entryAt(state.root, path);
  return entryAt(state.overlay, name) ?? (isReplaced(state, name) ? null : entryAt(state.root, path));
}

/** The bytes of a file of the copy. */
function readIn(
  state: CopyState,
  { path, range }: { path: string; range: { readonly from: number; readonly to: number } | undefined },
): Uint8Array | null {
  const name = nameIn(state, path);
  if (state.written.has(name)) return readBytes(state.overlay, name, range);
  return isReplaced(state, name) ? null : readBytes(state.root, path, range);
}

/** Writes a file in the copy. Refuses what a workspace refuses. */
function writeIn(
  state: CopyState,
  { path, bytes, mode }: { path: string; bytes: Uint8Array; mode: number | undefined },
): void {
  const name = nameWithoutLinks(state, path);
  const entry = entryIn(state, path);
  if (entry?.kind === 'link') throw notInside(path, 'which is a link; nothing is written through links');
  if (entry !== null && entry.kind !== 'file') throw notFile(path, `which is a ${entry.kind}`);
  writeBytes(state.overlay, { path: name, bytes, mode: mode ?? entry?.mode });
  state.written.add(name);
  state.removed.delete(name);
}

/** Removes a file in the copy. */
function removeIn(state: CopyState, path: string): void {
  const name = nameWithoutLinks(state, path);
  const entry = entryIn(state, path);
  if (entry?.kind === 'folder') throw notFile(path, 'which is a folder');
  if (state.written.delete(name)) removeFile(state.overlay, name);
  if (entryAt(state.root, name) !== null) state.removed.add(name);
}

/** The path, relative to the root. Throws if a part before the last is a link or no folder. */
function nameWithoutLinks(state: CopyState, path: string): string {
  const { parts, path: name } = placeOf(state.root, path);
  if (parts.length === 0) throw notFile(path, 'which is the root itself');
  for (let n = 1; n < parts.length; n += 1) {
    const above = parts.slice(0, n).join('/');
    const kind = entryIn(state, above)?.kind ?? 'folder';
    if (kind === 'link') throw notInside(path, `whose ${above} is a link; nothing is written through links`);
    if (kind !== 'folder') throw notInside(path, `whose ${above} is no folder`);
  }
  return name;
}

/** The files of the copy: those of the tree that were not removed, and the written ones. */
async function filesIn(state: CopyState, query: FilesQuery): Promise<readonly string[]> {
  const under = query.under ?? '.';
  const written = writtenUnder(state, under).filter(fitsGlobs(query.globs ?? []));
  const isNew = written.length > 0 && entryAt(state.root, under) === null;
  const own = isNew ? [] : await filesOf(state.root, query);
  return [...new Set([...own.filter((file) => !state.removed.has(file)), ...written])].sort();
}

/** Files written below a folder. */
function writtenUnder(state: CopyState, under: string): readonly string[] {
  const name = nameIn(state, under);
  return [...state.written].filter((file) => name === '' || file === name || file.startsWith(`${name}/`));
}

/** Searches the tree without the written and removed files, then the written files. */
async function searchInCopy(
  state: CopyState,
  options: SearchOptions,
): Promise<{ readonly found: readonly SearchMatch[]; readonly more: boolean }> {
  const under = options.under ?? '.';
  const hasWritten = writtenUnder(state, under).length > 0;
  const globs = [
    ...(options.globs ?? []),
    ...[...state.written, ...state.removed].map((file) => `!/${escapeGlob(file)}`),
  ];
  const inTree =
    hasWritten && entryAt(state.root, under) === null
      ? { found: [], more: false }
      : await searchIn(state.root, { ...options, globs });
  if (!hasWritten) return inTree;
  const inOverlay = await searchIn(state.overlay, { ...options, under: nameIn(state, under) || '.' });
  return sortedHits([...inTree.found, ...inOverlay.found], {
    most: options.limit,
    hasMore: inTree.more || inOverlay.more,
  });
}

/** The entries of a folder of the copy. */
function listIn(state: CopyState, folder: string): readonly FolderEntry[] {
  const name = nameIn(state, folder);
  const isGone = isReplaced(state, name);
  const isInOverlay = isGone || (name !== '' && entryAt(state.overlay, name)?.kind === 'folder');
  const above = name === '' ? '' : `${name}/`;
  const overlayEntries = isInOverlay || name === '' ? listFolder(state.overlay, name === '' ? '.' : name) : [];
  const names = new Set(overlayEntries.map((entry) => entry.name));
  // A folder that exists only in the copy has no entries in the tree.
  const treeEntries =
    isGone || (isInOverlay && entryAt(state.root, name) === null) ? [] : listFolder(state.root, folder);
  const remaining = treeEntries.filter((entry) => !names.has(entry.name) && !state.removed.has(above + entry.name));
  return [...remaining, ...overlayEntries].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A copy of a tree, with its diff. */
export interface Copy extends CopyPort {
  /** The changes as a diff. */
  diff(): Promise<Diff>;
}

/** A copy of a tree. Reads return written files first, then the tree's. */
export function copyOf({ root }: Workspace): Copy {
  const overlay = mkdtempSync(join(tmpdir(), 'crew-copy-'));
  const state: CopyState = { root, overlay, written: new Set(), removed: new Set() };
  return {
    root,
    entryAt: async (path) => entryIn(state, path),
    read: async (path, range) => readIn(state, { path, range }),
    write: async (path, bytes, mode) => writeIn(state, { path, bytes, mode }),
    remove: async (path) => removeIn(state, path),
    list: async (folder) => listIn(state, folder),
    files: (query) => filesIn(state, query),
    search: (query) => searchInCopy(state, query),
    diff: async () => diffOf(changesIn(state), await headOf(root)),
    async changes() {
      const changes = changesIn(state);
      const diff = diffOf(changes, await headOf(root));
      // A file written back unchanged is in no diff.
      const effective = changes.filter(({ path }) => diff.files.includes(path));
      return {
        diff,
        changed: effective.map(({ path, before, after }) => ({
          path,
          before: before?.bytes ?? null,
          after: after?.bytes ?? null,
        })),
      };
    },
    close: () => rm(state.overlay, { recursive: true, force: true }),
  };
}

const headOf = (root: string): Promise<string | null> => gitOutput(root, ['rev-parse', '--verify', 'HEAD']);

const changesIn = ({ root, overlay, written, removed }: CopyState): readonly Change[] =>
  [...written, ...removed].map((path) => ({
    path,
    before: contentAt(root, path),
    after: removed.has(path) ? null : contentAt(overlay, path),
  }));
