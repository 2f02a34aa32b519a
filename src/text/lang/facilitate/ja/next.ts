// Who should do what, and why, in Japanese.

import { code } from '../../../quote.js';
import type { IdleWords, Proposal, ProposalWords, RationaleWords, Reason } from '../messages.js';
import { dayOf } from '../shared.js';
import { freed, list, states } from './words.js';

/** What is suggested, as a headline. */
export function proposal({ proposal: what, issues, pull }: ProposalWords): string {
  const on = list(issues);
  const sentences: Readonly<Record<Proposal, string>> = {
    review: pull === undefined ? `${on} の作業をレビュー` : `${pull}（${on} の作業）をレビュー`,
    continue: `${on} の作業を継続`,
    start: `${on} に新規着手`,
    close: `作業がマージ済みの ${on} をクローズ`,
    merge: `承認済みの ${pull ?? on} をマージ（${on}）`,
    unblock: `ほかの Issue が待っている ${on} のブロックを解消`,
    'look-again': `読み取れないものがあった ${on} を再スキャン`,
    board: `${on} からボード全体を進める`,
  };
  return sentences[what];
}

const bands: Readonly<Record<RationaleWords['band'], string>> = {
  now: '最優先',
  recommended: '推奨',
  possible: '可能',
  later: '後回し',
};

/** Why, in half a line. */
export function rationale({ state, band, frees, capability, due }: RationaleWords): string {
  return `${[
    `${bands[band]}: ${states[state]}`,
    ...(frees.all > 0 ? [`完了すると ${freed(frees)}が進む`] : []),
    ...(due === undefined ? [] : [`期限は ${dayOf(due)}`]),
    ...(capability ? [`Agent は ${code(capability.name)} に${capability.inferred ? '対応（推定）' : '対応'}`] : []),
  ].join('。')}。`;
}

/** An agent for the whole board that has nothing to do now. */
export const idle = ({ needs, band }: IdleWords) =>
  needs === 'review'
    ? {
        description: 'レビュー待ちがある場合に、ボード全体をレビュー',
        rationale: `${bands[band]}: 現時点でレビュー待ちはありません。`,
      }
    : {
        description: '着手できる Issue がある場合に、ボード全体を進める',
        rationale: `${bands[band]}: 現時点で着手できる Issue はありません。`,
      };

type Waiting = Extract<Reason, { is: 'waits' }>['on'][number];

const waitsFor: Readonly<Record<Waiting['why'], string>> = {
  work: 'の担当です',
  answer: 'の回答待ちです',
  unblock: 'によるブロック解消待ちです',
  cycle: 'による循環の解消待ちです',
  describe: 'による説明の追記待ちです',
};

function waiting({ who, ref, why }: Waiting): string {
  const people = who.length > 0 ? ` ${list(who.map((login) => `@${login}`))} さん` : 'メンテナー';
  return `${ref} は${people}${waitsFor[why]}。`;
}

/** Why this agent, or why none. */
export function reason(of: Reason): string {
  switch (of.is) {
    case 'agent':
      return `${list(of.issues.map(({ ref, state }) => `${ref} は${states[state]}`))}。Agent ${code(of.agent)} が対応できます。`;
    case 'person':
      return `${list(of.issues)} はメンテナーの判断を待っています。`;
    case 'look-again':
      return `${list(of.issues)} を判定できませんでした。crew が再スキャンします。`;
    case 'nothing-seen':
      return 'Issue を 1 件も読み取れなかったため、次の手順を示せません。';
    case 'no-issues':
      return of.label === undefined ? 'Issue がありません。' : `ラベル ${code(of.label)} の付いた Issue がありません。`;
    case 'waits':
      return of.on.map(waiting).join('');
    case 'all-done':
      return 'すべての Issue が完了しています。';
    case 'nobody-can':
      return `必要な能力を持つ Agent がありません: ${list(of.capabilities.map(code))}。`;
    case 'all-taken':
      return '未完了の Issue は、すべて担当者がいるか、ブロックされています。';
  }
}
