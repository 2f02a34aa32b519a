// What a task says to people.
import { code } from '../../text/code.js';

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
  howToAnswer: `${code('/crew answer')} with your decision starts a new run from the files of this one.`,
  alertEscalation: ({ run, issue }: { readonly run: string; readonly issue: number | undefined }): string =>
    `${code(run)}${issue === undefined ? '' : ` (#${issue})`} is escalated and waits for a decision`,
  alertForcedPass: ({ run, files }: { readonly run: string; readonly files: readonly string[] }): string =>
    `${code(run)} passed its quality gate by force${files.length > 0 ? `: ${files.map(code).join(', ')}` : ''}`,
  alertSkipped: (n: number): string => `${n} test${n === 1 ? ' is' : 's are'} skipped`,
  alertTodos: (before: number, now: number): string => `TODO and FIXME comments grew from ${before} to ${now}`,
  alertUnreadable: (what: string, why: string): string => `${what} could not be run: ${why}`,
  reportAlerts: 'Open problems',
  reportAxes: 'Recommended perspectives',
  reportLearnings: 'What earlier runs learned',
  recommendRetrospective: `A retrospective is recommended first: ${code('/crew task retrospective')}.`,
  notReady: (reasons: readonly string[]): string =>
    `Before this task begins: ${reasons.join('; ')}. Begin nevertheless? ${code('/crew answer yes')} or ${code('/crew answer no')}.`,
  blocked: {
    'escalated-here': 'an earlier task here is escalated and was not answered',
    'many-escalations': 'three or more tasks wait for a decision',
    'no-budget': "today's budget is spent",
  },
  declined: 'The task was not started, as answered.',
  noExecutor: (type: string): string => `No workflow that this session allows can do a task of type ${code(type)}.`,
  timedOut: (seconds: number): string => `The executor was stopped after ${seconds} s`,
  faulty: (component: string, why: string): string => `${component} failed: ${why}`,
  undecided: 'The watcher gave no verdict',
  blockedWork: 'The executor was blocked before it had a result',
  page: ({ status, session, type, personas, iterations }: TaskPage): string =>
    [
      `**Task ${status}** · session ${code(session)} · type ${code(type)}`,
      personas.length > 0 ? personas.join(' and ') : 'no personas',
      `${iterations} iteration${iterations === 1 ? '' : 's'}`,
    ].join(' · '),
  issues: "The watcher's issues",
  artifacts: 'Results',
  trace: 'States',
  documentIsFile: (name: string): string =>
    `${code('/crew apply')} puts this document into a pull request as ${code(name)}.`,
  pullIntro: "Draft: the watcher did not accept this change. It is kept for a person's decision.",
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
