// The messages of `fix` in a language. Used by publish.ts, work.ts, rules/questions.ts, build/publish.ts, and `crew list`.

import type { Language } from '../../text/lang/index.js';
import { en, type Messages } from './messages.en.js';
import { ja } from './messages.ja.js';

export type { Messages } from './messages.en.js';

export const fixMessages = (lang: Language): Messages => (lang === 'ja' ? ja : en);
