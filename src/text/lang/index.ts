// The languages of crew's messages, and the messages that belong to no single workflow.

import { en, type Messages } from './en.js';
import { ja } from './ja.js';
import { inJapanese } from './phrases.ja.js';

export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];

/** The texts of a language out of a table with all languages. */
export const inLanguage = <Texts>(lang: Language, texts: Readonly<Record<Language, Texts>>): Texts => texts[lang];

/** A text that the code writes in English, such as the reason of a failure, in another language. An unknown text is returned unchanged. */
export const translated = (lang: Language, text: string): string =>
  inLanguage(lang, { en: text, ja: inJapanese(text) });

/** Messages that belong to no single workflow. */
export const messages = (lang: Language): Messages => inLanguage(lang, { en, ja });
