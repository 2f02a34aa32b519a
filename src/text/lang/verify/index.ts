import type { Language } from '../index.js';
import type { VerifyWords } from './en.js';
import { en } from './en.js';
import { ja } from './ja.js';

export {
  type Count,
  type Flaw,
  NAMED,
  type Named,
  type Reason,
  type SideName,
  type VerifyWords,
  type Why,
} from './en.js';

const tables: Readonly<Record<Language, VerifyWords>> = { en, ja };

/** Sentences of a verification in a language. */
export function verifyWords(lang: Language): VerifyWords {
  return tables[lang];
}
