// A copy of a tree, for dry runs: what is written lies beside it, and the tree never hears of it.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Copy as CopyPort, FileEntry, Found, SearchAsk, Workspace } from '../../../ports.js';
import { askGitOnce } from '../../clone/git.js';
import { contentAt } from '../diff/content.js';
import { type Change, type Diff, diffOf } from '../diff/index.js';
import { type FilesAsk, filesOf } from '../files.js';
import { fitsGlobs } from '../glob.js';
import { leads } from '../leads.js';
import { type Listed, listFolder } from '../list.js';
import { lookAt } from '../look.js';
import { notFile, notInside, placeOf } from '../place.js';
import { readBytes } from '../read.js';
import { inOrder } from '../search/in-order.js';
import { searchIn } from '../search/index.js';
import { removeFile, writeBytes } from '../write.js';

/** A tree, and what was done to its copy. */
interface State {
  readonly root: string;
  /** The folder that holds what was written, under the same paths. */
  readonly beside: string;
  readonly written: Set<string>;
  /** Files of the tree that the copy no longer has. */
  readonly gone: Set<string>;
}

/** A copy that is as its tree. */
function nothingDone({ root, beside }: { root: string; beside: string }): State {
  return { root, beside, written: new Set(), gone: new Set() };
}

/** The one name of a file, whichever links of the tree lead to it; empty for the root. */
function nameIn({ root }: State, path: string): string {
  const place = placeOf(root, path);
  const real = leads(root, place);
  if (real !== null) return relative(root, real);
  const above = dirname(place.path);
  const folder = leads(root, { path: above, parts: above.split('/') });
  return folder === null ? place.path : relative(root, join(folder, place.parts.at(-1) ?? ''));
}

/** What stands at a path of the copy. */
function lookIn(state: State, path: string): FileEntry | null {
  const { path: name } = placeOf(state.root, path);
  if (name === '') return lookAt(state.root, path);
  if (state.gone.has(name)) return null;
  return lookAt(state.root, path)?.kind === 'link'
    ? lookAt(state.root, path)
    : (lookAt(state.beside, nameIn(state, path)) ?? lookAt(state.root, path));
}

/** The bytes of a file of the copy. */
function readIn(
  state: State,
  { path, range }: { path: string; range: { readonly from: number; readonly to: number } | undefined },
): Uint8Array | null {
  const name = nameIn(state, path);
  if (state.gone.has(name)) return null;
  return state.written.has(name) ? readBytes(state.beside, name, range) : readBytes(state.root, path, range);
}

/** Writes to the copy, and refuses what the tree would. */
function writeIn(
  state: State,
  { path, bytes, mode }: { path: string; bytes: Uint8Array; mode: number | undefined },
): void {
  const name = ownName(state, path);
  const entry = lookIn(state, path);
  if (entry?.kind === 'link') throw notInside(path, 'which is a link; nothing is written through links');
  if (entry !== null && entry.kind !== 'file') throw notFile(path, `which is a ${entry.kind}`);
  writeBytes(state.beside, { path: name, bytes, mode: mode ?? entry?.mode });
  state.written.add(name);
  state.gone.delete(name);
}

/** Removes from the copy. */
function removeIn(state: State, path: string): void {
  const name = ownName(state, path);
  const entry = lookIn(state, path);
  if (entry?.kind === 'folder') throw notFile(path, 'which is a folder');
  if (state.written.delete(name)) removeFile(state.beside, name);
  if (lookAt(state.root, name) !== null) state.gone.add(name);
}

/** The path itself, when no link is on the way to it. */
function ownName(state: State, path: string): string {
  const { parts, path: name } = placeOf(state.root, path);
  if (parts.length === 0) throw notFile(path, 'which is the root itself');
  for (let n = 1; n < parts.length; n += 1) {
    const above = parts.slice(0, n).join('/');
    const kind = lookIn(state, above)?.kind ?? 'folder';
    if (kind === 'link') throw notInside(path, `whose ${above} is a link; nothing is written through links`);
    if (kind !== 'folder') throw notInside(path, `whose ${above} is no folder`);
  }
  return name;
}

/** The files of the copy: the tree's, less those that are gone, and what was written. */
async function filesIn(state: State, ask: FilesAsk): Promise<readonly string[]> {
  const under = ask.under ?? '.';
  const written = writtenUnder(state, under).filter(fitsGlobs(ask.globs ?? []));
  const isNew = written.length > 0 && lookAt(state.root, under) === null;
  const own = isNew ? [] : await filesOf(state.root, ask);
  return [...new Set([...own.filter((file) => !state.gone.has(file)), ...written])].sort();
}

/** What was written below a folder. */
function writtenUnder(state: State, under: string): readonly string[] {
  const name = nameIn(state, under);
  return [...state.written].filter((file) => name === '' || file === name || file.startsWith(`${name}/`));
}

/** Searches the tree without what was changed, then what was written. */
async function searchInCopy(
  state: State,
  ask: SearchAsk,
): Promise<{ readonly found: readonly Found[]; readonly more: boolean }> {
  const under = ask.under ?? '.';
  const isWritten = writtenUnder(state, under).length > 0;
  const others = [...(ask.globs ?? []), ...[...state.written, ...state.gone].map((file) => `!/${literally(file)}`)];
  const own =
    isWritten && lookAt(state.root, under) === null
      ? { found: [], more: false }
      : await searchIn(state.root, { ...ask, globs: others });
  if (!isWritten) return own;
  const beside = await searchIn(state.beside, { ...ask, under: nameIn(state, under) || '.' });
  return inOrder([...own.found, ...beside.found], { most: ask.most, missed: own.more || beside.more });
}

/** A name that holds a glob's own characters. */
const literally = (name: string): string => name.replace(/[\\*?[\]{}!]/g, '\\$&');

/** What a folder of the copy holds. */
function listIn(state: State, folder: string): readonly Listed[] {
  const name = nameIn(state, folder);
  const isBeside = name !== '' && lookAt(state.beside, name)?.kind === 'folder';
  const above = name === '' ? '' : `${name}/`;
  const beside = isBeside || name === '' ? listFolder(state.beside, name === '' ? '.' : name) : [];
  const names = new Set(beside.map((entry) => entry.name));
  // Only where nothing lies beside must the folder be the tree's own.
  const own = isBeside && lookAt(state.root, name) === null ? [] : listFolder(state.root, folder);
  const kept = own.filter((entry) => !names.has(entry.name) && !state.gone.has(above + entry.name));
  return [...kept, ...beside].sort((one, other) => (one.name < other.name ? -1 : 1));
}

export interface Copy extends CopyPort {
  /** What was done, as git would write it. */
  diff(): Promise<Diff>;
}

/** A copy of a tree. It reads as the tree does, with what was written to the copy in its place. */
export function copyOf({ root }: Workspace): Copy {
  const state = nothingDone({ root, beside: mkdtempSync(join(tmpdir(), 'crew-copy-')) });
  return {
    root,
    look: async (path) => lookIn(state, path),
    read: async (path, range) => readIn(state, { path, range }),
    write: async (path, bytes, mode) => writeIn(state, { path, bytes, mode }),
    remove: async (path) => removeIn(state, path),
    list: async (folder) => listIn(state, folder),
    files: (ask) => filesIn(state, ask),
    search: (ask) => searchInCopy(state, ask),
    diff: async () => diffOf(changesIn(state), await headOf(root)),
    async since() {
      const changes = changesIn(state);
      const diff = diffOf(changes, await headOf(root));
      const real = changes.filter(({ path }) => diff.files.includes(path));
      return {
        diff,
        changed: real.map(({ path, before, after }) => ({
          path,
          before: before?.bytes ?? null,
          after: after?.bytes ?? null,
        })),
      };
    },
    close: () => rm(state.beside, { recursive: true, force: true }),
  };
}

const headOf = (root: string): Promise<string | null> => askGitOnce(root, ['rev-parse', '--verify', 'HEAD']);

const changesIn = ({ root, beside, written, gone }: State): readonly Change[] =>
  [...written, ...gone].map((path) => ({
    path,
    before: contentAt(root, path),
    after: gone.has(path) ? null : contentAt(beside, path),
  }));
