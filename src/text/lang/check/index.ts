// Words of the check `crew/verify` in the reader's language, for src/view/check. Also exports the types of its results, for src/verify.

import { inLanguage, type Language } from '../index.js';
import { type CheckWords, en } from './en.js';
import { ja } from './ja.js';

export type { CheckResult, CheckWords, TitleCounts as Counted, UnusableResult } from './en.js';

/** Sentences of the check crew/verify. */
export const checkWords = (lang: Language): CheckWords => inLanguage(lang, { en, ja });
