// Messages about runs in a thread, in the language of the reader. Used by src/runs, src/action/work.ts and src/workflows/instant.ts.

import { inLanguage, type Language } from '../index.js';
import { en, type RunMessages } from './en.js';
import { ja } from './ja.js';

export type { PhaseName, RunMessages } from './en.js';

/** Messages about runs in a thread. */
export const runMessages = (lang: Language): RunMessages => inLanguage(lang, { en, ja });
