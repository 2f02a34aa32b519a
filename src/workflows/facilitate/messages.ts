import type { Language } from '../../text/lang/index.js';
import { en, type FacilitateMessages } from './messages.en.js';
import { ja } from './messages.ja.js';

export type { FacilitateMessages } from './messages.en.js';

/** The texts of facilitate in a language. */
export const facilitateMessages = (lang: Language): FacilitateMessages => (lang === 'ja' ? ja : en);
