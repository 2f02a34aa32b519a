// Sentences of a verification in the language of the reader.

import { inLanguage, type Language } from '../index.js';
import { en, type VerifyWords } from './en.js';
import { ja } from './ja.js';

export {
  type Count,
  NAMED,
  type Named,
  type ResultsFlaw,
  type SideName,
  type StepEndReason,
  type StepSource,
  type VerifyWords,
} from './en.js';

/** Sentences of a verification. */
export const verifyWords = (lang: Language): VerifyWords => inLanguage(lang, { en, ja });
