import type { Language } from '../index.js';
import { en } from './en.js';
import { ja } from './ja.js';
import type { Said, TamperWords } from './words.js';

export { JUDGES, type Judge, type Said, SAYINGS, type Saying } from './words.js';

const languages: Readonly<Record<Language, TamperWords>> = { en, ja };

/** What bends the judgement, in sentences. What stands in them comes from the change: whoever shows it shows it as data. */
export function sayTamper(because: readonly Said[], lang: Language): string {
  const { sayings, judges, between } = languages[lang];
  const sentence = ({ says, of = [], judge }: Said): string =>
    sayings[says].replace(/\{(\d|judge)\}/g, (_, key: string) =>
      key === 'judge' ? judges[judge ?? 'tests'] : (of[Number(key)] ?? ''),
    );
  return because.map(sentence).join(between);
}
