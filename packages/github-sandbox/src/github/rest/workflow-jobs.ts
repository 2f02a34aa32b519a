// REST routes of the jobs of Actions runs, and jobs as JSON, also for webhook payloads.

import { notFound } from '../api-error.js';
import { reads, readsNonPublic } from '../auth/required-permission.js';
import { ok, type Reply } from '../http/message.js';
import { countedPage } from '../http/paginate.js';
import { type RepositoryCall, type Route, repositoryRoute } from '../http/route.js';
import { nodeId, type Urls } from '../ids.js';
import { fullName, type WorkflowJob, type WorkflowRun } from '../state.js';
import { logAddress, logOf } from './job-logs.js';
import { runOf } from './workflow-runs.js';

/** A job as JSON. Before it starts, its times are those of the run, as on GitHub. */
export function jobJson(urls: Urls, { run, job }: { run: WorkflowRun; job: WorkflowJob }) {
  const name = fullName(run.repository);
  const url = `${urls.api}/repos/${name}`;
  return {
    id: job.id,
    run_id: run.id,
    workflow_name: run.workflow.name,
    head_branch: run.headBranch,
    run_url: `${url}/actions/runs/${run.id}`,
    run_attempt: run.attempt,
    node_id: nodeId('CR', job.id),
    head_sha: run.headCommit.sha,
    url: `${url}/actions/jobs/${job.id}`,
    html_url: `${urls.html}/${name}/actions/runs/${run.id}/job/${job.id}`,
    status: job.status,
    conclusion: job.conclusion,
    created_at: run.createdAt,
    started_at: job.startedAt ?? run.startedAt,
    completed_at: job.completedAt,
    name: job.name,
    steps: job.steps,
    check_run_url: `${url}/check-runs/${job.id}`,
    labels: ['github-sandbox'],
    runner_id: null,
    runner_name: null,
    runner_group_id: null,
    runner_group_name: null,
  };
}

function jobOf(call: RepositoryCall): { run: WorkflowRun; job: WorkflowJob } {
  for (const run of call.repository.runs) {
    const job = run.jobs.find(({ id }) => String(id) === call.params.job_id);
    if (job !== undefined) return { run, job };
  }
  throw notFound();
}

/** Redirects to the log's URL, as GitHub does. */
function logs(call: RepositoryCall): Reply {
  const of = jobOf(call);
  if (logOf(call.world, of) === null) throw notFound();
  return { status: 302, headers: { location: logAddress(call.world, of) } };
}

export const workflowJobRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/actions/runs/{run_id}/jobs',
    { operation: 'actions/list-jobs-for-workflow-run', need: reads('actions') },
    (call) => {
      const run = runOf(call);
      return countedPage(call, {
        name: 'jobs',
        items: run.jobs,
        show: (job) => jobJson(call.world.urls, { run, job }),
      });
    },
  ),
  repositoryRoute(
    'GET …/actions/jobs/{job_id}',
    { operation: 'actions/get-job-for-workflow-run', need: reads('actions') },
    (call) => ok(jobJson(call.world.urls, jobOf(call))),
  ),
  repositoryRoute(
    'GET …/actions/jobs/{job_id}/logs',
    { operation: 'actions/download-job-logs-for-workflow-run', need: readsNonPublic({ role: 'read' }, 'actions') },
    logs,
  ),
];
