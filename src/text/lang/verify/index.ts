// Sentences of a verification in the language of the reader, and the types in them. Used by src/verify, src/view,
// src/services/verify-trees.ts and `crew verify`.

import { inLanguage, type Language } from '../index.js';
import { en, type VerifyWords } from './en.js';
import { ja } from './ja.js';

export {
  COMPARISON_KINDS,
  type ComparisonKind,
  type ResultsFlaw,
  type SideName,
  type StepEndReason,
  type StepSource,
  type TestCount,
  type VerifyWords,
} from './en.js';

/** Sentences of a verification. */
export const verifyWords = (lang: Language): VerifyWords => inLanguage(lang, { en, ja });
