// Reads check runs, commit statuses and Actions runs of a commit, for the files of this folder.
import { UserError } from '../../../ports/errors.js';
import { type Client, type RepositoryName, statusOf } from '../client.js';
import type { ActionsRun } from './state.js';

export interface CheckRun {
  /** For a job, also the job's id. */
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly html_url: string | null;
  /** Every Actions run has its own check suite. */
  readonly check_suite: { readonly id: number } | null;
  readonly output: {
    readonly title: string | null;
    readonly summary: string | null;
    readonly annotations_count: number;
  };
}

export interface Status {
  readonly context: string;
  readonly state: string;
  readonly description: string | null;
  readonly target_url: string | null;
}

/** The checks, statuses and Actions runs of a commit. */
export interface CommitChecks {
  readonly checks: readonly CheckRun[];
  readonly statuses: readonly Status[];
  readonly runs: readonly ActionsRun[];
}

/** Reads all pages of all three lists. A list that this token cannot read is null. */
export async function readCi(
  { rest, paginate }: Client,
  repository: RepositoryName,
  head: string,
): Promise<{ readonly [Part in keyof CommitChecks]: CommitChecks[Part] | null }> {
  const parameters = { ...repository, ref: head, per_page: 100 };
  const [checks, statuses, runs] = await Promise.all([
    nullIfUnreadable<readonly CheckRun[]>(paginate(rest.checks.listForRef, { ...parameters, filter: 'latest' })),
    nullIfUnreadable<readonly Status[]>(paginate(rest.repos.listCommitStatusesForRef, parameters)),
    nullIfUnreadable<readonly ActionsRun[]>(
      paginate(rest.actions.listWorkflowRunsForRepo, { ...repository, head_sha: head, per_page: 100 }),
    ),
  ]);
  return { checks, statuses: statuses && newestOf(statuses), runs };
}

/** Statuses come newest first; only the newest of a context counts. */
const newestOf = (statuses: readonly Status[]): readonly Status[] =>
  statuses.filter(({ context }, n) => statuses.findIndex((each) => each.context === context) === n);

/** The result, or null if the data is gone or cannot be read. Throws connection errors and rate limits: they say nothing about the commit. */
export async function nullIfUnreadable<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    const isConnectionError = error instanceof UserError && error.ends === 'infra_error';
    if (isConnectionError || ![403, 404, 410, 422].includes(statusOf(error) ?? 0)) throw error;
    return null;
  }
}

/** A commit status in the terms of check runs. */
export const statusAsCheck = ({ state }: Status) =>
  state === 'pending' ? { status: state, conclusion: null } : { status: 'completed', conclusion: state };
