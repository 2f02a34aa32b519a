import { type FilesAsk, filesOf } from '../files.js';
import { fitsGlobs } from '../glob.js';
import { lookAt } from '../look.js';
import { nameIn, type State } from './state.js';

/** The files of the copy: the tree's, less those that are gone, and what was written. */
export async function filesIn(state: State, ask: FilesAsk): Promise<readonly string[]> {
  const under = ask.under ?? '.';
  const written = writtenUnder(state, under).filter(fitsGlobs(ask.globs ?? []));
  const isNew = written.length > 0 && lookAt(state.root, under) === null;
  const own = isNew ? [] : await filesOf(state.root, ask);
  return [...new Set([...own.filter((file) => !state.gone.has(file)), ...written])].sort();
}

/** What was written below a folder. */
export function writtenUnder(state: State, under: string): readonly string[] {
  const name = nameIn(state, under);
  return [...state.written].filter((file) => name === '' || file === name || file.startsWith(`${name}/`));
}
