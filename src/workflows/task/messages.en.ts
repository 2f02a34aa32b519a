// The English texts of task.
import { code } from '../../text/quote.js';

export interface TaskPage {
  readonly status: string;
  readonly session: string;
  readonly type: string;
  readonly personas: readonly string[];
  readonly iterations: number;
}

export const en = {
  /** The sentence among the issues of an escalated task. */
  noAgreement: (n: number): string => `No agreement was reached after ${n} iteration${n === 1 ? '' : 's'}.`,
  escalated: (n: number): string =>
    `No agreement was reached after ${n} iteration${n === 1 ? '' : 's'}. Please decide.`,
  howToAnswer: `Write your decision after ${code('/crew answer')}. It starts a new run with the files of this one.`,
  alertEscalation: ({ run, issue }: { readonly run: string; readonly issue: number | undefined }): string =>
    `${code(run)}${issue === undefined ? '' : ` (#${issue})`} waits for your decision`,
  alertForcedPass: ({ run, files }: { readonly run: string; readonly files: readonly string[] }): string =>
    `${code(run)} did not pass its quality gate in the last round${files.length > 0 ? `: ${files.map(code).join(', ')}` : ''}`,
  alertSkipped: (n: number): string => `${n} test${n === 1 ? ' is' : 's are'} skipped`,
  alertTodos: (before: number, now: number): string => `TODO and FIXME comments grew from ${before} to ${now}`,
  alertUnreadable: (what: string, why: string): string => `${what} could not be run: ${why}`,
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
  noExecutor: (type: string): string => `This session allows no workflow that can do a task of type ${code(type)}.`,
  timedOut: (seconds: number): string => `The workflow was stopped after ${seconds} s`,
  faulty: (component: string, why: string): string => `${component} failed: ${why}`,
  undecided: 'The watcher gave no verdict',
  blockedWork: 'The workflow stopped before it had a result',
  page: ({ status, session, type, personas, iterations }: TaskPage): string =>
    [
      `**Task ${status}** · session ${code(session)} · type ${code(type)}`,
      personas.length > 0 ? personas.join(' and ') : 'no personas',
      `${iterations} iteration${iterations === 1 ? '' : 's'}`,
    ].join(' · '),
  issues: 'Problems that the watcher found',
  artifacts: 'Results',
  trace: 'States',
  documentIsFile: (name: string): string =>
    `${code('/crew apply')} puts this document into a pull request as ${code(name)}.`,
  pullIntro:
    "This is a draft because the watcher (crew's second reviewer) did not accept the change. A maintainer has to decide.",
  sessionsTitle: 'Tasks',
  sessionsNone: 'No tasks in the last 90 days.',
  sessionLine: (of: {
    readonly run: string;
    readonly type: string;
    readonly status: string;
    readonly at: string;
  }): string => `${of.at} · ${code(of.run)} · ${of.type} · ${of.status}`,
  dashboard: {
    title: 'Tasks',
    overTime: 'Tasks over time',
    passByType: 'Pass rate by task type',
    passByPair: 'Pass rate by persona pair',
    debt: 'Debt',
    skipped: 'skipped tests',
    todos: 'TODO and FIXME',
    coverage: 'Perspectives taken',
    escalations: 'Escalations',
    none: 'None yet.',
    last: 'Last tasks',
    noPersona: 'no personas',
  },
  statusWords: { completed: 'completed', escalated: 'escalated', failed: 'failed' },
};

export type TaskMessages = typeof en;
