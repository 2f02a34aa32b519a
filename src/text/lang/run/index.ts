// The words of the views of a run (page, terminal output and comment) in the language of the reader. Used by src/view/run and
// the log of the work job.

import { inLanguage, type Language } from '../index.js';
import { en, type RunWords } from './en.js';
import { ja } from './ja.js';

export type { RunWords } from './en.js';

/** The words of the views of a run. */
export const runWords = (lang: Language): RunWords => inLanguage(lang, { en, ja });
