// The checks of a commit and their combined state. Used by the other files of pulls/, the merge queue, REST, GraphQL, the pages, and the
// package's src/index.ts.

import { nodeId } from '../ids.js';
import type {
  BranchRule,
  CheckRun,
  CommitStatus,
  PullRequest,
  Repository,
  WorkflowJob,
  WorkflowRun,
} from '../state.js';

/** The combined state of a commit's checks. */
export type Rollup = 'SUCCESS' | 'PENDING' | 'FAILURE' | 'ERROR';

const PASSING = new Set(['success', 'neutral', 'skipped']);

/** The newest check run of each name on a commit. */
export function checkRunsOf(repository: Repository, sha: string): CheckRun[] {
  const newest = new Map(allCheckRunsOf(repository, sha).map((run) => [`${run.app?.id ?? 0} ${run.name}`, run]));
  return [...newest.values()];
}

/** All check runs of a commit, including jobs of workflows. */
export function allCheckRunsOf(repository: Repository, sha: string): CheckRun[] {
  const reported = (repository.checks.suites.get(sha) ?? []).flatMap(({ runs }) => runs);
  const jobs = repository.runs
    .filter(({ headCommit }) => headCommit.sha === sha)
    .flatMap((run) => run.jobs.map((job) => runOfJob(run, job)));
  return [...reported, ...jobs];
}

function runOfJob(run: WorkflowRun, job: WorkflowJob): CheckRun {
  return {
    kind: 'CheckRun',
    id: job.id,
    nodeId: nodeId('CR', job.id),
    app: null,
    sha: run.headCommit.sha,
    required: null,
    name: job.name,
    status: job.status,
    conclusion: job.conclusion,
    startedAt: job.startedAt,
    completedAt: job.completedAt,
    externalId: '',
    detailsUrl: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
  };
}

/** The newest status of each context on a commit. */
export function statusesOf(repository: Repository, sha: string): CommitStatus[] {
  const newest = new Map((repository.checks.statuses.get(sha) ?? []).map((status) => [status.context, status]));
  return [...newest.values()];
}

/** The combined state: one failure fails it, a pending one keeps it pending; null without checks. */
export function rollupOf(repository: Repository, sha: string): Rollup | null {
  const results = [
    ...checkRunsOf(repository, sha).map(({ conclusion }) => conclusion ?? 'pending'),
    ...statusesOf(repository, sha).map(({ state }) => state),
  ];
  if (results.length === 0) return null;
  if (results.includes('error')) return 'ERROR';
  if (results.some((word) => word !== 'pending' && !PASSING.has(word))) return 'FAILURE';
  return results.includes('pending') ? 'PENDING' : 'SUCCESS';
}

/** The rule of the base branch. */
export const ruleOf = ({ repository, base }: PullRequest): BranchRule => repository.rules.get(base.ref) ?? {};

/** Whether a check is required for merging. */
export function isRequired(check: CheckRun | CommitStatus, pull: PullRequest): boolean {
  const name = check.kind === 'CheckRun' ? check.name : check.context;
  return check.required ?? ruleOf(pull).requiredChecks?.includes(name) ?? false;
}

/** The names of required checks that have not passed. */
export function unmetChecks(pull: PullRequest): string[] {
  const { repository, head } = pull;
  const passed = new Set([
    ...checkRunsOf(repository, head.sha).flatMap(({ name, conclusion }) =>
      PASSING.has(conclusion ?? '') ? [name] : [],
    ),
    ...statusesOf(repository, head.sha).flatMap(({ context, state }) => (state === 'success' ? [context] : [])),
  ]);
  return (ruleOf(pull).requiredChecks ?? []).filter((name) => !passed.has(name));
}
