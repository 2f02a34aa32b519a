// Creates the runs that an event, a dispatch or a rerun starts. Used by the entry of the runner.

import { setMaxListeners } from 'node:events';
import { dispatchInputs } from '../decide/dispatch-inputs.js';
import type { FinishedJobs } from '../decide/finished-jobs.js';
import { matchesEvent } from '../decide/matches-event.js';
import { type EventPlace, isUntrusted, placeOfEvent } from '../decide/place-of-event.js';
import { textFor } from '../expressions/data.js';
import { resolve } from '../expressions/resolve.js';
import type { RunnerHost } from '../host.js';
import { at, isObject, type JsonObject, sentenceOf, textAt } from '../json.js';
import type { Run, RunnerEvent } from '../model.js';
import { parseWorkflow } from '../parse/parse-workflow.js';
import type { Workflow } from '../parse/workflow.js';
import type { LiveRun, WorkflowScope } from './live-run.js';
import type { Machine } from './machine.js';
import { planWorkflow } from './plan-workflow.js';

interface BeginOrder {
  machine: Machine;
  event: RunnerEvent;
  place: StartedWorkflows['place'];
  workflow: Workflow;
  id: number;
  number: number;
  /** Set for a rerun. */
  again?: RerunInfo | undefined;
}

/** A rerun of a completed run. */
export interface RerunInfo {
  attempt: number;
  /** Who requested it. */
  by: string;
  finishedJobs: FinishedJobs;
}

/** Creates the record of a run and its shared state. Starts nothing; execute-run.ts ends a run with problems as `startup_failure`. */
export async function beginRun(order: BeginOrder): Promise<WorkflowScope> {
  const { machine, event, place, workflow } = order;
  const { host } = machine;
  const run = recordOf(order);
  const untrusted = isUntrusted(event);
  const live: LiveRun = {
    run,
    event,
    place,
    github: githubContext({ run, event, place, urls: host.urls }),
    vars: await host.variables(run.repo),
    finishedJobs: order.again?.finishedJobs ?? new Map(),
    cancel: new AbortController(),
    force: new AbortController(),
    jobs: new Set(),
    publish: () => host.update(structuredClone(run)),
  };
  const source = { kind: 'commit', repo: run.repo, ref: place.ref, sha: place.sha } as const;
  // Every job of the run has listeners, which are removed when the job ends.
  setMaxListeners(0, live.cancel.signal, live.force.signal);
  const { problems } = run;
  const plan = await planWorkflow({
    machine,
    workflow,
    source,
    callerPermissions: undefined,
    untrusted,
    depth: 0,
    problems,
  });
  const inputs = inputsOf(order);
  nameRun({ live, workflow, inputs });
  const secrets = untrusted ? {} : await host.secrets(run.repo);
  live.publish();
  return { live, plan, prefix: '', inputs, secrets, cancelled: live.cancel.signal };
}

function recordOf({ machine, event, place, workflow, id, number, again }: BeginOrder): Run {
  return {
    id,
    number,
    attempt: again?.attempt ?? 1,
    repo: event.repo,
    workflow: workflow.name,
    path: workflow.path,
    title: titleOf(event, workflow.name),
    event: event.name,
    actor: event.actor,
    triggeringActor: again?.by ?? event.actor,
    ref: place.ref,
    sha: place.sha,
    status: 'queued',
    conclusion: null,
    createdAt: machine.now().toISOString(),
    problems: [],
    jobs: [],
  };
}

function inputsOf({ event, workflow }: BeginOrder): JsonObject {
  if (event.name !== 'workflow_dispatch') return {};
  const given = at(event.payload, 'inputs');
  return dispatchInputs(workflow.on.workflow_dispatch ?? null, isObject(given) ? given : {}).inputs;
}

function nameRun({ live, workflow, inputs }: { live: LiveRun; workflow: Workflow; inputs: JsonObject }): void {
  const contexts = { github: live.github, inputs, vars: live.vars };
  try {
    const where = `${workflow.path}, run-name`;
    // GitHub's parser for JavaScript keeps the line break at the end of a folded block (`>-`), which YAML removes.
    const named = textFor(resolve(workflow.runName, { where, contexts, functions: {} })).trim();
    if (named !== '') live.run.title = named;
  } catch (thrown) {
    live.run.problems.push(sentenceOf(thrown));
  }
}

/** The title of a run without `run-name`. */
export function titleOf({ name, payload }: RunnerEvent, workflow: string): string {
  if (name === 'push') return textAt(payload, 'head_commit', 'message').split('\n')[0] || workflow;
  if (name === 'repository_dispatch') return textAt(payload, 'action') || workflow;
  return textAt(payload, 'issue', 'title') || textAt(payload, 'pull_request', 'title') || workflow;
}

interface GithubFacts {
  run: Run;
  event: RunnerEvent;
  place: EventPlace;
  urls: { server: string; api: string; graphql: string };
}

/** The `github` context of a run. Each job adds its token, workspace and paths. */
export function githubContext({ run, event, place, urls }: GithubFacts): JsonObject {
  const [owner = ''] = run.repo.split('/');
  const repository = at(event.payload, 'repository');
  return {
    actor: run.actor,
    actor_id: idOf(at(event.payload, 'sender', 'id')),
    api_url: urls.api,
    base_ref: place.baseRef,
    event: event.payload,
    event_name: run.event,
    graphql_url: urls.graphql,
    head_ref: place.headRef,
    ref: run.ref,
    ref_name: run.ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    ref_protected: false,
    ref_type: run.ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    repository: run.repo,
    repository_id: idOf(at(repository, 'id')),
    repository_owner: owner,
    repository_owner_id: idOf(at(repository, 'owner', 'id')),
    repositoryUrl: `${urls.server.replace(/^http/, 'git')}/${run.repo}.git`,
    retention_days: '90',
    run_attempt: String(run.attempt),
    run_id: String(run.id),
    run_number: String(run.number),
    secret_source: 'Actions',
    server_url: urls.server,
    sha: run.sha,
    triggering_actor: run.triggeringActor,
    workflow: run.workflow,
    workflow_ref: `${run.repo}/${run.path}@${run.ref}`,
    workflow_sha: run.sha,
  };
}

function idOf(id: unknown): string {
  return typeof id === 'number' || typeof id === 'string' ? String(id) : '';
}

const FOLDER = '.github/workflows';

const DISPATCHES: readonly string[] = ['workflow_dispatch', 'repository_dispatch'];

/** Whether runs of this event wait for approval by a user with write access. */
export function needsApproval({ name, byJobToken = false, payload }: RunnerEvent): boolean {
  const { action } = payload;
  return byJobToken && name === 'pull_request' && ['opened', 'synchronize', 'reopened'].includes(String(action));
}

/** The workflows that an event starts, and the commit at which they run. */
export interface StartedWorkflows {
  place: EventPlace & { sha: string };
  workflows: Workflow[];
}

/**
 * Finds the workflows that an event starts, and their commit. Undefined if the ref of the event has no commit, or if a job's token caused an
 * event that starts nothing.
 */
export async function findStartedWorkflows(
  host: RunnerHost,
  event: RunnerEvent,
): Promise<StartedWorkflows | undefined> {
  const { name, repo, byJobToken = false } = event;
  // Otherwise a workflow that comments would start itself forever.
  if (byJobToken && !DISPATCHES.includes(name) && !needsApproval(event)) return undefined;
  const place = placeOfEvent(event, await host.defaultBranch(repo));
  const sha = place.sha ?? (await host.resolve(repo, place.ref));
  if (sha === undefined) return undefined;
  const paths = (await host.list(repo, sha, FOLDER)).filter((path) => /\.ya?ml$/.test(path)).sort();
  const workflows = await Promise.all(
    paths.map(async (path) => parseWorkflow(path, (await host.read(repo, sha, path)) ?? '')),
  );
  const started = workflows.filter((workflow) => matchesEvent(workflow.on, event) || isUnreadable(workflow, event));
  return { place: { ...place, sha }, workflows: started };
}

/** A workflow file whose triggers cannot be parsed fails on push. */
function isUnreadable({ on, problems }: Workflow, { name }: RunnerEvent): boolean {
  return name === 'push' && problems.length > 0 && Object.keys(on).length === 0;
}
