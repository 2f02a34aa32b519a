import { code } from '../../quote.js';
import { advice, look } from './ja/advice.js';
import { idle, proposal, rationale, reason } from './ja/next.js';
import { step } from './ja/step.js';
import { list, signal, states, unread } from './ja/words.js';
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
  return of.is === 'close-due' ? 'マージ済み（未クローズ）' : states[state];
}

function comment({ state, advice: of, looks, frees, also, who, criteria }: CommentWords): string {
  const more = frees.all.length > frees.direct ? `（直接は ${frees.direct} 件）` : '';
  return [
    `**${headline(state, of)}** ${advice(of)}`,
    ...looks.map(look),
    ...(also.length > 0 ? [`${list(also)} も同じプルリクエストを待っています。`] : []),
    ...(frees.all.length > 0 ? [`これが完了すると ${list(frees.all)} を進められます${more}。`] : []),
    ...(criteria.length > 0 ? [`完了条件の案: ${list(criteria.map(criterion))}。`] : []),
    ...(who.length > 0 ? [request(of, who)] : []),
  ].join('\n\n');
}

/** だれに何を頼むか。 */
function request(of: Advice, who: readonly string[]): string {
  const people = `${who.map((login) => `@${login}`).join(' ')} さん`;
  switch (of.is) {
    case 'unknown':
      return `${people}、crew のトークンに読み取り権限を付けるか、現在の状態を教えてください。`;
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
  'close-due': 'マージ済み、クローズ可能',
  'merge-due': '承認済み、マージ可能',
  blocked: 'ほかの作業の完了待ち',
  attention: 'メンテナーの対応が必要',
};

export const ja: FacilitateMessages = {
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
  uncallable: ({ agent, why }) => `Agent ${code(agent)} は提案しません: ${why}`,
  unblocked: ({ who }) =>
    `${who.length > 0 ? `${who.map((login) => `@${login}`).join(' ')} さん: ` : ''}この Issue のブロックが解消しました。作業を進められます。`,
  switched: (to) =>
    to === 'quiet'
      ? 'crew はこの Issue へのコメントを止めます。ラベルの更新は続けます。`/crew wake` でコメントを再開します。'
      : 'crew はこの Issue へのコメントを再開します。',
  digestTitle: 'ボードのまとめ',
  withheld: '（非公開）',
};
