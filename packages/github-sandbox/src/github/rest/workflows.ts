// REST routes of workflows, dispatches and a repository's Actions permissions. Loaded by rest/index.ts.

import { z } from 'zod';
import {
  dispatchInputs,
  findWorkflow,
  listWorkflows,
  resolveInputs,
  type WorkflowFile,
} from '../actions/workflow-files.js';
import { dispatchRepository, dispatchWorkflow } from '../acts/dispatch.js';
import { notFound, unprocessable } from '../api-error.js';
import { reads, readsNonPublic, writes } from '../auth/required-permission.js';
import { resolveCommit } from '../git/refs.js';
import { noContent, ok } from '../http/message.js';
import { countedPage } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import { fullName } from '../state.js';
import { runJson } from './workflow-runs.js';

/** Since this API version a dispatch returns its run. */
const returnsRunSince = '2026-03-10';

function workflowJson({ world, repository }: RepositoryCall, workflow: WorkflowFile) {
  const html = `${world.urls.html}/${fullName(repository)}`;
  const file = workflow.path.split('/').at(-1);
  return {
    id: workflow.id,
    node_id: `W_${workflow.id}`,
    name: workflow.name,
    path: workflow.path,
    state: 'active',
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    url: `${world.urls.api}/repos/${fullName(repository)}/actions/workflows/${workflow.id}`,
    html_url: `${html}/blob/${repository.defaultBranch}/${workflow.path}`,
    badge_url: `${html}/actions/workflows/${file}/badge.svg`,
  };
}

async function workflowOf({ world, repository, params }: RepositoryCall, at?: string): Promise<WorkflowFile> {
  const named = params.workflow_id ?? '';
  const workflow = await findWorkflow(world, { repository, named, ...(at === undefined ? {} : { at }) });
  if (workflow === null) throw notFound();
  return workflow;
}

const dispatch = z.object({
  ref: z.string(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  return_run_details: z.boolean().default(false),
});

async function dispatchByHand(call: RepositoryAct) {
  const { ref, inputs, return_run_details: wantsRun } = readBody(call, dispatch);
  // 404 if the default branch does not have it; the version at `ref` is the one that runs.
  await workflowOf(call);
  const sha = await resolveCommit(call.repository.gitDir, ref);
  if (sha === null) throw unprocessable(`No ref found for: ${ref}`);
  const workflow = await workflowOf(call, sha);
  const declaredInputs = dispatchInputs(workflow.source);
  if (declaredInputs === null) throw unprocessable("Workflow does not have 'workflow_dispatch' trigger");
  if (Object.keys(inputs).length > 25)
    throw unprocessable('You may only define up to 25 `inputs` for a `workflow_dispatch` event');
  const { repository, world } = call;
  const run = await dispatchWorkflow(call, {
    repository,
    workflow,
    ref,
    sha,
    inputs: resolveInputs(declaredInputs, inputs),
  });
  if (!wantsRun && String(call.headers['x-github-api-version'] ?? '') < returnsRunSince) return noContent();
  const { id: workflow_run_id, url: run_url, html_url } = runJson(world.urls, run);
  return ok({ workflow_run_id, run_url, html_url });
}

const custom = z.object({ event_type: z.string(), client_payload: z.record(z.string(), z.unknown()).default({}) });

function dispatchCustom(call: RepositoryAct) {
  const { event_type: type, client_payload: payload } = readBody(call, custom);
  if (type.length > 100) throw unprocessable('event_type is too long (maximum is 100 characters)');
  if (Object.keys(payload).length > 10)
    throw unprocessable('No more than 10 properties are allowed in client_payload.');
  dispatchRepository(call, { repository: call.repository, type, payload });
  return noContent();
}

export const workflowRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/actions/workflows',
    { operation: 'actions/list-repo-workflows', need: reads('actions') },
    async (call) => {
      const items = await listWorkflows(call.world, { repository: call.repository });
      return countedPage(call, { name: 'workflows', items, show: (one) => workflowJson(call, one) });
    },
  ),
  repositoryRoute(
    'GET …/actions/workflows/{workflow_id}',
    { operation: 'actions/get-workflow', need: reads('actions') },
    async (call) => ok(workflowJson(call, await workflowOf(call))),
  ),
  repositoryAct(
    'POST …/actions/workflows/{workflow_id}/dispatches',
    {
      operation: 'actions/create-workflow-dispatch',
      need: writes({ role: 'write' }, 'actions'),
      hasContentRateLimit: false,
    },
    dispatchByHand,
  ),
  repositoryAct(
    'POST …/dispatches',
    {
      operation: 'repos/create-dispatch-event',
      need: writes({ role: 'write' }, 'contents'),
      hasContentRateLimit: false,
    },
    dispatchCustom,
  ),
  repositoryRoute(
    'GET …/actions/permissions',
    {
      operation: 'actions/get-github-actions-permissions-repository',
      need: readsNonPublic({ role: 'admin' }, 'administration'),
    },
    ({ repository }) =>
      ok({ enabled: repository.actions.enabled, allowed_actions: 'all', sha_pinning_required: false }),
  ),
  repositoryRoute(
    'GET …/actions/permissions/workflow',
    {
      operation: 'actions/get-github-actions-default-workflow-permissions-repository',
      need: readsNonPublic({ role: 'admin' }, 'administration'),
    },
    ({ repository: { actions } }) =>
      ok({
        default_workflow_permissions: actions.defaultPermissions,
        can_approve_pull_request_reviews: actions.canApprovePullRequests,
      }),
  ),
];
