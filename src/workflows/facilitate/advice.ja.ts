// Japanese sentences about one issue: its state, the evidence, the next step.
import type { State } from '../../ports/report.js';
import { stateWord } from '../../text/lang/outcome-words.js';
import { code, isIssueRef, shownRef } from '../../text/quote.js';
import { dayOf, externalOf, firstFew, splitName, stateIn, type UnreadKind, unreadOf } from './message-parts.js';
import type { EvidenceItem } from './rules/answer.js';
import { earlierWorkIn, isOnlyWaiting, runStateIn } from './rules/earlier-work.js';
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
export const listFirst = (items: readonly string[]): string =>
  firstFew(items, { join: '、', more: (n) => ` ほか ${n} 件` });

/** Japanese texts for the evidence of the rules. `…` is replaced by the name in it. */
const evidenceSentences: Readonly<Record<string, string>> = {
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
export function evidenceSentence(what: string): string {
  const { sentence, name } = splitName(what);
  const template = evidenceSentences[sentence] ?? sentence;
  return name === undefined ? template : template.replace('…', () => stateIn(states, name) ?? code(name));
}

/** Evidence about a run of crew, with the word for its state; undefined for other evidence. */
export function runSentence(item: EvidenceItem): string | undefined {
  const run = runStateIn(item);
  return run && `crew の実行は「${stateWord('ja', run.state)}」${run.isEnded ? 'で終了' : 'の状態'}`;
}

/** A piece of evidence with its reference and date. */
export function evidenceText({ what, ref, at }: EvidenceItem): string {
  const suffix = [
    ...(ref === undefined || isIssueRef(ref) ? [] : [shownRef(ref)]),
    ...(at === undefined ? [] : [dayOf(at)]),
  ];
  const front = isIssueRef(ref) ? `${ref} ` : '';
  return `${front}${runSentence({ what, ref }) ?? evidenceSentence(what)}${suffix.length > 0 ? `（${suffix.join('、')}）` : ''}`;
}

const unreadNames: Readonly<Record<UnreadKind, string>> = {
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
export function blockerText({ ref, title, external, since }: NamedBlocker): string {
  const what = ref === undefined ? externalText(external) : `${ref}${title === undefined ? '' : ` ${code(title)}`}`;
  return since === undefined ? what : `${what}（${dayOf(since)} から）`;
}

/** A blocker that crew cannot check: the words of the description in quotation marks, or the name of a label. */
export function externalText(external = ''): string {
  const { is, name } = externalOf(external);
  if (is === 'label') return `ラベル ${code(name)} の示す作業`;
  return is === 'unread' ? code(name) : `「${code(name)}」`;
}

/** How a person says that an external blocker has ended. */
function endOfExternal({ external = '', source }: Pick<NamedBlocker, 'external' | 'source'>): string {
  const { is, name } = externalOf(external);
  if (is === 'label') return `ラベル ${code(name)} を外して`;
  return source === 'dependency' ? '依存関係を外して' : '説明文から削除して';
}

/** How many issues wait for it. */
export const waitingCount = ({ all, direct }: { all: number; direct: number }): string =>
  all > direct ? `${all} 件、うち直接は ${direct} 件` : `${all} 件`;

/** A root blocker and how many issues wait for it. */
export const root = ({ ref, frees, direct }: Root): string =>
  `${ref}（この完了を待つ Issue は ${waitingCount({ all: frees, direct })}）`;

/** Appends の, with a space before it unless the words end in a bracket or a quotation mark. */
const withNo = (words: string): string => (/[）」]$/.test(words) ? `${words}の` : `${words} の`);

function blocked({ waits, roots, cycle, answer }: Extract<Advice, { is: 'blocked' }>): string {
  const externals = waits.filter(({ ref }) => ref === undefined);
  return [
    `${withNo(listFirst(waits.map(blockerText)))}完了待ちです。`,
    ...(roots.length > 0 ? [`${listFirst(roots.map(root))} から始めてください。`] : []),
    ...(cycle.length > 0
      ? [`次の Issue は互いに待っています: ${cycle.join(' → ')}。依存関係を 1 つ外してください。`]
      : []),
    ...(answer === undefined
      ? []
      : [
          `最後のコメントは ${dayOf(answer.at)} の ${code(answer.by)} さんのものです。ブロックしなくなったら、${[...new Set(externals.map(endOfExternal))].join('、')}ください。`,
        ]),
  ].join('');
}

function failing({ pull, checks, conflicts }: Extract<Advice, { is: 'checks-failing' }>): string {
  const wrong = [
    ...(checks.length > 0 ? [`${listFirst(checks.map(code))} が失敗`] : []),
    ...(conflicts ? ['ベースと競合'] : []),
  ];
  return `${pull}: ${listFirst(wrong)}しています。次はその修正です。`;
}

function closeDue({ by, mergedAt }: Extract<Advice, { is: 'close-due' }>): string {
  const when = mergedAt === undefined ? '' : `${dayOf(mergedAt)} に `;
  return `${when}${listFirst(by.map(shownRef))} がマージされました。メンテナーがクローズできます。`;
}

function review({ pulls, basePull }: Extract<Advice, { is: 'review' }>): string {
  const ready = `${listFirst(pulls)} がメンテナーのレビューを待っています。`;
  return basePull === undefined ? ready : `${ready}ベースの ${basePull} を先にレビューしてください。`;
}

function partsStarted({ parts, started, all }: Extract<Advice, { is: 'parts-started' }>): string {
  return [
    ...(parts.length > 0 ? [`子 Issue ${all} 件のうち ${parts.length} 件（${listFirst(parts)}）が完了しました。`] : []),
    ...(started.length > 0 ? [`子 Issue（${listFirst(started)}）で作業が進んでいます。`] : []),
  ].join('');
}

/** What happened to earlier work, when the issue was opened again, and how the last run of crew ended. */
function earlierWork(evidence: readonly EvidenceItem[]): string {
  const { landed, ended, lastRun, reopenedAt } = earlierWorkIn(evidence);
  const hasWork = landed.length + ended.length > 0;
  return [
    ...(landed.length > 0 ? [`以前の作業: ${listFirst(landed.map(evidenceText))}。`] : []),
    ...(ended.length > 0 ? [`以前の作業は成果なく終わりました: ${listFirst(ended.map(evidenceText))}。`] : []),
    ...(reopenedAt === undefined ? [] : [reopened(reopenedAt, hasWork || lastRun !== undefined)]),
    ...(lastRun === undefined
      ? []
      : [`crew の最後の実行は ${dayOf(lastRun.at)} に「${stateWord('ja', lastRun.state)}」で終わりました。`]),
  ].join('');
}

const reopened = (at: string, hasWork: boolean): string =>
  `この Issue は一度クローズされ、${dayOf(at)} に再オープンされました。${hasWork ? '' : 'それ以降の作業はありません。'}`;

function start(statement: Start): string {
  switch (statement.is) {
    case 'now':
      return '着手できます。';
    case 'sub-issues':
      return '子 Issue から着手できます。';
    case 'undescribed':
      return '説明がありません。数行の説明を書けば着手できます。';
    case 'nothing-to-change':
      return 'メンテナーは、足りない点を書くか、この Issue をクローズできます。';
    case 'answer':
      return `${dayOf(statement.since)} の ${code(statement.askedBy)} さんのコメントにある質問に対する ${code(statement.asked)} さんの回答を待っています。`;
  }
}

/** The evidence for an issue on which nothing was found. */
export function nothingFound(statement: Start): string {
  switch (statement.is) {
    case 'now':
      return 'ブランチ、プルリクエスト、ブロッカー、未回答の質問なし';
    case 'sub-issues':
      return 'ブランチ、プルリクエスト、ブロッカーなし、子 Issue は未着手';
    case 'undescribed':
      return '説明なし';
    case 'nothing-to-change':
      return 'crew の最後の実行は、変更の必要なしと判断';
    case 'answer':
      return `${code(statement.askedBy)} さんから ${code(statement.asked)} さんへの未回答の質問 · ${dayOf(statement.since)}`;
  }
}

/** The state of an issue and the next step, in one to three sentences. */
export function advice(statement: Advice): string {
  switch (statement.is) {
    case 'closed':
      return `「${statement.reason.replace('_', ' ')}」としてクローズ済みです。`;
    case 'close-due':
      return closeDue(statement);
    case 'parts-done':
      return `子 Issue（${listFirst(statement.parts)}）はすべて完了しました。メンテナーがクローズできます。`;
    case 'merge-due':
      return statement.isAutomatic
        ? `${statement.pull} は承認済みで、自動でマージされます。`
        : `${statement.pull} は承認済みで、チェックも成功しています。`;
    case 'changes-requested':
      return `${statement.by.length > 0 ? listFirst(statement.by) : 'レビュアー'} が ${statement.pull} の修正を求めています。次は、コミットの push か再レビューの依頼です。`;
    case 'checks-failing':
      return failing(statement);
    case 'review':
      return review(statement);
    case 'compete':
      return `${listFirst(statement.pulls)} がいずれもこの Issue を解決します。メンテナーが 1 つ選んでください。`;
    case 'parts-started':
      return partsStarted(statement);
    case 'blocked':
      return blocked(statement);
    case 'started':
      if (isOnlyWaiting(statement.evidence)) return `${listFirst(statement.evidence.map(evidenceText))}です。`;
      return `作業が進んでいます: ${listFirst(statement.evidence.map(evidenceText))}。作業の継続をお願いします。`;
    case 'interrupted':
      return `${earlierWork(statement.evidence)}${start(statement.start)}`;
    case 'untouched':
      return start(statement.start);
    case 'unknown':
      return `この Issue を判定できません: ${listFirst([...new Set(statement.missing.map(unread))])}。`;
  }
}

/** A question to a maintainer. */
export function question(statement: Question): string {
  switch (statement.is) {
    case 'parts-dropped':
      return '子 Issue がすべて「not planned」でクローズされました。この Issue はまだ必要ですか。';
    case 'blocker-dropped':
      return `ブロックしていた ${statement.ref} が「not planned」でクローズされました。この Issue はまだ必要ですか。`;
    case 'external':
      return `crew は${externalText(statement.what)}を確認できません。まだこの Issue をブロックしていますか。ブロックしていなければ、${endOfExternal({ external: statement.what, source: statement.source })}ください。`;
  }
}

/** One change that leads to another state, as a clause. */
export function step(statement: Step): string {
  switch (statement.is) {
    case 'over':
      return `${statement.ref} が完了する`;
    case 'external':
      return `${externalText(statement.what)}がブロックしなくなる`;
    case 'approve':
      return `メンテナーが ${statement.pull} を承認する`;
    case 'answer':
      return `${statement.pull} に、求められた修正をコミットする`;
    case 'green':
      return `${statement.pull} の ${listFirst(statement.checks.map(code))} が成功する`;
    case 'resolve':
      return `${statement.pull} の競合が解消される`;
    case 'allow':
      return `ブランチのルールが ${statement.pull} のマージを許可する`;
    case 'retarget':
      return `${statement.pull} のベースを ${code(statement.base)} にする`;
    case 'say-closes':
      return `${statement.pull} に ${code(`Closes ${statement.issue}`)} と書く`;
    case 'ready':
      return `${statement.pull} のドラフトを解除する`;
    case 'choose':
      return `${listFirst(statement.pulls)} を一つに絞る`;
    case 'open-pull':
      return `${code(`Closes ${statement.issue}`)} と書いたプルリクエストを出す`;
    case 'begin':
      return `${code(statement.branch)} などのブランチにコミットする`;
    case 'part-begins':
      return `子 Issue（${listFirst(statement.parts)}）のどれかに着手する`;
    case 'parts-end':
      return `${listFirst(statement.parts)} が完了する`;
  }
}
