// The records of check runs and commit statuses. Used by repository.ts; other folders import them from state.ts.

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

/** An annotation on lines of a file. */
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
  /** Whether a seed declares it as required; null if the branch's rules decide. */
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
  /** Annotations are only ever appended. */
  annotations: readonly CheckAnnotation[];
};

export const statusStates = ['error', 'failure', 'pending', 'success'] as const;

/** A commit status; the newest of each context counts. */
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

/** The checks of a repository by commit; statuses newest last. */
export type ChecksByCommit = {
  readonly suites: Map<string, CheckSuite[]>;
  readonly statuses: Map<string, CommitStatus[]>;
};
