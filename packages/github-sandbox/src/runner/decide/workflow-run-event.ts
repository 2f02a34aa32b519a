// Builds the workflow_run event of a finished run. The entry of the runner triggers it.

import { at, textAt } from '../json.js';
import type { Run, RunnerEvent } from '../model.js';

/** The workflow_run event of a finished run. Its head may be a fork's commit, so it is only data. */
export function workflowRunEvent(run: Run, cause: RunnerEvent): RunnerEvent {
  const pull = at(cause.payload, 'pull_request');
  const head = textAt(pull, 'head', 'sha') || run.sha;
  const branch = textAt(pull, 'head', 'ref') || run.ref.replace(/^refs\/(heads|tags)\//, '');
  const finished = {
    id: run.id,
    name: run.workflow,
    path: run.path,
    display_title: run.title,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    run_number: run.number,
    run_attempt: run.attempt,
    head_sha: head,
    head_branch: branch,
    head_repository: { full_name: textAt(pull, 'head', 'repo', 'full_name') || run.repo },
    repository: { full_name: run.repo },
    actor: { login: run.actor },
    triggering_actor: { login: run.triggeringActor },
    created_at: run.createdAt,
    updated_at: run.completedAt ?? run.createdAt,
    pull_requests: pullRequestsOf(run, cause),
  };
  const repository = at(cause.payload, 'repository') ?? { full_name: run.repo };
  const workflow = { name: run.workflow, path: run.path };
  const sender = at(cause.payload, 'sender') ?? { login: run.actor };
  return {
    name: 'workflow_run',
    repo: run.repo,
    actor: run.actor,
    payload: { action: 'completed', workflow_run: finished, workflow, repository, sender },
  };
}

/** Empty for pull requests of forks, as on GitHub. */
function pullRequestsOf(run: Run, { payload }: RunnerEvent): { number: number; head: { ref: string; sha: string } }[] {
  const pull = at(payload, 'pull_request');
  const number = at(pull, 'number');
  if (typeof number !== 'number' || textAt(pull, 'head', 'repo', 'full_name') !== run.repo) return [];
  return [{ number, head: { ref: textAt(pull, 'head', 'ref'), sha: textAt(pull, 'head', 'sha') } }];
}
