import type { Language } from '../../text/lang/index.js';
import { en, type LearnMessages } from './messages.en.js';
import { ja } from './messages.ja.js';

export type { LearnMessages } from './messages.en.js';

export const learnMessages = (lang: Language): LearnMessages => (lang === 'ja' ? ja : en);
