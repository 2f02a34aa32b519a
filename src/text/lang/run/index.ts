import type { Language } from '../index.js';
import { en } from './en.js';
import { ja } from './ja.js';
import type { RunWords } from './words.js';

export type { RunWords } from './words.js';

const tables: Readonly<Record<Language, RunWords>> = { en, ja };

export function runWords(lang: Language): RunWords {
  return tables[lang];
}
