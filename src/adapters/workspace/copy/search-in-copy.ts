import type { Found, SearchAsk } from '../../../ports.js';
import { lookAt } from '../look.js';
import { inOrder } from '../search/in-order.js';
import { searchIn } from '../search/index.js';
import { writtenUnder } from './files-in.js';
import { nameIn, type State } from './state.js';

/** Searches the tree without what was changed, then what was written. */
export async function searchInCopy(
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
