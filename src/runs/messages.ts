import type { Language } from '../text/lang/index.js';
import { en, type RunMessages } from './messages.en.js';
import { ja } from './messages.ja.js';

export type { PhaseName, RunMessages } from './messages.en.js';

/** What crew says about runs, in a language. */
export const runMessages = (lang: Language): RunMessages => (lang === 'ja' ? ja : en);
