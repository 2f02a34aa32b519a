// The interface through which the pages read workflow runs, and its implementation for a GitHub without runner. With a runner,
// actions/run-records implements it. Used by the pages and by that file.

import { fullName, type State, type WorkflowRun } from '../github/state.js';
import type { Run } from '../runner/model.js';

/** The workflow runs that the pages show. Read from the runner's records, or from GitHub's if there is no runner. */
export type RunRecords = {
  /** The runs of a repository, oldest first. */
  list(repo: string): readonly Run[];
  /** The job summaries and logs of a run. */
  pages(runId: number): RunPages;
};

/** What a run's page shows besides the run: the job summaries, and the log lines of each job. */
export type RunPages = {
  readonly summaries: readonly { readonly job: string; readonly markdown: string }[];
  readonly logs: readonly { readonly job: string; readonly text: string }[];
};

/** The runs as the embedded GitHub records them: without jobs, summaries and logs. */
export function runsWithoutRunner(state: State): RunRecords {
  return {
    list: (repo) => state.repositories.get(repo.toLowerCase())?.runs.map(runFromRecord) ?? [],
    pages: () => ({ summaries: [], logs: [] }),
  };
}

function runFromRecord(run: WorkflowRun): Run {
  return {
    id: run.id,
    number: run.number,
    attempt: run.attempt,
    repo: fullName(run.repository),
    workflow: run.workflow.name,
    path: run.workflow.path,
    title: run.title,
    event: run.event,
    actor: run.actor.login,
    triggeringActor: run.rerunBy?.login ?? run.actor.login,
    ref: `refs/heads/${run.headBranch}`,
    sha: run.headCommit.sha,
    // A run that waits for approval has not started.
    status: run.status === 'waiting' ? 'queued' : run.status,
    conclusion: conclusionOf(run),
    createdAt: run.createdAt,
    ...(run.status === 'completed' ? { completedAt: run.updatedAt } : {}),
    problems: [],
    jobs: [],
  };
}

/** The conclusions that both GitHub and the runner use. */
const sharedConclusions = new Map<string, Run['conclusion']>(
  (['success', 'failure', 'cancelled', 'skipped'] as const).map((word) => [word, word]),
);

/** GitHub has more conclusions than the runner. Those that the runner does not know are shown as failures. */
function conclusionOf({ conclusion }: WorkflowRun): Run['conclusion'] {
  return conclusion === null ? null : (sharedConclusions.get(conclusion) ?? 'failure');
}
