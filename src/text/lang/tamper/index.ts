// The findings about weakened tests (check `tamper`) as data, and their sentences in the language of the reader. Used by src/verify.
import { inLanguage, type Language } from '../index.js';
import { en, type TamperWords } from './en.js';
import { ja } from './ja.js';

/** What judges a change and is set up by a configuration file, such as the linter. */
export type Judge = keyof TamperWords['judges'];

/** The key of a sentence. */
export type SentenceKey = keyof TamperWords['sayings'];

/**
 * A finding: the key `says` of a sentence, and the texts in it. `{0}`, `{1}`, … are replaced by the texts in `of`, `{judge}` by the name of
 * `judge` in the reader's language.
 */
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

/** The sentences of findings. They contain text of the change, so callers must escape or quote them. */
export function findingSentences(because: readonly Finding[], lang: Language): string {
  const { sayings, judges, between } = inLanguage<TamperWords>(lang, { en, ja });
  const judgeIn = (judge: Judge | undefined) => (judge === undefined ? '' : judges[judge]);
  const sentence = ({ says, of = [], judge }: Finding): string =>
    sayings[says].replace(/\{(\d|judge)\}/g, (_, key: string) =>
      key === 'judge' ? judgeIn(judge) : (of[Number(key)] ?? ''),
    );
  return because.map(sentence).join(between);
}
