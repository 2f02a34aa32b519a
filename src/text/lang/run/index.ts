// The words of run pages in the language of the reader.

import { inLanguage, type Language } from '../index.js';
import { en, type RunWords } from './en.js';
import { ja } from './ja.js';

export type { RunWords } from './en.js';

/** Words of the views of a run. */
export const runWords = (lang: Language): RunWords => inLanguage(lang, { en, ja });
