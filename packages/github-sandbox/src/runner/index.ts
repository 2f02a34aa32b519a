// The Actions runner: starts runs for events and executes their jobs. Used by src/actions, which connects it to the embedded GitHub.

import { setMaxListeners } from 'node:events';
import { dirname } from 'node:path';
import { dispatchInputs } from './decide/dispatch-inputs.js';
import { finishedJobs } from './decide/finished-jobs.js';
import { workflowRunEvent } from './decide/workflow-run-event.js';
import { textOf, valueAt } from './expressions/template.js';
import type { RunEntry, RunnerHost } from './host.js';
import { type Json, type JsonObject, Refusal, sentenceOf } from './json.js';
import type { Run, RunnerEvent, StartedRun } from './model.js';
import type { Workflow } from './parse/workflow.js';
import { openResults } from './results/index.js';
import {
  beginRun,
  findStartedWorkflows,
  needsApproval,
  type RerunInfo,
  type StartedWorkflows,
} from './run/begin-run.js';
import { createConcurrencyGate } from './run/concurrency-gate.js';
import { awaitApproval, executeRun } from './run/execute-run.js';
import type { WorkflowScope } from './run/live-run.js';
import { GITHUB_TIMING, type Machine, type Timing } from './run/machine.js';

export { createArtifactStore } from './artifact-store.js';
export type { AppToken, AppTokenRequest, RunDraft, RunEntry, RunnerHost, TokenRequest } from './host.js';
export type * from './model.js';
export type { Timing } from './run/machine.js';

export interface RunnerOptions {
  host: RunnerHost;
  /** The folder in which each job gets its own subfolder; the subfolder is removed when the job ends. */
  dir: string;
  /** Folders by `owner/repo`. They replace these repositories for actions and reusable workflows, at any ref. */
  actions?: Readonly<Record<string, string>>;
  /** The node executable; default: that of this process. */
  node?: string;
  /** PATH of steps after the node folder. */
  path?: string;
  timing?: Partial<Timing>;
  now?: () => Date;
  /**
   * Gets the number of waiting entries of a concurrency group, and returns the index of the one that starts. Default: 0, the oldest. GitHub does
   * not guarantee which one starts.
   */
  nextInQueue?: (count: number) => number;
}

export interface DispatchOrder {
  repo: string;
  /** The file's name or path. */
  workflow: string;
  ref: string;
  /** The commit, if it is already known. */
  sha?: string;
  actor: string;
  inputs?: Record<string, Json>;
  /** Further payload: repository, sender. */
  payload?: JsonObject;
  /** The host's record, if it was already created. */
  entry?: RunEntry;
}

export interface RerunOrder {
  only: 'all' | 'failed';
  /** Who requested it. */
  by: string;
}

export interface Runner {
  /** Starts every workflow that an event starts, and returns the runs. */
  trigger(event: RunnerEvent): Promise<StartedRun[]>;
  /** Dispatches a workflow; invalid inputs are refused with GitHub's messages. */
  dispatch(order: DispatchOrder): Promise<StartedRun>;
  /** Starts the schedules of the default branch: all, or those of one cron line. */
  schedule(order: { repo: string; actor: string; cron?: string; payload?: JsonObject }): Promise<StartedRun[]>;
  /** Runs a completed run again with the same id and commit: all jobs, or failed ones with their dependents. */
  rerun(runId: number, order: RerunOrder): Promise<void>;
  /** Starts a run that waited for approval (`action_required`). */
  approve(runId: number): Promise<void>;
  /** Cancels a run and resolves when it has ended. Jobs and steps with `always()` continue unless `force` is set. */
  cancel(runId: number, how?: { force: boolean }): Promise<void>;
  /** Kills the processes of a run's jobs (or one job) like a machine failure; later jobs continue. */
  kill(runId: number, job?: string): void;
  runs(): Run[];
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Executes GitHub Actions workflows as local processes. Events come in; runs are reported to the host.
 *
 * Each event starts the matching workflows (run/begin-run). Reusable workflows, permissions and actions are checked before the start
 * (run/plan-workflow). A run waits for its concurrency group (run/execute-run); its jobs run when their needs have ended
 * (run/run-workflow, run/run-job), once per matrix combination (run/run-matrix), in fresh folders with their own token, step by step
 * (run/run-steps-job, run/perform-step). decide/ contains pure decisions, protocol/ the interface between steps and runner.
 */
export function createRunner(options: RunnerOptions): Runner {
  const closing = new AbortController();
  // Every job that waits or runs has a listener, which is removed when the job ends.
  setMaxListeners(0, closing.signal);
  const machine = machineOf(options, closing.signal);
  const runnerState: RunnerState = {
    machine,
    scopes: new Map(),
    starts: new Map(),
    active: new Map(),
  };

  const idle = async (): Promise<void> => {
    while (runnerState.active.size > 0) await Promise.all(runnerState.active.values());
  };

  return {
    trigger: (event) => trigger(runnerState, { event, chain: 0 }),
    dispatch: (order) => dispatch(runnerState, order),
    schedule: ({ repo, actor, cron, payload = {} }) =>
      trigger(runnerState, {
        event: { name: 'schedule', repo, actor, payload: { ...payload, schedule: cron ?? '' } },
        chain: 0,
        only: (workflow) => cron === undefined || cronsOf(workflow).includes(cron),
      }),
    rerun: (runId, order) => rerun(runnerState, runId, order),
    approve: (runId) => approve(runnerState, runId),
    async cancel(runId, { force } = { force: false }) {
      const live = runnerState.scopes.get(runId)?.live;
      if (force) live?.force.abort();
      live?.cancel.abort();
      await runnerState.active.get(runId);
    },
    kill(runId, job) {
      for (const liveJob of runnerState.scopes.get(runId)?.live.jobs ?? []) {
        if (job === undefined || liveJob.record.key === job || liveJob.record.name === job) liveJob.kill.abort();
      }
    },
    runs: () => [...runnerState.scopes.values()].map(({ live }) => structuredClone(live.run)),
    idle,
    async close() {
      closing.abort();
      for (const id of runnerState.active.keys()) runnerState.scopes.get(id)?.live.cancel.abort();
      await idle();
      await machine.results.close();
    },
  };
}

/** The runner's state: all runs, and promises of active ones. */
interface RunnerState {
  machine: Machine;
  scopes: Map<number, WorkflowScope>;
  /** How each run was started. */
  starts: Map<number, Start>;
  active: Map<number, Promise<void>>;
}

interface Trigger {
  event: RunnerEvent;
  /** How many workflow_run events preceded this one; GitHub allows three. */
  chain: number;
  /** Starts only these of the workflows. Default: all. */
  only?: (workflow: Workflow) => boolean;
}

const MAX_CHAIN_LENGTH = 3;

async function trigger(runnerState: RunnerState, { event, chain, only = () => true }: Trigger): Promise<StartedRun[]> {
  if (runnerState.machine.closing.aborted) return [];
  const started = await findStartedWorkflows(runnerState.machine.host, event);
  const runs: StartedRun[] = [];
  for (const workflow of started?.workflows.filter(only) ?? []) {
    if (started !== undefined) runs.push(await start(runnerState, { event, chain, workflow, place: started.place }));
  }
  return runs;
}

async function dispatch(
  runnerState: RunnerState,
  { repo, workflow: wanted, ref, sha, actor, inputs = {}, payload = {}, entry }: DispatchOrder,
): Promise<StartedRun> {
  const full = ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
  const base = { name: 'workflow_dispatch', repo, actor, ref: full, ...(sha === undefined ? {} : { sha }) };
  const started = await findStartedWorkflows(runnerState.machine.host, { ...base, payload });
  if (started === undefined) throw new Refusal(repo, `No ref found for: ${ref}`);
  const workflow = started.workflows.find(({ path }) => path === wanted || path.endsWith(`/${wanted}`));
  if (workflow === undefined) throw new Refusal(wanted, "Workflow does not have 'workflow_dispatch' trigger");
  const { texts, problems } = dispatchInputs(workflow.on.workflow_dispatch ?? null, inputs);
  if (problems.length > 0) throw new Refusal(workflow.path, problems.join('; '));
  const event = { ...base, payload: { ...payload, inputs: texts, ref: full, workflow: workflow.path } };
  return start(runnerState, {
    event,
    chain: 0,
    workflow,
    place: started.place,
    ...(entry === undefined ? {} : { entry }),
  });
}

/** A run to start. */
interface Start {
  event: RunnerEvent;
  chain: number;
  workflow: Workflow;
  place: StartedWorkflows['place'];
  /** The host's record, if it was already created. */
  entry?: RunEntry;
  /** Set for a rerun. */
  again?: RerunInfo;
  /** Whether the run may start although its event needs approval. Default: true for a rerun, which was approved before. */
  approved?: boolean;
}

async function rerun(runnerState: RunnerState, runId: number, { only, by }: RerunOrder): Promise<void> {
  const previous = runnerState.starts.get(runId);
  const run = runnerState.scopes.get(runId)?.live.run;
  if (previous === undefined || run?.status !== 'completed' || run.conclusion === 'action_required')
    throw new Refusal(String(runId), 'This run has not ended yet');
  const again = { attempt: run.attempt + 1, by, finishedJobs: only === 'all' ? new Map() : finishedJobs(run) };
  await start(runnerState, { ...previous, entry: { id: run.id, number: run.number }, again });
}

async function approve(runnerState: RunnerState, runId: number): Promise<void> {
  const previous = runnerState.starts.get(runId);
  const run = runnerState.scopes.get(runId)?.live.run;
  if (previous === undefined || run?.conclusion !== 'action_required')
    throw new Refusal(String(runId), 'This run is not waiting for approval');
  await start(runnerState, { ...previous, entry: { id: run.id, number: run.number }, approved: true });
}

async function start(runnerState: RunnerState, input: Start): Promise<StartedRun> {
  const { event, chain, workflow, place, entry, again, approved = again !== undefined } = input;
  const { machine } = runnerState;
  const draft = { repo: event.repo, workflow, event, ref: place.ref, sha: place.sha };
  const { id, number } = entry ?? (await machine.host.enter(draft));
  const scope = await beginRun({ machine, event, place, workflow, id, number, again });
  runnerState.starts.set(id, input);
  runnerState.scopes.set(id, scope);
  const isWaiting = needsApproval(event) && !approved;
  const ended = (isWaiting ? awaitApproval(machine, scope) : executeRun(machine, scope)).then(() =>
    follow(runnerState, { scope, chain }),
  );
  runnerState.active.set(
    id,
    ended.finally(() => runnerState.active.delete(id)),
  );
  return { runId: id, path: workflow.path };
}

/** Starts workflows triggered by this run's end. Errors are shown on the run. */
async function follow(
  runnerState: RunnerState,
  { scope, chain }: { scope: WorkflowScope; chain: number },
): Promise<void> {
  const { run, event, publish } = scope.live;
  if (chain >= MAX_CHAIN_LENGTH) return;
  try {
    await trigger(runnerState, { event: workflowRunEvent(run, event), chain: chain + 1 });
  } catch (thrown) {
    run.problems.push(`workflow_run: ${sentenceOf(thrown)}`);
    publish();
  }
}

function machineOf(
  { host, dir, actions = {}, node = process.execPath, path, timing, now, nextInQueue = () => 0 }: RunnerOptions,
  closing: AbortSignal,
): Machine {
  const clock = now ?? (() => new Date());
  return {
    host,
    dir,
    node,
    path: path ?? `${dirname(node)}:/usr/local/bin:/usr/bin:/bin`,
    actions,
    timing: { ...GITHUB_TIMING, ...timing },
    gate: createConcurrencyGate(nextInQueue),
    results: openResults({ store: host.artifacts, now: clock }),
    closing,
    now: clock,
  };
}

function cronsOf({ on }: Workflow): string[] {
  const lines = on.schedule;
  return Array.isArray(lines) ? lines.map((line) => textOf(valueAt(line, 'cron'))) : [];
}
