import type { Language } from '../../../text/lang/index.js';
import { en } from './en.js';
import { ja } from './ja.js';
import type { CheckWords } from './words.js';

export type { CheckWords, Counted } from './words.js';

const tables: Readonly<Record<Language, CheckWords>> = { en, ja };

/** What a check says, in the language of the repository. */
export function checkWords(lang: Language): CheckWords {
  return tables[lang];
}
