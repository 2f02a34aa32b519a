import type { Language } from '../index.js';
import type { CheckWords } from './en.js';
import { en } from './en.js';
import { ja } from './ja.js';

export type { CheckResult, CheckWords, Counted, Flaw } from './en.js';

const tables: Readonly<Record<Language, CheckWords>> = { en, ja };

/** Sentences of the check crew/verify in a language. */
export function checkWords(lang: Language): CheckWords {
  return tables[lang];
}
