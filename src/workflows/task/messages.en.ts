// The English texts of `task`: for this folder and its rules, `/crew status` (workflows/instant.ts) and the App's page of tasks
// (app/pages.ts).
import { stateSentence, stateWord } from '../../text/lang/outcome-words.js';
import { code } from '../../text/quote.js';
import type { State } from './rules/contract.js';

/** A check before the start of a task. `start`: all of them. */
export type InitCheck = 'debt' | 'coverage' | 'learnings' | 'start';

const CHECKS: Readonly<Record<InitCheck, string>> = {
  debt: 'The check for open problems',
  coverage: 'The check of perspectives',
  learnings: 'The search for earlier learnings',
  start: 'The checks before the start',
};

/** What crew does in each state. */
const DOING: Readonly<Record<State, string>> = {
  idle: 'reading the request',
  session_selecting: 'choosing how to work',
  session_initializing: 'checking what is open here',
  classifying: 'classifying the request',
  selecting_personas: 'choosing how to judge the result',
  executing: 'doing the work',
  watching: 'judging the result',
  learning: 'recording what it learned',
  completed: 'ending the task',
  escalated: 'ending the task',
  failed: 'ending the task',
};

export const en = {
  /** The sentence among the issues of an escalated task. */
  noAgreement: (n: number): string => `No agreement was reached after ${n} iteration${n === 1 ? '' : 's'}.`,
  escalated: (n: number): string =>
    `No agreement was reached after ${n} iteration${n === 1 ? '' : 's'}. Please decide.`,
  howToAnswer: `Write ${code('/crew answer')} and your decision. This starts a new run that continues with the files of this one.`,
  alertEscalation: ({ run, issue }: { readonly run: string; readonly issue: number | undefined }): string =>
    `${code(run)}${issue === undefined ? '' : ` (#${issue})`} waits for your decision`,
  alertGateNotPassed: ({ run, files }: { readonly run: string; readonly files: readonly string[] }): string =>
    `${code(run)} did not pass its quality gate in the last round${files.length > 0 ? `: ${files.map(code).join(', ')}` : ''}`,
  alertSkipped: (n: number): string => `${n} test${n === 1 ? ' is' : 's are'} skipped`,
  alertTodos: (before: number, now: number): string => `TODO and FIXME comments grew from ${before} to ${now}`,
  alertUnreadable: (check: InitCheck, why: string): string => `${CHECKS[check]} failed: ${why}`,
  reportAlerts: 'Open problems',
  reportAxes: 'Recommended perspectives',
  reportLearnings: 'What earlier runs learned',
  recommendRetrospective: `Run a retrospective first: ${code('/crew task retrospective')}.`,
  notReady: (reasons: readonly string[]): string =>
    `This task has not started: ${reasons.join('; ')}. Start it anyway? Reply with ${code('/crew answer yes')} or ${code('/crew answer no')}.`,
  blocked: {
    'escalated-here': 'an earlier task here still waits for a decision',
    'many-escalations': 'three or more tasks wait for a decision',
    'no-budget': "today's budget is used up",
  },
  declined: 'The task was not started because you answered no.',
  noExecutor: (type: string): string =>
    `No work was started: the session of this task allows no workflow for tasks of type ${code(type)}. Add one to ${code('workflows')} in the session’s file, or describe the task differently.`,
  timedOut: (seconds: number): string => `crew stopped the work after ${seconds} s, the time limit of the session`,
  faulty: (state: State, why: string): string => `crew failed while ${DOING[state]}: ${why}`,
  undecided: 'A second agent gave no verdict',
  blockedWork: 'The work stopped before it had a result',
  /** The first words of the report, as the comment of the run says them. */
  ended: {
    document: stateSentence('en', 'document'),
    planned: stateSentence('en', 'planned'),
    escalated: stateSentence('en', 'escalated'),
    failed: stateSentence('en', 'failed'),
  },
  /** `n`: in which round. */
  accepted: (n: number): string => `A second agent checked and accepted the result${n === 1 ? '' : ` in round ${n}`}.`,
  issues: 'Problems that a second agent found',
  problems: 'Problems',
  artifacts: 'Results',
  documentIsFile: (name: string): string =>
    `${code('/crew apply')} opens a pull request that adds this document as ${code(name)}.`,
  pullIntro: 'This is a draft because a second agent did not accept the change. A maintainer has to decide.',
  sessionsTitle: 'Tasks',
  sessionsNone: 'No tasks in the last 90 days.',
  sessionLine: (of: {
    readonly run: string;
    readonly type: string;
    readonly status: string;
    readonly at: string;
  }): string => `${of.at} · ${code(of.run)} · ${of.type === '' ? '' : `${of.type} · `}${stateWord('en', of.status)}`,
  dashboard: {
    title: 'Tasks',
    overTime: 'Tasks over time',
    passByType: 'Pass rate by task type',
    passByPair: 'Pass rate by persona pair',
    debt: 'Open problems',
    skipped: 'skipped tests',
    todos: 'TODO and FIXME',
    coverage: 'Perspectives taken',
    escalations: 'Escalations',
    none: 'None yet.',
    last: 'Last tasks',
    noPersona: 'no personas',
  },
  stateWord: (state: string): string => stateWord('en', state),
};

export type TaskMessages = typeof en;
