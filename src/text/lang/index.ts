// The languages of crew's messages, and the messages that belong to no single workflow. Used by the entry points
// (action, app, cli), runs, services, verify, view and workflows.

import { en, type Messages } from './en.js';
import { ja } from './ja.js';
import { inJapanese } from './phrases.ja.js';

export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];

/** Chooses the texts of a language from a table with all languages. */
export const inLanguage = <Texts>(lang: Language, texts: Readonly<Record<Language, Texts>>): Texts => texts[lang];

/** Translates a text that the code writes in English, such as the reason of a failure. A text without translation is returned unchanged. */
export const translated = (lang: Language, text: string): string =>
  inLanguage(lang, { en: text, ja: inJapanese(text) });

/** Messages that belong to no single workflow. */
export const messages = (lang: Language): Messages => inLanguage(lang, { en, ja });
