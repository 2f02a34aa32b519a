import type { Account, App, Entity } from './app.js';

export const checkConclusions = [
  'success',
  'failure',
  'neutral',
  'cancelled',
  'skipped',
  'timed_out',
  'action_required',
  'startup_failure',
] as const;
export type CheckConclusion = (typeof checkConclusions)[number];
export type CheckStatus = 'queued' | 'in_progress' | 'completed';

/** All check runs of one App on one commit. */
export type CheckSuite = Entity<'CheckSuite'> & {
  readonly app: App | null;
  readonly sha: string;
  readonly branch: string | null;
  readonly runs: CheckRun[];
  readonly createdAt: string;
  updatedAt: string;
};

/** A remark beside a line. */
export type CheckAnnotation = {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: 'notice' | 'warning' | 'failure';
  readonly message: string;
  readonly title: string | null;
};

export type CheckRun = Entity<'CheckRun'> & {
  readonly app: App | null;
  readonly sha: string;
  /** What a seed says outright about "must pass to merge"; null where the rules of the branch decide. */
  readonly required: boolean | null;
  name: string;
  status: CheckStatus;
  conclusion: CheckConclusion | null;
  startedAt: string | null;
  completedAt: string | null;
  externalId: string;
  detailsUrl: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  /** They are added, never taken back. */
  annotations: readonly CheckAnnotation[];
};

export const statusStates = ['error', 'failure', 'pending', 'success'] as const;

/** The older kind of check: one line of text and a state, the newest of a context counts. */
export type CommitStatus = Entity<'StatusContext'> & {
  readonly sha: string;
  readonly context: string;
  readonly state: (typeof statusStates)[number];
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: Account;
  readonly createdAt: string;
  readonly required: boolean | null;
};

/** The checks of a repository, by commit; statuses newest last. */
export type CheckBook = {
  readonly suites: Map<string, CheckSuite[]>;
  readonly statuses: Map<string, CommitStatus[]>;
};
