// Checks, statuses and their combined state in GraphQL, for commits and pull requests.

import { checkRunsOf, isRequired, rollupOf, statusesOf } from '../../pulls/checks.js';
import { actionsApp } from '../../rest/apps.js';
import { suiteConclusion, suiteStatus } from '../../rest/check-json.js';
import {
  type CheckAnnotation,
  type CheckRun,
  type CheckSuite,
  type CommitStatus,
  fullName,
  type PullRequest,
  type Repository,
} from '../../state.js';
import { connection } from '../connection.js';
import type { Fields, QueryContext } from '../query-context.js';

type Place = { readonly repository: Repository; readonly sha: string };
type RequiredFor = { readonly pullRequestId?: string | null; readonly pullRequestNumber?: number | null };

/** The combined state of a commit's checks, with each check; null without checks. */
export function rollupType(context: QueryContext, place: Place): Fields | null {
  const { repository, sha } = place;
  const state = rollupOf(repository, sha);
  if (state === null) return null;
  const runs = checkRunsOf(repository, sha).map((check) => ({ check }));
  const statuses = statusesOf(repository, sha).map((check) => ({ check }));
  return {
    __typename: 'StatusCheckRollup',
    id: `SCR_${sha}`,
    state,
    contexts: connection(
      () => [...runs, ...statuses],
      ({ check }) =>
        check.kind === 'CheckRun'
          ? checkRunType(context, { repository, run: check })
          : statusType(context, { repository, status: check }),
    ),
  };
}

/** Whether a check is required depends on the pull request, because rules belong to its base branch. */
function requiredField(repository: Repository, check: CheckRun | CommitStatus) {
  return ({ pullRequestId, pullRequestNumber }: RequiredFor): boolean => {
    const isNamed = (pull: PullRequest) => pull.number === pullRequestNumber || pull.nodeId === pullRequestId;
    const pull = repository.pulls.find(isNamed);
    return pull !== undefined && isRequired(check, pull);
  };
}

function checkRunType(context: QueryContext, { repository, run }: { repository: Repository; run: CheckRun }): Fields {
  const { world, show } = context;
  const path = `/${fullName(repository)}/runs/${run.id}`;
  const suite = (repository.checks.suites.get(run.sha) ?? []).find(({ runs }) => runs.includes(run));
  return {
    __typename: 'CheckRun',
    id: run.nodeId,
    databaseId: run.id,
    name: run.name,
    status: run.status.toUpperCase(),
    conclusion: run.conclusion?.toUpperCase() ?? null,
    startedAt: run.startedAt,
    completedAt: run.completedAt,
    externalId: run.externalId,
    detailsUrl: run.detailsUrl,
    title: run.title,
    summary: run.summary,
    text: run.text,
    isRequired: requiredField(repository, run),
    annotations: connection(
      () => run.annotations,
      (each) => annotationType(each),
    ),
    checkSuite: () => (suite === undefined ? null : suiteType(context, { repository, suite })),
    repository: () => show(repository),
    resourcePath: path,
    permalink: `${world.urls.html}${path}`,
    url: `${world.urls.html}${path}`,
  };
}

function annotationType({ path, start_line, end_line, annotation_level, title, message }: CheckAnnotation): Fields {
  return {
    __typename: 'CheckAnnotation',
    annotationLevel: annotation_level.toUpperCase(),
    path,
    title,
    message,
    location: { start: { line: start_line, column: null }, end: { line: end_line, column: null } },
  };
}

/** The check runs of one App on one commit. */
export function suiteType(
  context: QueryContext,
  { repository, suite }: { repository: Repository; suite: CheckSuite },
): Fields {
  const app = suite.app ?? actionsApp;
  return {
    __typename: 'CheckSuite',
    id: suite.nodeId,
    databaseId: suite.id,
    status: suiteStatus(suite).toUpperCase(),
    conclusion: suiteConclusion(suite)?.toUpperCase() ?? null,
    createdAt: suite.createdAt,
    updatedAt: suite.updatedAt,
    app: { id: app.nodeId, databaseId: app.id, slug: app.slug, name: app.name },
    checkRuns: connection(
      () => suite.runs,
      (run) => checkRunType(context, { repository, run }),
    ),
    repository: () => context.show(repository),
  };
}

function statusType(
  { show }: QueryContext,
  { repository, status }: { repository: Repository; status: CommitStatus },
): Fields {
  return {
    __typename: 'StatusContext',
    id: status.nodeId,
    context: status.context,
    state: status.state.toUpperCase(),
    description: status.description,
    targetUrl: status.targetUrl,
    creator: () => show(status.creator),
    createdAt: status.createdAt,
    updatedAt: status.createdAt,
    isRequired: requiredField(repository, status),
  };
}
