import type { Language } from '../../text/lang/index.js';
import { en, type TaskMessages } from './messages.en.js';
import { ja } from './messages.ja.js';

export type { TaskMessages } from './messages.en.js';

/** The texts of task in a language. */
export const taskMessages = (lang: Language): TaskMessages => (lang === 'ja' ? ja : en);
