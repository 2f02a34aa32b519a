// Messages about runs in a thread, in the language of the reader. Used by src/runs and the jobs of the Action.

import { inLanguage, type Language } from '../index.js';
import { en, type RunMessages } from './en.js';
import { ja } from './ja.js';

export type { PhaseName, RunMessages } from './en.js';

/** Messages about runs in a thread. */
export const runMessages = (lang: Language): RunMessages => inLanguage(lang, { en, ja });
