import type { Language } from '../index.js';
import { en } from './en.js';
import { ja } from './ja.js';
import type { Judge, Said, TamperWords } from './words.js';

export { JUDGES, type Judge, SAYINGS, type Said, type Saying } from './words.js';

const languages: Readonly<Record<Language, TamperWords>> = { en, ja };

/** Findings in sentences. They contain words of the change, so callers must show them as data. */
export function sayTamper(because: readonly Said[], lang: Language): string {
  const { sayings, judges, between } = languages[lang];
  const judgeIn = (judge: Judge | undefined) => (judge === undefined ? '' : judges[judge]);
  const sentence = ({ says, of = [], judge }: Said): string =>
    sayings[says].replace(/\{(\d|judge)\}/g, (_, key: string) =>
      key === 'judge' ? judgeIn(judge) : (of[Number(key)] ?? ''),
    );
  return because.map(sentence).join(between);
}
