import type { Language } from '../../text/lang/index.js';
import { en, type WriteMessages } from './messages.en.js';
import { ja } from './messages.ja.js';

/** The texts of write in a language. */
export const messagesIn = (lang: Language): WriteMessages => (lang === 'ja' ? ja : en);
