// Japanese sentences about one issue: its state, the evidence, the next step.
import type { State } from '../../ports/report.js';
import { code, isIssueRef, shownRef } from '../../text/quote.js';
import { dayOf, firstFew, splitName, stateIn, type Unread, unreadOf } from './message-parts.js';
import type { Sign } from './rules/answer.js';
import type { Advice, NamedBlocker, Question, Root, Start, Step } from './rules/statements.js';

/** The names of the states. */
export const states: Readonly<Record<State, string>> = {
  done: '完了',
  review_pending: 'レビュー待ち',
  in_progress: '作業中',
  incomplete: '未着手',
  blocked: 'ブロック',
  unknown: '不明',
};

/** The first five items, and how many more there are. */
export const list = (items: readonly string[]): string => firstFew(items, { join: '、', more: (n) => ` ほか ${n} 件` });

/** Japanese texts for the evidence of the rules. `…` is replaced by the name in it. */
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

/** A piece of evidence without its reference and date. */
export function signal(what: string): string {
  const { sentence, name } = splitName(what);
  const said = signals[sentence] ?? sentence;
  return name === undefined ? said : said.replace('…', () => stateIn(states, name) ?? code(name));
}

/** A piece of evidence with its reference and date. */
export function sign({ what, ref, at }: Sign): string {
  const suffix = [
    ...(ref === undefined || isIssueRef(ref) ? [] : [shownRef(ref)]),
    ...(at === undefined ? [] : [dayOf(at)]),
  ];
  const front = isIssueRef(ref) ? `${ref} ` : '';
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

/** An entry of `missing`, as a clause. */
export function unread(what: string): string {
  const { is, ref } = unreadOf(what);
  return `${is === 'pull' && ref !== undefined ? `プルリクエスト ${ref} ` : unreadNames[is]}を読み取れませんでした`;
}

/** A blocker by reference and title, or by the words of the description. */
export function named({ ref, title, external, since }: NamedBlocker): string {
  const what = ref === undefined ? code(external ?? '') : `${ref}${title === undefined ? '' : ` ${code(title)}`}`;
  return since === undefined ? what : `${what}（${dayOf(since)} から）`;
}

/** How many issues it unblocks. */
export const freed = ({ all, direct }: { all: number; direct: number }): string =>
  all > direct ? `${all} 件、うち直接 ${direct} 件` : `${all} 件`;

/** A root blocker and how many issues it unblocks. */
export const root = ({ ref, frees, direct }: Root): string =>
  `${ref}（完了すると ${freed({ all: frees, direct })}が進む）`;

/** Appends の, with a space before it unless the words end in a bracket. */
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

function review({ pulls, basePull }: Extract<Advice, { is: 'review' }>): string {
  const ready = `${list(pulls)} がメンテナーのレビューを待っています。`;
  return basePull === undefined ? ready : `${ready}ベースの ${basePull} を先にレビューしてください。`;
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
      return `${dayOf(of.since)} の ${code(of.by)} さんのコメントにある質問に対する ${code(of.who)} さんの回答を待っています。`;
  }
}

/** The state of an issue and the next step, in one to three sentences. */
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

/** A question to a maintainer. */
export function question(of: Question): string {
  switch (of.is) {
    case 'parts-dropped':
      return '子 Issue がすべて「not planned」でクローズされました。この Issue はまだ必要ですか。';
    case 'blocker-dropped':
      return `ブロックしていた ${of.ref} が「not planned」でクローズされました。この Issue はまだ必要ですか。`;
    case 'external':
      return `crew は ${code(of.what)} を確認できません。まだこの Issue をブロックしていますか。`;
  }
}

/** One change that leads to another state, as a clause. */
export function step(of: Step): string {
  switch (of.is) {
    case 'over':
      return `${of.ref} が完了する`;
    case 'external':
      return `「${code(of.what)}」がブロックしなくなる`;
    case 'approve':
      return `メンテナーが ${of.pull} を承認する`;
    case 'answer':
      return `${of.pull} に、求められた修正をコミットする`;
    case 'green':
      return `${of.pull} の ${list(of.checks.map(code))} が成功する`;
    case 'resolve':
      return `${of.pull} の競合が解消される`;
    case 'allow':
      return `ブランチのルールが ${of.pull} のマージを許可する`;
    case 'retarget':
      return `${of.pull} のベースを ${code(of.base)} にする`;
    case 'say-closes':
      return `${of.pull} に ${code(`Closes ${of.issue}`)} と書く`;
    case 'ready':
      return `${of.pull} のドラフトを解除する`;
    case 'choose':
      return `${list(of.pulls)} を一つに絞る`;
    case 'open-pull':
      return `${code(`Closes ${of.issue}`)} と書いたプルリクエストを出す`;
    case 'begin':
      return `${code(of.branch)} などのブランチにコミットする`;
    case 'part-begins':
      return `子 Issue（${list(of.parts)}）のどれかに着手する`;
    case 'parts-end':
      return `${list(of.parts)} が完了する`;
  }
}
