import type { Language } from '../index.js';
import { en } from './en.js';
import { ja } from './ja.js';
import type { FieldWords } from './words.js';

export type { Condition, FieldWords, Shelf, Tally } from './words.js';

const tables: Readonly<Record<Language, FieldWords>> = { en, ja };

/** What is said around a facilitation, in a language. */
export function fieldWords(lang: Language): FieldWords {
  return tables[lang];
}
