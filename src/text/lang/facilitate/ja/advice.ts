// What is true of an issue and what is next, in Japanese.
import { code } from '../../../code.js';
import type { Advice, Look, Start } from '../messages.js';
import { dayOf, shownRef } from '../shared.js';
import { list, named, root, sign, unread } from './words.js';

/** No space behind a bracket. */
const of = (words: string): string => (words.endsWith('）') ? `${words}の` : `${words} の`);

function blocked({ waits, roots, cycle }: Extract<Advice, { is: 'blocked' }>): string {
  return [
    `${of(list(waits.map(named)))}完了待ちです。`,
    ...(roots.length > 0 ? [`まず着手すべきは ${list(roots.map(root))} です。`] : []),
    ...(cycle.length > 0 ? [`互いに待ち合っているため、どれかを外す判断が必要です: ${cycle.join(' → ')}。`] : []),
  ].join('');
}

function failing({ pull, checks, conflicts }: Extract<Advice, { is: 'checks-failing' }>): string {
  const wrong = [
    ...(checks.length > 0 ? [`${list(checks.map(code))} が失敗`] : []),
    ...(conflicts ? ['ベースと競合'] : []),
  ];
  return `${pull} で ${list(wrong)}しています。次はその修正です。`;
}

function closeDue({ by, on }: Extract<Advice, { is: 'close-due' }>): string {
  const when = on === undefined ? '' : `${dayOf(on)} に `;
  return `${when}${list(by.map(shownRef))} で作業が反映されました。クローズしてよいか判断をお願いします。`;
}

function review({ pulls, below }: Extract<Advice, { is: 'review' }>): string {
  const ready = `${list(pulls)} がレビューを待っています。書き込み権限のある方のレビューをお願いします。`;
  return below === undefined ? ready : `${ready}土台の ${below} が先です。`;
}

function start(of: Start): string {
  switch (of.is) {
    case 'now':
      return '着手できます。';
    case 'sub-issues':
      return '子 Issue から着手できます。';
    case 'undescribed':
      return '説明がまだありません。数行の説明があれば着手できます。';
    case 'answer':
      return `${dayOf(of.since)} の質問に対する ${code(of.who)} さんの回答を待っています。`;
  }
}

/** What is true, and what is next. */
export function advice(of: Advice): string {
  switch (of.is) {
    case 'closed':
      return `${code(of.reason)} としてクローズ済みです。`;
    case 'close-due':
      return closeDue(of);
    case 'parts-done':
      return `子 Issue（${list(of.parts)}）はすべて完了しました。クローズしてよいか判断をお願いします。`;
    case 'merge-due':
      return of.moving
        ? `${of.pull} は承認済みで、自動でマージされます。`
        : `${of.pull} は承認済みで、失敗もありません。マージをお願いします。`;
    case 'changes-requested':
      return `${of.pull} に${of.by.length > 0 ? ` ${list(of.by)} から` : ''}修正要求があります。次は、応えるコミットか再レビューの依頼です。`;
    case 'checks-failing':
      return failing(of);
    case 'review':
      return review(of);
    case 'compete':
      return `${list(of.pulls)} がどちらも完成しています。どれを採るか判断をお願いします。`;
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
      return `状況を判定できませんでした: ${list([...new Set(of.missing.map(unread))])}。`;
  }
}

/** Why somebody should look. */
export function look(of: Look): string {
  switch (of.is) {
    case 'parts-dropped':
      return '子 Issue はすべて見送られました。まだ必要か確認をお願いします。';
    case 'blocker-dropped':
      return `待っていた ${of.ref} は見送り（not planned）でクローズされました。まだ必要か確認をお願いします。`;
    case 'external':
      return `${code(of.what)} の状況はここからは分かりません。まだ妨げになっているか確認をお願いします。`;
  }
}
