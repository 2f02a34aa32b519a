// The small change of Japanese: names of states, lists, evidence.

import { code } from '../../../quote.js';
import type { Named, Root, SignWords, StateName, Unread } from '../messages.js';
import { cut, dayOf, few, leads, shownRef, stateIn, unreadOf } from '../shared.js';

/** States as people say them. */
export const states: Readonly<Record<StateName, string>> = {
  done: '完了',
  review_pending: 'レビュー待ち',
  in_progress: '作業中',
  incomplete: '未着手',
  blocked: 'ブロック',
  unknown: '不明',
};

/** The first few, and how many more there are. */
export const list = (items: readonly string[]): string => few(items, { join: '、', more: (n) => ` ほか ${n} 件` });

/** What the judge says it saw; a name that somebody gave stands where the gap is. */
const signals: Readonly<Record<string, string>> = {
  'closed as …': '… としてクローズ',
  'is ready for review': 'レビュー可能',
  'its part is …': '子 Issue の状態は …',
  'waits for': '完了待ち',
  'asks for changes': '修正要求',
  approved: '承認',
  'conflicts with its base': 'ベースと競合',
  'the check … failed': 'チェック … が失敗',
  'the check … has not ended': 'チェック … が未完了',
  merged: 'マージ済み',
  'closes it': 'この Issue を閉じるコミット',
  'is a draft': 'ドラフト',
  'names it': 'この Issue に言及',
  'was merged into …': '… へマージ',
  'was merged and reverted': 'マージ後に取り消し',
  'was merged': 'マージ',
  'part landed': '一部が反映済み',
  landed: '反映済み',
  'landed and was reverted': '反映後に取り消し',
  'was closed without a merge': 'マージされずにクローズ',
  'commits on …': '… にコミット',
  'fell silent': '動きが止まった',
  'is at work': '作業中',
  'ended without success': '成功せずに終了',
  'ended well': '成功して終了',
  'the run is …': '実行の状態は …',
  'the run ended …': '実行は … で終了',
  'was opened again': '再オープン',
};

/** What was seen, without where and when. */
export function signal(what: string): string {
  const { sentence, name } = cut(what);
  const said = signals[sentence] ?? sentence;
  return name === undefined ? said : said.replace('…', () => stateIn(states, name) ?? code(name));
}

/** What was seen, where and on which day. */
export function sign({ what, ref, at }: SignWords): string {
  const suffix = [
    ...(ref === undefined || leads(ref) ? [] : [shownRef(ref)]),
    ...(at === undefined ? [] : [dayOf(at)]),
  ];
  const front = ref !== undefined && leads(ref) ? `${ref} ` : '';
  return `${front}${signal(what)}${suffix.length > 0 ? `（${suffix.join('、')}）` : ''}`;
}

const unreadNames: Readonly<Record<Unread, string>> = {
  issue: 'Issue 本体',
  children: '子 Issue',
  dependencies: '依存関係',
  branches: 'ブランチ',
  pull: 'プルリクエスト',
  history: 'コミット履歴',
  runs: 'crew の実行記録',
  other: '判定に必要な情報',
};

/** What is missing. */
export function unread(what: string): string {
  const { is, ref } = unreadOf(what);
  return `${is === 'pull' && ref !== undefined ? `プルリクエスト ${ref} ` : unreadNames[is]}を読み取れませんでした`;
}

/** What is waited for. */
export function named({ ref, title, external, since }: Named): string {
  const what = ref === undefined ? code(external ?? '') : `${ref}${title === undefined ? '' : ` ${code(title)}`}`;
  return since === undefined ? what : `${what}（${dayOf(since)} から）`;
}

/** How many go on when it is done. */
export const freed = ({ all, direct }: { all: number; direct: number }): string =>
  all > direct ? `${all} 件、うち直接 ${direct} 件` : `${all} 件`;

/** Where a wait begins. */
export const root = ({ ref, frees, direct }: Root): string =>
  `${ref}（完了すると ${freed({ all: frees, direct })}が進む）`;
