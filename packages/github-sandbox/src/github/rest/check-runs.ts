// REST routes of check runs and check suites. Loaded by rest/index.ts.

import { z } from 'zod';
import { changeCheckRun, createCheckRun } from '../acts/checks.js';
import { forbidden, notFound, unprocessable } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { resolveCommit, typeOf } from '../git/refs.js';
import { created, ok } from '../http/message.js';
import { countedPage, page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import { allCheckRunsOf, checkRunsOf } from '../pulls/checks.js';
import type { CheckRun } from '../state.js';
import { annotationJson, checkRunJson, checkSuiteJson } from './check-json.js';

/** GitHub's limit for each text of an output. */
const MAX_OUTPUT_TEXT = 65_535;
const conclusions = ['success', 'failure', 'neutral', 'cancelled', 'skipped', 'timed_out', 'action_required'] as const;
const annotation = z
  .object({
    path: z.string(),
    start_line: z.number().int(),
    end_line: z.number().int(),
    annotation_level: z.enum(['notice', 'warning', 'failure']),
    message: z.string(),
    title: z.string().optional(),
  })
  .transform(({ title, ...rest }) => ({ ...rest, title: title ?? null }));
const change = z.object({
  name: z.string().optional(),
  status: z.enum(['queued', 'in_progress', 'completed']).optional(),
  conclusion: z.enum(conclusions).optional(),
  started_at: z.string().optional(),
  completed_at: z.string().optional(),
  external_id: z.string().optional(),
  details_url: z.string().optional(),
  output: z
    .object({
      title: z.string().optional(),
      summary: z.string().max(MAX_OUTPUT_TEXT).optional(),
      text: z.string().max(MAX_OUTPUT_TEXT).optional(),
      annotations: z.array(annotation).max(50).optional(),
    })
    .optional(),
});
const draft = change.extend({ name: z.string(), head_sha: z.string() });

function changeIn(wanted: z.infer<typeof change>) {
  if (wanted.status === 'completed' && wanted.conclusion === undefined) {
    throw unprocessable('Invalid request.\n\nNo subschema in "oneOf" matched.');
  }
  const { name, status, conclusion, output } = wanted;
  return {
    name,
    status,
    conclusion,
    startedAt: wanted.started_at,
    completedAt: wanted.completed_at,
    externalId: wanted.external_id,
    detailsUrl: wanted.details_url,
    title: output?.title,
    summary: output?.summary,
    text: output?.text,
    annotations: output?.annotations,
  };
}

/** Only Apps can create check runs. */
function checkApp({ who }: RepositoryAct): void {
  if (who.kind === 'user') throw forbidden('You must authenticate via a GitHub App.');
}

async function create(call: RepositoryAct) {
  checkApp(call);
  const wanted = readBody(call, draft);
  const { repository } = call;
  const sha = wanted.head_sha;
  if ((await typeOf(repository.gitDir, sha)) !== 'commit') throw unprocessable(`No commit found for SHA: ${sha}`);
  const run = createCheckRun(call, { repository, sha, change: changeIn(wanted) });
  return created(checkRunJson(call.world.urls, { repository, run }));
}

function runOf({ repository, params }: RepositoryCall): CheckRun {
  for (const suites of repository.checks.suites.values()) {
    const run = suites.flatMap(({ runs }) => runs).find(({ id }) => String(id) === params.check_run_id);
    if (run !== undefined) return run;
  }
  throw notFound();
}

function update(call: RepositoryAct) {
  checkApp(call);
  const run = runOf(call);
  const isOwn = call.who.kind === 'workflow' ? run.app === null : run.app === call.by.app;
  if (!isOwn)
    throw forbidden(
      'Invalid app_id `' +
        `${call.by.app?.id ?? ''}` +
        '` - check run can only be modified by the GitHub App that created it.',
    );
  const { repository } = call;
  changeCheckRun(call, { repository, run, change: changeIn(readBody(call, change)) });
  return ok(checkRunJson(call.world.urls, { repository, run }));
}

async function shaOf({ repository, params }: RepositoryCall): Promise<string> {
  const sha = await resolveCommit(repository.gitDir, params.ref ?? '');
  if (sha === null) throw unprocessable(`No commit found for SHA: ${params.ref}`);
  return sha;
}

async function list(call: RepositoryCall) {
  const { repository, query, world } = call;
  const [name, status] = [query.get('check_name'), query.get('status')];
  const sha = await shaOf(call);
  const all = query.get('filter') === 'all' ? allCheckRunsOf(repository, sha) : checkRunsOf(repository, sha);
  const items = all.filter((run) => (name === null || run.name === name) && (status === null || run.status === status));
  return countedPage(call, { name: 'check_runs', items, show: (run) => checkRunJson(world.urls, { repository, run }) });
}

async function listSuites(call: RepositoryCall) {
  const { repository, world } = call;
  const sha = await shaOf(call);
  const { message, tree, author, committer } = await repository.commits.read(sha);
  const head_commit = { id: sha, tree_id: tree, message, timestamp: committer.date, author, committer };
  const items = repository.checks.suites.get(sha) ?? [];
  const show = (suite: (typeof items)[number]) => ({
    ...checkSuiteJson(world.urls, { repository, suite }),
    head_commit,
  });
  return countedPage(call, { name: 'check_suites', items, show });
}

export const checkRunRoutes: readonly Route[] = [
  repositoryAct(
    'POST …/check-runs',
    { operation: 'checks/create', need: writes({ role: 'read' }, 'checks'), hasContentRateLimit: false },
    create,
  ),
  repositoryRoute('GET …/check-runs/{check_run_id}', { operation: 'checks/get', need: reads('checks') }, (call) =>
    ok(checkRunJson(call.world.urls, { repository: call.repository, run: runOf(call) })),
  ),
  repositoryRoute(
    'GET …/check-runs/{check_run_id}/annotations',
    { operation: 'checks/list-annotations', need: reads('checks') },
    (call) => {
      const run = runOf(call);
      return page(call, run.annotations, (one) => annotationJson(call.world.urls, { run, annotation: one, ...call }));
    },
  ),
  repositoryAct(
    'PATCH …/check-runs/{check_run_id}',
    { operation: 'checks/update', need: writes({ role: 'read' }, 'checks'), hasContentRateLimit: false },
    update,
  ),
  repositoryRoute('GET …/commits/{ref}/check-runs', { operation: 'checks/list-for-ref', need: reads('checks') }, list),
  repositoryRoute(
    'GET …/commits/{ref}/check-suites',
    { operation: 'checks/list-suites-for-ref', need: reads('checks') },
    listSuites,
  ),
];
