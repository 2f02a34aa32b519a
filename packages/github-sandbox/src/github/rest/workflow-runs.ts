// REST routes of Actions runs, and runs as JSON, also for webhook payloads and the routes of jobs and workflows.

import { approveRun, cancelRun, restartRun } from '../acts/runs.js';
import { ApiError, forbidden, notFound } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { accepted, created, ok, type Reply } from '../http/message.js';
import { countedPage } from '../http/paginate.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import type { Urls } from '../ids.js';
import { fullName, type WorkflowRun } from '../state.js';
import { minimalRepository } from './repositories.js';
import { simpleUser } from './users.js';

/** An Actions run as JSON. */
export function runJson(urls: Urls, run: WorkflowRun) {
  const repository = minimalRepository(urls, run.repository);
  const url = `${repository.url}/actions/runs/${run.id}`;
  const { headCommit: head } = run;
  return {
    id: run.id,
    name: run.workflow.name,
    node_id: run.nodeId,
    head_branch: run.headBranch,
    head_sha: head.sha,
    path: run.workflow.path,
    display_title: run.title,
    run_number: run.number,
    run_attempt: run.attempt,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: run.workflow.id,
    check_suite_id: run.id,
    check_suite_node_id: `CS_${run.nodeId}`,
    ...linksOf({ urls, run, url, repository: repository.url }),
    pull_requests: [],
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    run_started_at: run.startedAt,
    actor: simpleUser(urls, run.actor),
    triggering_actor: simpleUser(urls, run.rerunBy ?? run.actor),
    previous_attempt_url: run.attempt === 1 ? null : `${url}/attempts/${run.attempt - 1}`,
    head_commit: {
      id: head.sha,
      tree_id: head.tree,
      message: head.message,
      timestamp: head.committer.date,
      author: { name: head.author.name, email: head.author.email },
      committer: { name: head.committer.name, email: head.committer.email },
    },
    repository,
    head_repository: repository,
  };
}

function linksOf({ urls, run, url, repository }: { urls: Urls; run: WorkflowRun; url: string; repository: string }) {
  return {
    url,
    html_url: `${urls.html}/${fullName(run.repository)}/actions/runs/${run.id}`,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${repository}/check-suites/${run.id}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    workflow_url: `${repository}/actions/workflows/${run.workflow.id}`,
  };
}

/** The run of a path, or 404. */
export function runOf({ repository, params }: RepositoryCall): WorkflowRun {
  const run = repository.runs.find(({ id }) => String(id) === params.run_id);
  if (run === undefined) throw notFound();
  return run;
}

/** The runs that match the query, newest first. */
function select({ repository, query, params }: RepositoryCall): WorkflowRun[] {
  const { workflow_id: workflow } = params;
  const fits = (run: WorkflowRun) =>
    (workflow === undefined || String(run.workflow.id) === workflow || run.workflow.path.endsWith(`/${workflow}`)) &&
    matches(query.get('event'), run.event) &&
    matches(query.get('branch'), run.headBranch) &&
    matches(query.get('actor'), run.actor.login) &&
    matches(query.get('head_sha'), run.headCommit.sha) &&
    (matches(query.get('status'), run.status) || query.get('status') === run.conclusion);
  return repository.runs.filter(fits).reverse();
}

const matches = (wanted: string | null, value: string): boolean => wanted === null || wanted === value;

const list = (call: RepositoryCall) =>
  countedPage(call, { name: 'workflow_runs', items: select(call), show: (run) => runJson(call.world.urls, run) });

/** Reruns all jobs, or the failed ones. GitHub refuses to rerun a run that has not completed. */
function rerun(only: 'all' | 'failed'): (call: RepositoryAct) => Reply {
  return (call) => {
    const run = runOf(call);
    if (run.status !== 'completed') throw forbidden('This workflow is already running');
    if (only === 'failed' && run.conclusion === 'success')
      throw forbidden('The workflow run cannot be retried, since it has no failed jobs');
    restartRun(call, run, only);
    return created({});
  };
}

function cancel(how: { force: boolean }): (call: RepositoryAct) => Reply {
  return (call) => {
    const run = runOf(call);
    if (run.status === 'completed')
      throw new ApiError({ status: 409, message: 'Cannot cancel a workflow run that is completed.' });
    cancelRun(call, run, how);
    return accepted();
  };
}

function approve(call: RepositoryAct): Reply {
  const run = runOf(call);
  if (call.who.kind === 'workflow') throw forbidden('Resource not accessible by integration');
  if (run.conclusion !== 'action_required') throw forbidden('This run is not waiting for approval');
  approveRun(call, run);
  return created({});
}

export const workflowRunRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/actions/runs',
    { operation: 'actions/list-workflow-runs-for-repo', need: reads('actions') },
    list,
  ),
  repositoryRoute(
    'GET …/actions/workflows/{workflow_id}/runs',
    { operation: 'actions/list-workflow-runs', need: reads('actions') },
    list,
  ),
  repositoryRoute(
    'GET …/actions/runs/{run_id}',
    { operation: 'actions/get-workflow-run', need: reads('actions') },
    (call) => ok(runJson(call.world.urls, runOf(call))),
  ),
  repositoryAct(
    'POST …/actions/runs/{run_id}/cancel',
    {
      operation: 'actions/cancel-workflow-run',
      need: writes({ role: 'write' }, 'actions'),
      hasContentRateLimit: false,
    },
    cancel({ force: false }),
  ),
  repositoryAct(
    'POST …/actions/runs/{run_id}/force-cancel',
    {
      operation: 'actions/force-cancel-workflow-run',
      need: writes({ role: 'write' }, 'actions'),
      hasContentRateLimit: false,
    },
    cancel({ force: true }),
  ),
  repositoryAct(
    'POST …/actions/runs/{run_id}/approve',
    {
      operation: 'actions/approve-workflow-run',
      need: writes({ role: 'write' }, 'actions'),
      hasContentRateLimit: false,
    },
    approve,
  ),
  repositoryAct(
    'POST …/actions/runs/{run_id}/rerun',
    { operation: 'actions/re-run-workflow', need: writes({ role: 'write' }, 'actions'), hasContentRateLimit: false },
    rerun('all'),
  ),
  repositoryAct(
    'POST …/actions/runs/{run_id}/rerun-failed-jobs',
    {
      operation: 'actions/re-run-workflow-failed-jobs',
      need: writes({ role: 'write' }, 'actions'),
      hasContentRateLimit: false,
    },
    rerun('failed'),
  ),
];
