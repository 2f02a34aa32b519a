import type { Language } from '../index.js';
import type { BoardWords } from './en.js';
import { en } from './en.js';
import { ja } from './ja.js';

export type { BoardWords, Condition, Shelf, Tally } from './en.js';

const tables: Readonly<Record<Language, BoardWords>> = { en, ja };

export function boardWords(lang: Language): BoardWords {
  return tables[lang];
}
