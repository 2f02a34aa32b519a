import type { Language } from '../index.js';
import { en, type RunMessages } from './en.js';
import { ja } from './ja.js';

export type { PhaseName, RunMessages } from './en.js';

export const runMessages = (lang: Language): RunMessages => (lang === 'ja' ? ja : en);
