import { lookAt } from '../look.js';
import { notFile, notInside, placeOf } from '../place.js';
import { removeFile, writeBytes } from '../write.js';
import { lookIn } from './read-in.js';
import type { State } from './state.js';

/** Writes to the copy, and refuses what the tree would. */
export function writeIn(
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
export function removeIn(state: State, path: string): void {
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
