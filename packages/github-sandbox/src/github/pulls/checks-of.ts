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

/** Where a commit stands with all its checks, in one word. */
export type Rollup = 'SUCCESS' | 'PENDING' | 'FAILURE' | 'ERROR';

const good = new Set(['success', 'neutral', 'skipped']);

/** The check runs of a commit, the newest of each name. */
export function checkRunsOf(repository: Repository, sha: string): CheckRun[] {
  const newest = new Map(allCheckRunsOf(repository, sha).map((run) => [`${run.app?.id ?? 0} ${run.name}`, run]));
  return [...newest.values()];
}

/** Every check run of a commit: those that Apps made, and the jobs of workflows, which are check runs too. */
export function allCheckRunsOf(repository: Repository, sha: string): CheckRun[] {
  const made = (repository.checks.suites.get(sha) ?? []).flatMap(({ runs }) => runs);
  const jobs = repository.runs
    .filter(({ headCommit }) => headCommit.sha === sha)
    .flatMap((run) => run.jobs.map((job) => runOfJob(run, job)));
  return [...made, ...jobs];
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

/** The statuses of a commit, the newest of each context. */
export function statusesOf(repository: Repository, sha: string): CommitStatus[] {
  const newest = new Map((repository.checks.statuses.get(sha) ?? []).map((status) => [status.context, status]));
  return [...newest.values()];
}

/** Every check of a commit together: one failure fails it, one that is missing keeps it waiting; null where there is none. */
export function rollupOf(repository: Repository, sha: string): Rollup | null {
  const words = [
    ...checkRunsOf(repository, sha).map(({ conclusion }) => conclusion ?? 'pending'),
    ...statusesOf(repository, sha).map(({ state }) => state),
  ];
  if (words.length === 0) return null;
  if (words.includes('error')) return 'ERROR';
  if (words.some((word) => word !== 'pending' && !good.has(word))) return 'FAILURE';
  return words.includes('pending') ? 'PENDING' : 'SUCCESS';
}

/** The rule of the branch a pull request goes into. */
export const ruleOf = ({ repository, base }: PullRequest): BranchRule => repository.rules.get(base.ref) ?? {};

/** Whether a check must pass before a pull request may be merged. */
export function isRequired(check: CheckRun | CommitStatus, pull: PullRequest): boolean {
  const name = check.kind === 'CheckRun' ? check.name : check.context;
  return check.required ?? ruleOf(pull).requiredChecks?.includes(name) ?? false;
}

/** The required checks that have not passed, by name. */
export function unmetChecks(pull: PullRequest): string[] {
  const { repository, head } = pull;
  const passed = new Set([
    ...checkRunsOf(repository, head.sha).flatMap(({ name, conclusion }) => (good.has(conclusion ?? '') ? [name] : [])),
    ...statusesOf(repository, head.sha).flatMap(({ context, state }) => (state === 'success' ? [context] : [])),
  ]);
  return (ruleOf(pull).requiredChecks ?? []).filter((name) => !passed.has(name));
}
