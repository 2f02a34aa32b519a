import type { Language } from '../index.js';
import { en } from './en.js';
import { ja } from './ja.js';
import type { CheckWords } from './words.js';

export type { CheckResult, CheckWords, Counted, Flaw } from './words.js';

const tables: Readonly<Record<Language, CheckWords>> = { en, ja };

/** Sentences of the check crew/verify in a language. */
export function checkWords(lang: Language): CheckWords {
  return tables[lang];
}
