import { en } from './en.js';
import { ja } from './ja.js';
import type { Messages } from './messages.js';

export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];

const tables: Readonly<Record<Language, Messages>> = { en, ja };

/** All messages in a language. */
export function messages(lang: Language): Messages {
  return tables[lang];
}
