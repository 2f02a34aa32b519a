// The sentences of a comparison, in both languages.
import type { Language } from '../../text/lang/index.js';

export type SideName = 'base' | 'head';

/** Reasons that are a list of names, the gravest first: so they are told. */
export const NAMED = [
  'broken',
  'refused',
  'fixed',
  'removed',
  'silenced',
  'unknown',
  'flaky',
  'before',
  'added',
] as const;
export type Named = (typeof NAMED)[number];

export interface Words {
  readonly side: Readonly<Record<SideName, string>>;
  readonly more: (count: number) => string;
  readonly named: Readonly<Record<Named, (count: number, list: string) => string>>;
  readonly renamed: (list: string) => string;
  readonly notRun: (of: { side: string; step: string; why: string }) => string;
  readonly cutShort: (of: { side: string; step: string; by: 'time-out' | 'signal' }) => string;
  readonly noTests: (side: string) => string;
  readonly nothing: string;
}

const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

const en: Words = {
  side: { base: 'base', head: 'head' },
  more: (count) => `, and ${count} more`,
  named: {
    broken: (count, list) => `${count} passed on base and failed on head: ${list}.`,
    refused: (count, list) => `${many(count, 'is', 'are')} new on head and failed: ${list}.`,
    fixed: (count, list) => `${count} failed on base and passed on head: ${list}.`,
    removed: (count, list) => `${count} of base did not run on head; a test that vanished proves nothing: ${list}.`,
    silenced: (count, list) => `${count} ran on base and ${count === 1 ? 'was' : 'were'} skipped on head: ${list}.`,
    unknown: (count, list) => `Of ${count} it cannot be told how head compares with base: ${list}.`,
    flaky: (count, list) => `${count} failed and passed on the same code: ${list}.`,
    before: (count, list) => `${count} failed on base and still ${count === 1 ? 'fails' : 'fail'} on head: ${list}.`,
    added: (count, list) => `${many(count, 'is', 'are')} new on head and passed: ${list}.`,
  },
  renamed: (list) => `Perhaps renamed, which is not counted as fixed: ${list}.`,
  notRun: ({ side, step, why }) => `\`${step}\` could not be run on ${side}: ${why}.`,
  cutShort: ({ side, step, by }) =>
    `\`${step}\` did not end by itself on ${side}: ${by === 'time-out' ? 'it took too long' : 'a signal ended it'}.`,
  noTests: (side) => `No test ran on ${side}.`,
  nothing: 'Nothing ran on both sides, so there is nothing to compare.',
};

const ja: Words = {
  side: { base: 'ベース', head: '変更後' },
  more: (count) => ` ほか ${count} 件`,
  named: {
    broken: (count, list) => `ベースで成功し、変更後に失敗: ${count} 件（${list}）。`,
    refused: (count, list) => `変更後に新しく加わり、失敗: ${count} 件（${list}）。`,
    fixed: (count, list) => `ベースで失敗し、変更後に成功: ${count} 件（${list}）。`,
    removed: (count, list) =>
      `ベースにあり、変更後は実行されず: ${count} 件（${list}）。消えたテストは何も証明しません。`,
    silenced: (count, list) => `ベースで実行され、変更後はスキップ: ${count} 件（${list}）。`,
    unknown: (count, list) => `ベースと比べて判断できず: ${count} 件（${list}）。`,
    flaky: (count, list) => `同じコードで成功も失敗もする: ${count} 件（${list}）。`,
    before: (count, list) => `ベースでも変更後でも失敗: ${count} 件（${list}）。`,
    added: (count, list) => `変更後に新しく加わり、成功: ${count} 件（${list}）。`,
  },
  renamed: (list) => `名前が変わった可能性（修正とは数えません）: ${list}。`,
  notRun: ({ side, step, why }) => `\`${step}\` は${side}で実行できませんでした: ${why}。`,
  cutShort: ({ side, step, by }) =>
    `\`${step}\` は${side}で自ら終わりませんでした: ${by === 'time-out' ? '時間切れ' : 'シグナルによる終了'}。`,
  noTests: (side) => `${side}ではテストが一つも実行されませんでした。`,
  nothing: '両方で実行されたものがなく、比べられません。',
};

const tables: Readonly<Record<Language, Words>> = { en, ja };

/** The sentences in a language. */
export function wordsIn(lang: Language): Words {
  return tables[lang];
}
