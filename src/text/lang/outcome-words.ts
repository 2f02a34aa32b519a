// The table of words for the state of a run: one word for each outcome, in each language. The comment of a run, the title of its check,
// `/crew status`, `crew list`, `crew show`, the page of a run, and the first words of a report all take it from here. Used by en.ts, ja.ts,
// check/, run/, thread/, src/runs, src/view/run and src/workflows/fix. Pure.

import type { OutcomeName } from '../../ports/run.js';
import { type Fields, fieldsOf } from '../json.js';

/** The state of a run that has a word: a status, or a status with what the result adds to it. */
export type RunState =
  | 'running'
  | 'interrupted'
  | 'succeeded'
  /** Succeeded, and no test fails without the change and passes with it. */
  | 'unproven'
  /** Succeeded: the diff of a dry run. */
  | 'planned'
  /** Succeeded: `/crew task` wrote a document, which `/crew apply` can add. */
  | 'document'
  | 'awaiting'
  | 'awaiting_approval'
  | 'partial'
  | 'stuck'
  /** Stuck: `/crew plan` found no plan. */
  | 'no-plan'
  | 'failed'
  /** Failed or could not run: the review is posted, and its check failed or could not run. */
  | 'reviewed-failed'
  | 'reviewed-unable'
  | 'escalated'
  | 'refused'
  /** Refused: a test shows that the code already does what is asked. */
  | 'already'
  /** Refused: the review requests are answered, and none of them changes the code. */
  | 'answered'
  /** Refused: no review request was carried out, and none is a question that is answered. */
  | 'declined'
  | 'cancelled'
  | 'infra_error'
  | 'error';

const WORDS: Readonly<Record<'en' | 'ja', Readonly<Record<RunState, string>>>> = {
  en: {
    running: 'running',
    interrupted: 'interrupted',
    succeeded: 'succeeded',
    unproven: 'succeeded, not proven by a test',
    planned: 'dry run made',
    document: 'document written',
    awaiting: 'waiting for an answer',
    awaiting_approval: 'waiting for approval',
    partial: 'partly finished',
    stuck: 'stuck',
    'no-plan': 'no plan made',
    failed: 'failed',
    'reviewed-failed': 'reviewed, check failed',
    'reviewed-unable': 'reviewed, check could not run',
    escalated: 'needs a decision',
    refused: 'refused',
    already: 'nothing to change',
    answered: 'answered, nothing changed',
    declined: 'not done',
    cancelled: 'cancelled',
    infra_error: 'could not run',
    error: 'failed (internal error)',
  },
  ja: {
    running: '実行中',
    interrupted: '中断',
    succeeded: '成功',
    unproven: '成功（テストによる証明なし）',
    planned: 'ドライラン済み',
    document: '文書を作成',
    awaiting: '回答待ち',
    awaiting_approval: '承認待ち',
    partial: '一部終了',
    stuck: '行き詰まり',
    'no-plan': '計画なし',
    failed: '失敗',
    'reviewed-failed': 'レビュー済み、チェックは失敗',
    'reviewed-unable': 'レビュー済み、チェックは実行できず',
    escalated: '判断待ち',
    refused: '拒否',
    already: '変更不要',
    answered: '回答済み、変更なし',
    declined: '実行せず',
    cancelled: '取り消し',
    infra_error: '実行できず',
    error: '失敗（内部エラー）',
  },
};

const isRunState = (state: string): state is RunState => Object.hasOwn(WORDS.en, state);

/** The word for a state. An unknown state, such as one of a later version, is returned unchanged. */
export const stateWord = (lang: 'en' | 'ja', state: string): string => (isRunState(state) ? WORDS[lang][state] : state);

/** The word as a title, such as `Could not run`. */
export const stateTitle = (lang: 'en' | 'ja', state: RunState): string =>
  stateWord(lang, state).replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** The word as the first sentence of a report, such as `**Stuck.**`. */
export const stateSentence = (lang: 'en' | 'ja', state: RunState): string =>
  `**${stateTitle(lang, state)}${lang === 'en' ? '.' : '。'}**`;

/** Whether the results of review requests, none of which changed the code, are refusals and no answers. */
const isDeclined = (requests: readonly Fields[]): boolean =>
  requests.some(({ is }) => is === 'declined') &&
  !requests.some(({ is, isQuestion }) => is === 'no-change' && isQuestion === true);

/** The name that the agent gives a document, such as `api-design.md`. It has no folder, unlike most files that a change edits. */
const DOCUMENT_NAME = /^[a-z0-9][a-z0-9-]*\.md$/;

/** Whether a result is the one of a task (task.json) that wrote a document and changed no file. */
function isDocument(result: unknown): boolean {
  const { artifacts } = fieldsOf(fieldsOf(result).result);
  return Array.isArray(artifacts) && artifacts.length === 1 && DOCUMENT_NAME.test(String(artifacts[0]));
}

/** What a run ended with, as far as its word depends on it. */
interface EndedRun {
  readonly outcome: OutcomeName;
  readonly result?: unknown;
  readonly awaits?: { readonly kind: string } | undefined;
}

/** The state of an ended run. `status`: the status of its outcome, or another one if it changed since, such as `cancelled` after 14 days. */
export function endedState(status: string, { outcome, result, awaits }: EndedRun): string {
  const { provenByTest, already, requests, noPlan, findings } = fieldsOf(result);
  switch (status) {
    case 'succeeded':
      if (outcome === 'planned') return isDocument(result) ? 'document' : 'planned';
      return provenByTest === false ? 'unproven' : 'succeeded';
    case 'awaiting':
      return awaits?.kind === 'approval' ? 'awaiting_approval' : 'awaiting';
    case 'stuck':
      return noPlan === true ? 'no-plan' : 'stuck';
    case 'failed':
      return Array.isArray(findings) ? 'reviewed-failed' : 'failed';
    case 'infra_error':
    case 'error':
      return Array.isArray(findings) ? 'reviewed-unable' : status;
    case 'refused':
      if (already === true) return 'already';
      if (!Array.isArray(requests)) return 'refused';
      return isDeclined(requests.map(fieldsOf)) ? 'declined' : 'answered';
    default:
      return status;
  }
}
