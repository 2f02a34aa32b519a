import { dirname } from 'node:path';
import { dispatchInputs } from './decide/dispatch-inputs.js';
import { finishedJobs } from './decide/finished-jobs.js';
import { workflowRunEvent } from './decide/workflow-run-event.js';
import type { RunEntry, RunnerHost } from './host.js';
import { type Json, type JsonObject, Refusal, sentenceOf } from './json.js';
import type { Run, RunnerEvent, RunRef } from './model.js';
import { textOf, valueAt } from './parse/template.js';
import type { Workflow } from './parse/workflow.js';
import { openResults } from './results/index.js';
import { type Again, beginRun, findStarted, needsApproval, type Started } from './run/begin-run.js';
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
  /** Where jobs work; every job gets a folder of its own in it, and it is gone when the job is over. */
  dir: string;
  /** Folders that stand for `owner/repo`, for actions and reusable workflows alike, whatever ref they are named at. */
  actions?: Readonly<Record<string, string>>;
  node?: string;
  /** The PATH of steps behind the node in use. */
  path?: string;
  timing?: Partial<Timing>;
  now?: () => Date;
  /** Picks who of a concurrency group's queue comes next, by its place. GitHub does not guarantee that it is the first. */
  nextInQueue?: (waiting: number) => number;
}

export interface DispatchOrder {
  repo: string;
  /** The file's name or path. */
  workflow: string;
  ref: string;
  /** The commit, where the ref was looked up before. */
  sha?: string;
  actor: string;
  inputs?: Record<string, Json>;
  /** What belongs to the event besides: repository, sender. */
  payload?: JsonObject;
  /** Where the host has the run in its book already, because it told somebody the id. */
  entry?: RunEntry;
}

export interface RerunOrder {
  only: 'all' | 'failed';
  /** Who wants it. */
  by: string;
}

export interface Runner {
  /** Starts every workflow that the event starts, and says which. */
  trigger(event: RunnerEvent): Promise<RunRef[]>;
  /** Starts one workflow by hand; wrong inputs are refused in GitHub's words. */
  dispatch(order: DispatchOrder): Promise<RunRef>;
  /** Fires the schedules of a repository's default branch: all, or those of one cron line. */
  schedule(order: { repo: string; actor: string; cron?: string; payload?: JsonObject }): Promise<RunRef[]>;
  /** Runs a run that has ended once more, under its id and at its commit: every job, or those that did not pass with what needs them. */
  rerun(runId: number, order: RerunOrder): Promise<void>;
  /** Starts a run that waited for approval (`action_required`). */
  approve(runId: number): Promise<void>;
  /**
   * Cancels a run and resolves when it has ended. Jobs and steps whose condition still holds (`always()`) go on; `force`
   * ends them too.
   */
  cancel(runId: number, how?: { force: boolean }): Promise<void>;
  /** Ends the machines under a run's jobs (or one of them) as if their power had gone; later jobs still have their say. */
  kill(runId: number, job?: string): void;
  runs(): Run[];
  /** Resolves when nothing runs or waits any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Runs GitHub Actions workflows as real processes: events come in, runs go out to the host as plain data.
 *
 * An event finds its workflows and each becomes a run, whose calls, permissions and actions are settled before anything
 * starts (run/begin-run, run/plan-workflow). The run waits for its concurrency group (run/carry-out), then its jobs run
 * as their needs end (run/run-workflow, run/run-job), once for each combination of a matrix (run/run-leg), on fresh
 * folders with a token of their own, step by step (run/run-steps-job, run/perform-step). decide/ holds the decisions,
 * protocol/ what steps and runner exchange.
 */
export function createRunner(options: RunnerOptions): Runner {
  const closing = new AbortController();
  const machine = machineOf(options, closing.signal);
  const book: Book = {
    machine,
    scopes: new Map(),
    begun: new Map(),
    active: new Map(),
  };

  const idle = async (): Promise<void> => {
    while (book.active.size > 0) await Promise.all(book.active.values());
  };

  return {
    trigger: (event) => trigger(book, { event, chain: 0 }),
    dispatch: (order) => dispatch(book, order),
    schedule: ({ repo, actor, cron, payload = {} }) =>
      trigger(book, {
        event: { name: 'schedule', repo, actor, payload: { ...payload, schedule: cron ?? '' } },
        chain: 0,
        only: (workflow) => cron === undefined || cronsOf(workflow).includes(cron),
      }),
    rerun: (runId, order) => rerun(book, runId, order),
    approve: (runId) => approve(book, runId),
    async cancel(runId, { force } = { force: false }) {
      const live = book.scopes.get(runId)?.live;
      if (force) live?.force.abort();
      live?.cancel.abort();
      await book.active.get(runId);
    },
    kill(runId, job) {
      for (const task of book.scopes.get(runId)?.live.jobs ?? []) {
        if (job === undefined || task.record.key === job || task.record.name === job) task.kill.abort();
      }
    },
    runs: () => [...book.scopes.values()].map(({ live }) => structuredClone(live.run)),
    idle,
    async close() {
      closing.abort();
      for (const id of book.active.keys()) book.scopes.get(id)?.live.cancel.abort();
      await idle();
      await machine.results.close();
    },
  };
}

/** What the runner remembers: every run, and the promises of those that have not ended. */
interface Book {
  machine: Machine;
  scopes: Map<number, WorkflowScope>;
  /** What each began with. */
  begun: Map<number, Start>;
  active: Map<number, Promise<void>>;
}

interface Trigger {
  event: RunnerEvent;
  /** How many finished runs led here; GitHub follows three. */
  chain: number;
  only?: (workflow: Workflow) => boolean;
}

const LONGEST_CHAIN = 3;

async function trigger(book: Book, { event, chain, only = () => true }: Trigger): Promise<RunRef[]> {
  if (book.machine.closing.aborted) return [];
  const started = await findStarted(book.machine.host, event);
  const refs: RunRef[] = [];
  for (const workflow of started?.workflows.filter(only) ?? []) {
    if (started !== undefined) refs.push(await start(book, { event, chain, workflow, place: started.place }));
  }
  return refs;
}

async function dispatch(
  book: Book,
  { repo, workflow: wanted, ref, sha, actor, inputs = {}, payload = {}, entry }: DispatchOrder,
): Promise<RunRef> {
  const full = ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
  const base = { name: 'workflow_dispatch', repo, actor, ref: full, ...(sha === undefined ? {} : { sha }) };
  const started = await findStarted(book.machine.host, { ...base, payload });
  if (started === undefined) throw new Refusal(repo, `No ref found for: ${ref}`);
  const workflow = started.workflows.find(({ path }) => path === wanted || path.endsWith(`/${wanted}`));
  if (workflow === undefined) throw new Refusal(wanted, "Workflow does not have 'workflow_dispatch' trigger");
  const { texts, problems } = dispatchInputs(workflow.on.workflow_dispatch ?? null, inputs);
  if (problems.length > 0) throw new Refusal(workflow.path, problems.join('; '));
  const event = { ...base, payload: { ...payload, inputs: texts, ref: full, workflow: workflow.path } };
  return start(book, { event, chain: 0, workflow, place: started.place, ...(entry === undefined ? {} : { entry }) });
}

interface Start {
  event: RunnerEvent;
  chain: number;
  workflow: Workflow;
  place: Started['place'];
  entry?: RunEntry;
  again?: Again;
  approved?: boolean;
}

async function rerun(book: Book, runId: number, { only, by }: RerunOrder): Promise<void> {
  const begun = book.begun.get(runId);
  const run = book.scopes.get(runId)?.live.run;
  if (begun === undefined || run?.status !== 'completed' || run.conclusion === 'action_required')
    throw new Refusal(String(runId), 'This run has not ended yet');
  const again = { attempt: run.attempt + 1, by, kept: only === 'all' ? new Map() : finishedJobs(run) };
  await start(book, { ...begun, entry: { id: run.id, number: run.number }, again });
}

async function approve(book: Book, runId: number): Promise<void> {
  const begun = book.begun.get(runId);
  const run = book.scopes.get(runId)?.live.run;
  if (begun === undefined || run?.conclusion !== 'action_required')
    throw new Refusal(String(runId), 'This run is not waiting for approval');
  await start(book, { ...begun, entry: { id: run.id, number: run.number }, approved: true });
}

async function start(book: Book, begun: Start): Promise<RunRef> {
  const { event, chain, workflow, place, entry, again, approved = again !== undefined } = begun;
  const { machine } = book;
  const draft = { repo: event.repo, workflow, event, ref: place.ref, sha: place.sha };
  const { id, number } = entry ?? (await machine.host.enter(draft));
  const scope = await beginRun({ machine, event, place, workflow, id, number, again });
  book.begun.set(id, begun);
  book.scopes.set(id, scope);
  const waits = needsApproval(event) && !approved;
  const ended = (waits ? awaitApproval(machine, scope) : executeRun(machine, scope)).then(() =>
    follow(book, { scope, chain }),
  );
  book.active.set(
    id,
    ended.finally(() => book.active.delete(id)),
  );
  return { runId: id, path: workflow.path };
}

/** Starts what waits for this run to end. A fault there is shown on the run: nobody else is listening any more. */
async function follow(book: Book, { scope, chain }: { scope: WorkflowScope; chain: number }): Promise<void> {
  const { run, event, publish } = scope.live;
  if (chain >= LONGEST_CHAIN) return;
  try {
    await trigger(book, { event: workflowRunEvent(run, event), chain: chain + 1 });
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
