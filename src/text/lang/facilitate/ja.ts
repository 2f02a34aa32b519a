import { code } from '../../code.js';
import { advice, look } from './ja/advice.js';
import { idle, proposal, rationale, reason } from './ja/next.js';
import { step } from './ja/step.js';
import { list, sign, signal, states, unread } from './ja/words.js';
import type { Advice, CommentWords, Criterion, FacilitateMessages, LabelMeaning, StateName } from './messages.js';
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

/** 「完了」と書くのは、マージ済みまたはクローズ済みのときだけ。 */
function headline(state: StateName, of: Advice): string {
  if (of.is === 'merge-due') return 'マージ待ち';
  if (of.is === 'parts-done') return 'クローズ待ち';
  return of.is === 'close-due' ? '完了（未クローズ）' : states[state];
}

function comment({ state, advice: of, looks, frees, also, who, criteria }: CommentWords): string {
  const more = frees.all.length > frees.direct ? `（直接は ${frees.direct} 件）` : '';
  return [
    `**${headline(state, of)}** ${advice(of)}`,
    ...looks.map(look),
    ...(also.length > 0 ? [`${list(also)} も同じものを待っています。`] : []),
    ...(frees.all.length > 0 ? [`完了すると ${list(frees.all)} が進められます${more}。`] : []),
    ...(criteria.length > 0 ? [`完了条件の案: ${list(criteria.map(criterion))}。`] : []),
    ...(who.length > 0 ? [request(of, who)] : []),
  ].join('\n\n');
}

/** だれに何を頼むか。 */
function request(of: Advice, who: readonly string[]): string {
  const people = `${who.map((login) => `@${login}`).join(' ')} さん`;
  switch (of.is) {
    case 'unknown':
      return `${people}、現在の状況を教えてください。または crew のトークンに閲覧権限を付けてください。`;
    case 'merge-due':
      return `${people}、マージをお願いします。不足があれば教えてください。`;
    case 'close-due':
    case 'parts-done':
      return `${people}、クローズをお願いします。不足があれば教えてください。`;
    case 'review':
      return `${people}、レビューをお願いします。`;
    default:
      return `${people}、確認をお願いします。`;
  }
}

const meanings: Readonly<Record<LabelMeaning, string>> = {
  ready: '着手可能',
  review: 'レビュー待ち',
  stale: 'しばらく動きなし',
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
  label: ({ label, meaning, action, waitsFor }) =>
    action === 'add'
      ? `${code(label)} を付与: ${waitsFor.length > 0 ? `${list(waitsFor)} の完了待ち` : meanings[meaning]}。`
      : `${code(label)} を除去: ${meanings[meaning]}ではなくなったため。`,
  attention: ({ advice: of, looks, who }) =>
    [
      ...(who.length > 0 ? [`${who.map((login) => `@${login}`).join(' ')} さん:`] : []),
      ...(looks.length > 0 ? looks.map(look) : [advice(of)]),
    ].join(' '),
  proposal,
  rationale,
  idle,
  reason,
  uncallable: ({ agent, why }) => `${code(agent)} は提案されません: ${why}`,
  unblocked: ({ who }) =>
    `${who.length > 0 ? `${who.map((login) => `@${login}`).join(' ')} さん: ` : ''}最後のブロッカーがなくなりました。作業を進められます。`,
  switched: (to) =>
    to === 'quiet'
      ? 'crew はこの Issue にコメントしません。ラベルは更新します。`/crew wake` で再開します。'
      : 'crew はこの Issue へのコメントを再開します。',
  digestTitle: 'ボードのまとめ',
  withheld: '（非公開）',
};
