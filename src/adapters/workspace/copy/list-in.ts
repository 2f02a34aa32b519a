import { type Listed, listFolder } from '../list.js';
import { lookAt } from '../look.js';
import { nameIn, type State } from './state.js';

/** What a folder of the copy holds. */
export function listIn(state: State, folder: string): readonly Listed[] {
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
