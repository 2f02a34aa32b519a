// The words of the views of a run (page, terminal output and comment) in the reader's language.

import { inLanguage, type Language } from '../index.js';
import { en, type RunWords } from './en.js';
import { ja } from './ja.js';

export type { RunWords } from './en.js';

export const runWords = (lang: Language): RunWords => inLanguage(lang, { en, ja });
