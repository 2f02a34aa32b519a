import { en, type Messages } from './en.js';
import { ja } from './ja.js';

export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];

/** The texts of a language out of a table with all languages. */
export const inLanguage = <Texts>(lang: Language, texts: Readonly<Record<Language, Texts>>): Texts => texts[lang];

/** Messages that belong to no single workflow. */
export const messages = (lang: Language): Messages => inLanguage(lang, { en, ja });
