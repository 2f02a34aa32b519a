import { UserError } from '../../../errors.js';
import type { Found, SearchAsk } from '../../../ports.js';
import { folderIn } from '../files.js';
import { shownPath } from '../place.js';
import { byGit } from './by-git.js';
import { byRipgrep } from './by-ripgrep.js';
import { byWalking } from './by-walking.js';
import { inOrder } from './in-order.js';
import type { Searcher } from './searcher.js';

/** Ways to search; the first that works is used. */
export const SEARCHERS: readonly Searcher[] = [byRipgrep, byGit, byWalking];

/** The matching lines, sorted; `more` if there are others. */
export async function searchIn(
  root: string,
  ask: SearchAsk,
  searchers: readonly Searcher[] = SEARCHERS,
): Promise<{ readonly found: readonly Found[]; readonly more: boolean }> {
  refuseWrong(ask);
  const search = { ...ask, root, folder: folderIn(root, ask.under ?? '.') };
  for (const searcher of searchers) {
    const hits = await searcher.search(search);
    if (hits !== null) return inOrder(hits.found, { most: ask.most, missed: hits.missed });
  }
  throw new Error('no way to search is left');
}

function refuseWrong({ pattern, globs = [] }: SearchAsk): void {
  if ([pattern, ...globs].some((text) => text.includes('\0') || text.includes('\n') || text.length > 10_000))
    throw new UserError({
      expected: 'a pattern of one line, of at most 10,000 characters',
      found: shownPath([pattern, ...globs].find((text) => /[\0\n]/.test(text)) ?? 'a longer one'),
      remedy: 'Search for a part of it.',
    });
}
