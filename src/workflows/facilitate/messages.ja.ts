// The Japanese texts of facilitate: comments, labels and suggestions. advice.ja.ts has the sentences about one issue. Also used by
// src/workflows/fix/subject.ts and src/workflows/instant.ts.
import type { State } from '../../ports/report.js';
import { wordIn } from '../../text/lang/times.js';
import { code } from '../../text/quote.js';
import {
  advice,
  evidenceSentence,
  listFirst,
  nothingFound,
  question,
  runSentence,
  states,
  step,
  unread,
  waitingCount,
} from './advice.ja.js';
import { byState, canStartNow, dayOf, evidenceDetails } from './message-parts.js';
import type { FacilitateMessages } from './messages.en.js';
import { hasEarlierWork, isOnlyWaiting, type RequestedStep, requestedStep } from './rules/earlier-work.js';
import type {
  Advice,
  CloseReason,
  CommentContent,
  Criterion,
  IdleContent,
  LabelMeaning,
  Proposal,
  ProposalContent,
  RationaleContent,
  Reason,
  WaitingIssue,
} from './rules/statements.js';

const closeReasons: Readonly<Record<CloseReason, string>> = {
  merged: '作業がマージ済みのため',
  landed: '作業がデフォルトブランチにあるため',
  'sub-issues': '子 Issue がすべて完了したため',
};

/** The headline of a suggestion. */
function proposal({ proposal: kind, issues, pull, closeReason }: ProposalContent): string {
  const issueList = listFirst(issues);
  const sentences: Readonly<Record<Proposal, string>> = {
    review: pull === undefined ? `${issueList} の作業をレビュー` : `${pull}（${issueList} の作業）をレビュー`,
    continue: `${issueList} の作業を継続`,
    start: `${issueList} に新規着手`,
    close: `${closeReasons[closeReason]}、${issueList} をクローズ`,
    merge: `承認済みの ${pull ?? issueList} をマージ（${issueList}）`,
    unblock: `ほかの Issue が待っている ${issueList} のブロックを解消`,
    'scan-again': `読み取れないものがあった ${issueList} を再スキャン`,
    board: `${issueList} からボード全体を進める`,
  };
  return sentences[kind];
}

const bands: Readonly<Record<RationaleContent['band'], string>> = {
  now: '最優先',
  recommended: '推奨',
  possible: '可能',
  later: '後回し',
};

/** What to do, and why. */
function toDo({ proposal: kind, closeReason, state }: RationaleContent): string {
  if (kind === 'merge') return '承認済みで、チェックも成功しているため、マージする';
  if (kind === 'close') return `${closeReasons[closeReason]}、クローズする`;
  if (kind === 'unblock') return 'ほかの Issue をブロックしている';
  if (kind === 'continue' && state === 'incomplete') return '以前の作業が未完了';
  return states[state];
}

/** The issues that wait for it: up to three by name, otherwise how many. */
function waitingIssues(issues: readonly WaitingIssue[]): string {
  if (issues.length > 3) return `この完了を待つ Issue は ${countOf(issues)}`;
  const { direct, further } = splitWaiting(issues);
  return [`${listFirst(direct)} がこの完了を待つ`, ...further.map((each) => `${each}を待つ`)].join('、');
}

/** The same as a sentence of the issue's comment. */
function waitingSentence(issues: readonly WaitingIssue[]): string {
  if (issues.length > 3) return `この Issue の完了を待つ Issue は ${countOf(issues)}です。`;
  const { direct, further } = splitWaiting(issues);
  return `${[`${listFirst(direct)} はこの Issue の完了`, ...further].join('、')}を待っています。`;
}

const countOf = (issues: readonly WaitingIssue[]): string =>
  waitingCount({ all: issues.length, direct: splitWaiting(issues).direct.length });

function splitWaiting(issues: readonly WaitingIssue[]) {
  return {
    direct: issues.filter(({ through }) => through === undefined).map(({ ref }) => ref),
    further: issues.flatMap(({ ref, through }) => (through === undefined ? [] : [`${ref} は ${through} の完了`])),
  };
}

/** The work of an agent with this capability. */
const abilityOf = wordIn({ 'issue-action': ' Issue の作業', 'review-action': 'プルリクエストのレビュー' });

/** The reasons for a suggestion, as one sentence. */
function rationale(content: RationaleContent): string {
  const { band, waiting, capability, due } = content;
  return `${[
    `${bands[band]}: ${toDo(content)}`,
    ...(waiting.length > 0 ? [waitingIssues(waiting)] : []),
    ...(due === undefined ? [] : [`期限は ${dayOf(due)}`]),
    ...(capability
      ? [
          `Agent の担当は${abilityOf(capability.name)}（${code(capability.name)} に対応${capability.inferred ? 'と推定' : ''}）`,
        ]
      : []),
  ].join('。')}。`;
}

/** The suggestion of a board agent that no issue needs now. */
const idle = ({ needs, band }: IdleContent) =>
  needs === 'review'
    ? {
        description: 'レビュー待ちがある場合に、ボード全体をレビュー',
        rationale: `${bands[band]}: 現時点でレビュー待ちはありません。`,
      }
    : {
        description: '着手できる Issue がある場合に、ボード全体を進める',
        rationale: `${bands[band]}: 現時点で着手できる Issue はありません。`,
      };

type Waiting = Extract<Reason, { is: 'waits' }>['people'][number];

const waitsFor: Readonly<Record<Waiting['why'], string>> = {
  work: 'の担当です',
  answer: 'の回答待ちです',
  unblock: 'によるブロック解消待ちです',
  cycle: 'による循環の解消待ちです',
  describe: 'による説明の追記待ちです',
  'say-or-close': 'による、足りない点の説明かクローズを待っています',
};

function waiting({ who, ref, why }: Waiting): string {
  const people = who.length > 0 ? ` ${listFirst(who.map((login) => `@${login}`))} さん` : 'メンテナー';
  return `${ref} は${people}${waitsFor[why]}。`;
}

/** One sentence for each state: `#2、#3 はレビュー待ちです。` */
const statesOf = (issues: Extract<Reason, { is: 'agent' }>['issues']): string =>
  byState(issues)
    .map(({ state, refs }) => `${listFirst(refs)} は${states[state]}です。`)
    .join('');

/** Where to write the command. */
function commandFor(command: string, { issues }: Pick<Extract<Reason, { is: 'agent' }>, 'issues'>): string {
  const places = issues.map(({ ref, pull }) => (pull === undefined ? ref : `${pull}（${ref}）`));
  return `${listFirst(places)} に ${code(command)} と書いてください。`;
}

/** Why `next_agent` is this agent, or none. */
function reason(content: Reason): string {
  switch (content.is) {
    case 'agent':
      return [
        statesOf(content.issues),
        content.command === undefined
          ? `Agent ${code(content.agent)} が対応できます。`
          : commandFor(content.command, content),
      ].join('');
    case 'person':
      return `${listFirst(content.issues)} はメンテナーの判断を待っています。`;
    case 'scan-again':
      return `${listFirst(content.issues)} を判定できませんでした。crew が再スキャンします。`;
    case 'nothing-seen':
      return 'Issue を 1 件も読み取れなかったため、次の手順を示せません。';
    case 'no-issues':
      return content.label === undefined
        ? 'Issue がありません。'
        : `ラベル ${code(content.label)} の付いた Issue がありません。`;
    case 'waits':
      return content.people.map(waiting).join('');
    case 'all-done':
      return 'すべての Issue が完了しています。';
    case 'nobody-can':
      return `次を担当する Agent がありません: ${listFirst(content.capabilities.map((name) => `${abilityOf(name).trim()}（${code(name)}）`))}。`;
    case 'all-taken':
      return '未完了の Issue は、すべて担当者がいるか、ブロックされています。';
  }
}

function criterion(content: Criterion): string {
  switch (content.is) {
    case 'parts':
      return `${listFirst(content.refs)} の完了`;
    case 'pull':
      return `${content.ref} のレビューとマージ`;
    case 'ready':
      return `${content.ref} のドラフト解除、レビュー、マージ`;
    case 'closes':
      return `${code(`Closes ${content.issue}`)} と書かれたプルリクエストのレビューとマージ`;
    case 'boxes':
      return `説明にある未チェックの項目 ${content.open} 件の完了`;
  }
}

/** Says 「完了」 only of an issue that is closed. */
function headline(state: State, issueAdvice: Advice): string {
  if (issueAdvice.is === 'merge-due') return 'マージ待ち';
  if (issueAdvice.is === 'parts-done') return 'クローズ待ち';
  if (issueAdvice.is === 'started' && isOnlyWaiting(issueAdvice.evidence)) return '返信待ち';
  if (issueAdvice.is === 'interrupted' && hasEarlierWork(issueAdvice.evidence)) return '未完了';
  return issueAdvice.is === 'close-due' ? 'マージ済み（未クローズ）' : states[state];
}

function comment({
  state,
  advice: issueAdvice,
  questions,
  waiting: waitingFor,
  also,
  who,
  criteria,
}: CommentContent): string {
  return [
    canStartNow(issueAdvice)
      ? `**${advice(issueAdvice)}**`
      : `**${headline(state, issueAdvice)}** ${advice(issueAdvice)}`,
    ...questions.map(question),
    ...(also.length > 0 ? [`${listFirst(also)} も同じプルリクエストを待っています。`] : []),
    ...(waitingFor.length > 0 ? [waitingSentence(waitingFor)] : []),
    ...(criteria.length > 0 ? [`完了条件の案: ${listFirst(criteria.map(criterion))}。`] : []),
    ...(who.length > 0 ? [request({ advice: issueAdvice, questions }, who)] : []),
  ].join('\n\n');
}

/** What people are asked to do on an issue whose earlier work ended. */
const requests: Readonly<Record<RequestedStep, string>> = {
  continue: '作業の継続をお願いします。不足があれば教えてください。',
  answer: 'そのコメントへの回答をお願いします。',
  undescribed: '説明の記入をお願いします。',
  'nothing-to-change': '足りない点を書くか、クローズをお願いします。',
  now: '着手をお願いします。不足があれば教えてください。',
  'sub-issues': '着手をお願いします。不足があれば教えてください。',
};

/** The request to the people who must act. */
function request(
  { advice: issueAdvice, questions }: Pick<CommentContent, 'advice' | 'questions'>,
  who: readonly string[],
): string {
  const people = `${who.map((login) => `@${login}`).join(' ')} さん`;
  if (issueAdvice.is === 'blocked' && issueAdvice.answer && questions.length === 0)
    return `${people}、状況が変わったら Issue の更新をお願いします。`;
  switch (issueAdvice.is) {
    case 'unknown':
      return `${people}、crew のトークンに読み取り権限を付けるか、現在の状態を教えてください。`;
    case 'merge-due':
      return `${people}、マージをお願いします。不足があれば教えてください。`;
    case 'close-due':
    case 'parts-done':
      return `${people}、クローズをお願いします。不足があれば教えてください。`;
    case 'review':
      return `${people}、レビューをお願いします。`;
    case 'compete':
      return `${people}、1 つ選んでください。`;
    case 'interrupted':
      return `${people}、${requests[requestedStep(issueAdvice.start, issueAdvice.evidence)]}`;
    default:
      return questions.length > 0 ? `${people}、ここでの回答をお願いします。` : `${people}、確認をお願いします。`;
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

export const ja = {
  evidence: (item) =>
    [runSentence(item) ?? evidenceSentence(item.what), ...evidenceDetails(item, (login) => `${login} による`)].join(
      ' · ',
    ),
  unread,
  nothingFound,
  advice,
  comment,
  whyNot: ({ to, steps }) =>
    `${to === 'incomplete' ? '着手可能' : states[to]}になる条件: ${listFirst(steps.map(step))}。`,
  labelMeans: (meaning) => `${meanings[meaning]}。`,
  label: ({ label, meaning, action, waitsFor }) =>
    action === 'add'
      ? `${code(label)} を付与: ${waitsFor.length > 0 ? `${listFirst(waitsFor)} の完了待ち` : meanings[meaning]}。`
      : `${code(label)} を除去: ${meanings[meaning]}ではなくなったため。`,
  attention: ({ advice: issueAdvice, questions, who }) =>
    [
      ...(who.length > 0 ? [`${who.map((login) => `@${login}`).join(' ')} さん:`] : []),
      ...(questions.length > 0 ? questions.map(question) : [advice(issueAdvice)]),
    ].join(' '),
  proposal,
  rationale,
  idle,
  reason,
  uncallable: ({ agent, why }) => `Agent ${code(agent)} は提案しません: ${why}`,
  unblocked: ({ who, ended, isStarted }) => {
    const called = who.length > 0 ? `${who.map((login) => `@${login}`).join(' ')} さん: ` : '';
    const why = ended.length > 0 ? `${listFirst(ended)} が完了しました。` : 'ブロックするものがなくなりました。';
    return `${called}${why}この Issue ${isStarted ? 'の作業を進められます' : 'に着手できます'}。`;
  },
  switched: (to) =>
    to === 'quiet'
      ? 'crew はこの Issue へのコメントを止めます。ラベルの更新は続けます。`/crew wake` でコメントを再開します。'
      : 'crew はこの Issue へのコメントを再開します。',
  digestTitle: 'ボードのまとめ',
  withheld: '（非公開）',
} satisfies FacilitateMessages;
