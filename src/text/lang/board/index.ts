import type { Language } from '../index.js';
import { en } from './en.js';
import { ja } from './ja.js';
import type { BoardWords } from './words.js';

export type { BoardWords, Condition, Shelf, Tally } from './words.js';

const tables: Readonly<Record<Language, BoardWords>> = { en, ja };

/** Words of a board in a language. */
export function boardWords(lang: Language): BoardWords {
  return tables[lang];
}
