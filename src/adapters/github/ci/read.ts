// Reads check runs, commit statuses and Actions runs of a commit.
import { UserError } from '../../../ports/errors.js';
import { type Client, statusOf } from '../client.js';
import type { Run } from './state.js';

export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

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
export interface Read {
  readonly checks: readonly CheckRun[];
  readonly statuses: readonly Status[];
  readonly runs: readonly Run[];
}

/** All pages of all three; null for what this token cannot read. */
export async function readCi(
  { rest, paginate }: Client,
  at: RepositoryName,
  head: string,
): Promise<{ readonly [Part in keyof Read]: Read[Part] | null }> {
  const ask = { ...at, ref: head, per_page: 100 };
  const [checks, statuses, runs] = await Promise.all([
    nullIfUnreadable<readonly CheckRun[]>(paginate(rest.checks.listForRef, { ...ask, filter: 'latest' })),
    nullIfUnreadable<readonly Status[]>(paginate(rest.repos.listCommitStatusesForRef, ask)),
    nullIfUnreadable<readonly Run[]>(
      paginate(rest.actions.listWorkflowRunsForRepo, { ...at, head_sha: head, per_page: 100 }),
    ),
  ]);
  return { checks, statuses: statuses && newestOf(statuses), runs };
}

/** Statuses come newest first; only the newest of a context counts. */
const newestOf = (statuses: readonly Status[]): readonly Status[] =>
  statuses.filter(({ context }, n) => statuses.findIndex((one) => one.context === context) === n);

/** Null for what is gone or cannot be read. Connection errors and rate limits are thrown, because they say nothing about the commit. */
export async function nullIfUnreadable<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    const limited = error instanceof UserError && error.ends === 'infra_error';
    if (limited || ![403, 404, 410, 422].includes(statusOf(error) ?? 0)) throw error;
    return null;
  }
}

/** The state of a status in the terms of check runs. */
export const statusAsCheck = ({ state }: Status) =>
  state === 'pending' ? { status: state, conclusion: null } : { status: 'completed', conclusion: state };
