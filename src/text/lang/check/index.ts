import type { Language } from '../index.js';
import { en } from './en.js';
import { ja } from './ja.js';
import type { CheckWords } from './words.js';

export type { CheckWords, Counted, Flaw, Standing } from './words.js';

const tables: Readonly<Record<Language, CheckWords>> = { en, ja };

/** What a check of pull requests says, in a language. */
export function checkWords(lang: Language): CheckWords {
  return tables[lang];
}
