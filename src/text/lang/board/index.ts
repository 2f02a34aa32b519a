// The words of the views of a board in the language of the reader. Used by src/view/board and src/view/html.ts.

import { inLanguage, type Language } from '../index.js';
import { type BoardWords, en } from './en.js';
import { ja } from './ja.js';

export type { BoardGroup, BoardWords, Condition, HealthSum, Tally } from './en.js';

/** Words of a board. */
export const boardWords = (lang: Language): BoardWords => inLanguage(lang, { en, ja });
