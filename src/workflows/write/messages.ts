import type { Language } from '../../text/lang/index.js';
import { en, type WriteMessages } from './messages.en.js';
import { ja } from './messages.ja.js';

/** What crew says about writing, in a language. */
export const messagesIn = (lang: Language): WriteMessages => (lang === 'ja' ? ja : en);
