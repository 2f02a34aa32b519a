// Check runs, suites and annotations as JSON, for the REST routes of check runs, webhook payloads and GraphQL.

import type { Urls } from '../ids.js';
import { type CheckAnnotation, type CheckRun, type CheckSuite, fullName, type Repository } from '../state.js';
import { actionsAppJson, appJson } from './apps.js';
import { minimalRepository } from './repositories.js';

/** A check run as JSON. */
export function checkRunJson(urls: Urls, { repository, run }: { repository: Repository; run: CheckRun }) {
  const name = fullName(repository);
  const url = `${urls.api}/repos/${name}/check-runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: run.nodeId,
    head_sha: run.sha,
    external_id: run.externalId,
    url,
    html_url: `${urls.html}/${name}/runs/${run.id}`,
    details_url: run.detailsUrl ?? `${urls.html}/${name}/runs/${run.id}`,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: suiteJson({ repository, run }),
    app: run.app === null ? actionsAppJson(urls) : appJson(urls, run.app),
    pull_requests: pullsJson(urls, { repository, sha: run.sha }),
  };
}

/** The suite of a check run. A job's check run has the job's id; its Actions run is its suite. */
function suiteJson({ repository, run }: { repository: Repository; run: CheckRun }): { id: number } | null {
  const actionsRun = repository.runs.find(({ jobs }) => jobs.some(({ id }) => id === run.id));
  const suite = actionsRun ?? repository.checks.suites.get(run.sha)?.find(({ runs }) => runs.includes(run));
  return suite === undefined ? null : { id: suite.id };
}

/** An annotation of a check run. */
export function annotationJson(
  urls: Urls,
  { repository, run, annotation }: { repository: Repository; run: CheckRun; annotation: CheckAnnotation },
) {
  return {
    ...annotation,
    start_column: null,
    end_column: null,
    raw_details: null,
    blob_href: `${urls.html}/${fullName(repository)}/blob/${run.sha}/${annotation.path}`,
  };
}

/** The check runs of one App on one commit. */
export function checkSuiteJson(urls: Urls, { repository, suite }: { repository: Repository; suite: CheckSuite }) {
  const url = `${urls.api}/repos/${fullName(repository)}/check-suites/${suite.id}`;
  return {
    id: suite.id,
    node_id: suite.nodeId,
    head_branch: suite.branch,
    head_sha: suite.sha,
    status: suiteStatus(suite),
    conclusion: suiteConclusion(suite),
    url,
    before: null,
    after: suite.sha,
    pull_requests: pullsJson(urls, { repository, sha: suite.sha }),
    app: suite.app === null ? actionsAppJson(urls) : appJson(urls, suite.app),
    repository: minimalRepository(urls, repository),
    created_at: suite.createdAt,
    updated_at: suite.updatedAt,
    latest_check_runs_count: suite.runs.length,
    check_runs_url: `${url}/check-runs`,
  };
}

export const suiteStatus = ({ runs }: CheckSuite): CheckRun['status'] => {
  // A suite without check runs stays queued.
  if (runs.length > 0 && runs.every(({ status }) => status === 'completed')) return 'completed';
  return runs.some(({ status }) => status !== 'queued') ? 'in_progress' : 'queued';
};

/** The worst conclusion, once all runs have completed. */
export function suiteConclusion(suite: CheckSuite): CheckRun['conclusion'] {
  if (suiteStatus(suite) !== 'completed') return null;
  return conclusionsByWeight.find((one) => suite.runs.some(({ conclusion }) => conclusion === one)) ?? 'success';
}

/** Conclusions, the worst first. */
const conclusionsByWeight = [
  'startup_failure',
  'failure',
  'timed_out',
  'cancelled',
  'action_required',
  'success',
  'neutral',
  'skipped',
] as const;

function pullsJson(urls: Urls, { repository, sha }: { repository: Repository; sha: string }) {
  const open = [...(repository.pullsByCommit.get(sha) ?? [])].filter(
    (pull) => pull.head.sha === sha && pull.state === 'open' && pull.head.repository === repository,
  );
  const repo = { id: repository.id, url: `${urls.api}/repos/${fullName(repository)}`, name: repository.name };
  return open.map(({ id, number, head, base }) => ({
    id,
    number,
    url: `${repo.url}/pulls/${number}`,
    head: { ref: head.ref, sha: head.sha, repo },
    base: { ref: base.ref, sha: base.sha, repo },
  }));
}
