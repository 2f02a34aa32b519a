// What is true of an issue and what is next, in Japanese.

import { code } from '../../../quote.js';
import type { Advice, Look, Start } from '../messages.js';
import { dayOf, shownRef } from '../shared.js';
import { list, named, root, sign, unread } from './words.js';

/** No space behind a bracket. */
const of = (words: string): string => (words.endsWith('）') ? `${words}の` : `${words} の`);

function blocked({ waits, roots, cycle }: Extract<Advice, { is: 'blocked' }>): string {
  return [
    `${of(list(waits.map(named)))}完了待ちです。`,
    ...(roots.length > 0 ? [`${list(roots.map(root))} から始めてください。`] : []),
    ...(cycle.length > 0
      ? [`次の Issue は互いに待っています: ${cycle.join(' → ')}。依存関係を 1 つ外してください。`]
      : []),
  ].join('');
}

function failing({ pull, checks, conflicts }: Extract<Advice, { is: 'checks-failing' }>): string {
  const wrong = [
    ...(checks.length > 0 ? [`${list(checks.map(code))} が失敗`] : []),
    ...(conflicts ? ['ベースと競合'] : []),
  ];
  return `${pull}: ${list(wrong)}しています。次はその修正です。`;
}

function closeDue({ by, on }: Extract<Advice, { is: 'close-due' }>): string {
  const when = on === undefined ? '' : `${dayOf(on)} に `;
  return `${when}${list(by.map(shownRef))} がマージされました。メンテナーがクローズできます。`;
}

function review({ pulls, below }: Extract<Advice, { is: 'review' }>): string {
  const ready = `${list(pulls)} がメンテナーのレビューを待っています。`;
  return below === undefined ? ready : `${ready}ベースの ${below} を先にレビューしてください。`;
}

function start(of: Start): string {
  switch (of.is) {
    case 'now':
      return '着手できます。';
    case 'sub-issues':
      return '子 Issue から着手できます。';
    case 'undescribed':
      return '説明がありません。数行の説明を書けば着手できます。';
    case 'answer':
      return `${dayOf(of.since)} の質問に対する ${code(of.who)} さんの回答を待っています。`;
  }
}

/** What is true, and what is next. */
export function advice(of: Advice): string {
  switch (of.is) {
    case 'closed':
      return `「${of.reason.replace('_', ' ')}」としてクローズ済みです。`;
    case 'close-due':
      return closeDue(of);
    case 'parts-done':
      return `子 Issue（${list(of.parts)}）はすべて完了しました。メンテナーがクローズできます。`;
    case 'merge-due':
      return of.moving
        ? `${of.pull} は承認済みで、自動でマージされます。`
        : `${of.pull} は承認済みで、チェックも成功しています。`;
    case 'changes-requested':
      return `${of.by.length > 0 ? list(of.by) : 'レビュアー'} が ${of.pull} の修正を求めています。次は、コミットの push か再レビューの依頼です。`;
    case 'checks-failing':
      return failing(of);
    case 'review':
      return review(of);
    case 'compete':
      return `${list(of.pulls)} がいずれもこの Issue を解決します。メンテナーが 1 つ選んでください。`;
    case 'parts-started':
      return `子 Issue（${list(of.parts)}）で作業が進んでいます。`;
    case 'blocked':
      return blocked(of);
    case 'started':
      return `作業が進んでいます: ${list(of.signs.map(sign))}。作業の継続をお願いします。`;
    case 'interrupted':
      return `以前の作業は成果なく終わりました: ${list(of.signs.map(sign))}。${start(of.start)}`;
    case 'untouched':
      return start(of.start);
    case 'unknown':
      return `この Issue を判定できません: ${list([...new Set(of.missing.map(unread))])}。`;
  }
}

/** Why a maintainer should look. */
export function look(of: Look): string {
  switch (of.is) {
    case 'parts-dropped':
      return '子 Issue がすべて「not planned」でクローズされました。この Issue はまだ必要ですか。';
    case 'blocker-dropped':
      return `ブロックしていた ${of.ref} が「not planned」でクローズされました。この Issue はまだ必要ですか。`;
    case 'external':
      return `crew は ${code(of.what)} を確認できません。まだこの Issue をブロックしていますか。`;
  }
}
