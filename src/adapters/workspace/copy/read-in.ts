import type { FileEntry } from '../../../ports.js';
import { lookAt } from '../look.js';
import { placeOf } from '../place.js';
import { readBytes } from '../read.js';
import { nameIn, type State } from './state.js';

/** What stands at a path of the copy. */
export function lookIn(state: State, path: string): FileEntry | null {
  const { path: name } = placeOf(state.root, path);
  if (name === '') return lookAt(state.root, path);
  if (state.gone.has(name)) return null;
  return lookAt(state.root, path)?.kind === 'link'
    ? lookAt(state.root, path)
    : (lookAt(state.beside, nameIn(state, path)) ?? lookAt(state.root, path));
}

/** The bytes of a file of the copy. */
export function readIn(
  state: State,
  { path, range }: { path: string; range: { readonly from: number; readonly to: number } | undefined },
): Uint8Array | null {
  const name = nameIn(state, path);
  if (state.gone.has(name)) return null;
  return state.written.has(name) ? readBytes(state.beside, name, range) : readBytes(state.root, path, range);
}
