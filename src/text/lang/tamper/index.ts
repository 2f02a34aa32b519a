// Findings of the check `tamper` as data: a sentence key with the words of the change in it. Sentences are rendered in each language.
import { inLanguage, type Language } from '../index.js';
import { en, type TamperWords } from './en.js';
import { ja } from './ja.js';

/** What a configuration file controls. */
export type Judge = keyof TamperWords['judges'];

/** The key of a sentence. */
export type SentenceKey = keyof TamperWords['sayings'];

/** A sentence and the words in it: `{0}`, `{1}`, … are replaced by words of the change, `{judge}` by what a configuration controls. */
export interface Finding {
  readonly says: SentenceKey;
  readonly of?: readonly string[] | undefined;
  readonly judge?: Judge | undefined;
}

function keysOf<Key extends string>(texts: Readonly<Record<Key, string>>): readonly Key[] {
  return Object.keys(texts).filter((key): key is Key => Object.hasOwn(texts, key));
}

export const JUDGES: readonly Judge[] = keysOf(en.judges);
export const SENTENCE_KEYS: readonly SentenceKey[] = keysOf(en.sayings);

/** Findings in sentences. They contain words of the change, so callers must show them as data. */
export function sayTamper(because: readonly Finding[], lang: Language): string {
  const { sayings, judges, between } = inLanguage<TamperWords>(lang, { en, ja });
  const judgeIn = (judge: Judge | undefined) => (judge === undefined ? '' : judges[judge]);
  const sentence = ({ says, of = [], judge }: Finding): string =>
    sayings[says].replace(/\{(\d|judge)\}/g, (_, key: string) =>
      key === 'judge' ? judgeIn(judge) : (of[Number(key)] ?? ''),
    );
  return because.map(sentence).join(between);
}
