// Who should do what, and why, in Japanese.
import { code } from '../../../code.js';
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
    close: `作業が反映済みの ${on} をクローズ`,
    merge: `承認済みの ${pull ?? on} をマージ（${on}）`,
    unblock: `他が待っている ${on} のブロックを解消`,
    'look-again': `読み取れないものがあった ${on} を再確認`,
    board: `${on} からボード全体を進める`,
  };
  return sentences[what];
}

const bands: Readonly<Record<RationaleWords['band'], string>> = {
  now: '最優先',
  recommended: '推奨',
  possible: '可能',
  later: '他を優先',
};

/** Why, in half a line. */
export function rationale({ state, band, frees, capability, due }: RationaleWords): string {
  return `${[
    `${bands[band]}: ${states[state]}`,
    ...(frees.all > 0 ? [`完了すると ${freed(frees)}が進む`] : []),
    ...(due === undefined ? [] : [`期限は ${dayOf(due)}`]),
    ...(capability ? [`${code(capability.name)} に${capability.inferred ? '対応と推定' : '対応'}`] : []),
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
  const people = who.length > 0 ? `${list(who.map((login) => `@${login}`))} さん` : 'メンテナー';
  return `${ref} は${people}${waitsFor[why]}。`;
}

/** Why this agent, or nobody. */
export function reason(of: Reason): string {
  switch (of.is) {
    case 'agent':
      return `${list(of.issues.map(({ ref, state }) => `${ref} は${states[state]}`))}。${code(of.agent)} を推奨します。`;
    case 'person':
      return `Agent は不要です。${list(of.issues)} は人の判断を待っています。`;
    case 'look-again':
      return `${list(of.issues)} を判定できなかったため、crew が再確認します。`;
    case 'nothing-seen':
      return 'Issue を一つも読み取れなかったため、次の一手を示せません。';
    case 'no-issues':
      return of.label === undefined ? 'Issue がありません。' : `ラベル ${code(of.label)} の付いた Issue がありません。`;
    case 'waits':
      return of.on.map(waiting).join('');
    case 'all-done':
      return 'すべて完了しています。';
    case 'nobody-can':
      return `対応可能な Agent がありません。必要なもの: ${list(of.capabilities.map(code))}。`;
    case 'all-taken':
      return '残りはすでに担当がいるか、他の完了を待っています。';
  }
}
