// The words of board pages in the language of the reader.

import { inLanguage, type Language } from '../index.js';
import { type BoardWords, en } from './en.js';
import { ja } from './ja.js';

export type { BoardGroup, BoardWords, Condition, Tally } from './en.js';

/** Words of a board. */
export const boardWords = (lang: Language): BoardWords => inLanguage(lang, { en, ja });
