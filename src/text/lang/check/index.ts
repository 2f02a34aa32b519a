// The words of the check `crew/verify` in the language of the reader, used by src/view/check, and its results, named by src/verify.

import { inLanguage, type Language } from '../index.js';
import { type CheckWords, en } from './en.js';
import { ja } from './ja.js';

export type { CheckResult, CheckWords, TitleCounts as Counted, UnusableResult } from './en.js';

/** Sentences of the check crew/verify. */
export const checkWords = (lang: Language): CheckWords => inLanguage(lang, { en, ja });
