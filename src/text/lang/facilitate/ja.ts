import { code } from '../../code.js';
import { advice, look } from './ja/advice.js';
import { proposal, rationale, reason } from './ja/next.js';
import { step } from './ja/step.js';
import { list, sign, signal, states, unread } from './ja/words.js';
import type { CommentWords, Criterion, FacilitateMessages, LabelMeaning } from './messages.js';
import { tail } from './shared.js';

function criterion(of: Criterion): string {
  switch (of.is) {
    case 'parts':
      return `${list(of.refs)} の完了`;
    case 'pull':
      return `${of.ref} のレビューとマージ`;
    case 'ready':
      return `${of.ref} のドラフト解除、レビュー、マージ`;
    case 'closes':
      return `${code(`Closes ${of.issue}`)} と書かれたプルリクエストのレビューとマージ`;
    case 'boxes':
      return `説明にある未チェックの項目 ${of.open} 件の完了`;
  }
}

function comment({ state, advice: of, looks, frees, also, who, criteria }: CommentWords): string {
  const more = frees.all.length > frees.direct ? `（直接は ${frees.direct} 件）` : '';
  return [
    `**${states[state]}** ${advice(of)}`,
    ...looks.map(look),
    ...(also.length > 0 ? [`${list(also)} も同じものを待っています。`] : []),
    ...(frees.all.length > 0 ? [`完了すると ${list(frees.all)} が進められます${more}。`] : []),
    ...(criteria.length > 0 ? [`完了条件の案: ${list(criteria.map(criterion))}。`] : []),
    ...(who.length > 0 ? [`${who.map((login) => `@${login}`).join(' ')} さん、お願いします。`] : []),
  ].join('\n\n');
}

const meanings: Readonly<Record<LabelMeaning, string>> = {
  ready: '着手可能',
  review: 'レビュー待ち',
  stale: '一週間動きなし',
  'close-due': 'クローズの判断待ち',
  'merge-due': 'マージ待ち',
  blocked: '他の完了待ち',
  attention: '人の確認が必要',
};

export const ja: FacilitateMessages = {
  state: (state) => states[state],
  sign,
  evidence: (of) => [of.rule, signal(of.what), ...tail(of, (login) => `${login} による`)].join(' · '),
  unread,
  advice,
  comment,
  whyNot: ({ to, steps }) => `${to === 'incomplete' ? '着手可能' : states[to]}になる条件: ${list(steps.map(step))}。`,
  labelMeans: (meaning) => `${meanings[meaning]}。`,
  label: ({ label, meaning, action }) =>
    `${code(label)} を${action === 'add' ? '付与' : '除去'}: ${meanings[meaning]}${action === 'add' ? '' : 'ではなくなったため'}。`,
  attention: ({ advice: of, looks, who }) =>
    [
      ...(who.length > 0 ? [`${who.map((login) => `@${login}`).join(' ')} さん:`] : []),
      ...(looks.length > 0 ? looks.map(look) : [advice(of)]),
    ].join(' '),
  proposal,
  rationale,
  reason,
  uncallable: ({ agent, why }) => `${code(agent)} は提案されません: ${why}`,
  digestTitle: 'ボードの見取り図',
  withheld: '（非公開）',
};
