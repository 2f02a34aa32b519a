// Phase 2 (specs parent-session): runs the waves in order. In a wave workers run in parallel; then their changes become commits and are
// verified (they land). Called by work.ts, a second time with the plan for failed tasks; aggregate.ts and conclude.ts use the type Execution.
import { runAtMost } from '../../agent/run.js';
import type { Build } from './build.js';
import type { Plan } from './decompose.js';
import { type Landed, land } from './land.js';
import { failedDependency, skippedError, type TaskEnd } from './rules/attempts.js';
import type { LogEntry } from './rules/execution-log.js';
import type { PlanTask } from './rules/plan.js';
import {
  durationWarning,
  etaOf,
  phaseEndLine,
  type Stats,
  statsOf,
  waveEndLine,
  waveStartLine,
} from './rules/progress.js';
import { failedResult } from './rules/result.js';
import { runTask } from './task.js';

/** The state of a build after some of its waves. */
export interface Execution {
  /** How each task ended, by its number. */
  readonly ends: Map<number, TaskEnd>;
  readonly errors: Map<number, string>;
  /** The changes of all landed tasks, in order. */
  readonly landed: readonly Landed[];
  /** The last commit of the landed changes. */
  readonly commit: string;
  readonly waves: readonly (readonly PlanTask[])[];
}

/** The waves of a plan. */
export interface WavesToRun {
  readonly plan: Plan;
  /** The state before the first of these waves. */
  readonly state: Execution;
  readonly stats: Stats;
  /** Prefix for names of waves in the journal: empty, or `retry-` in the second plan. */
  readonly prefix: string;
  /** When the run started, in milliseconds. */
  readonly startedAt: number;
}

/** Runs the waves of a plan and returns the new state. Progress lines are shown at the start and end of each wave. */
export async function execute(
  build: Build,
  { plan, state: initial, stats, prefix, startedAt }: WavesToRun,
): Promise<Execution> {
  const { ctx, config, order } = build;
  await build.log(`planned ${prefix}`, ...plannedEvents(plan));
  // Recorded for the Gantt chart (rules/gantt.ts).
  await ctx.step(`waves ${prefix}`, async () => plan.waves.map((wave) => wave.map(({ id }) => `task_${id}`)));
  // The baseline runs in parallel with the workers. Its errors are reported where its result is used.
  const baseline = plan.tasks.some(({ writes }) => writes.length > 0) ? build.baseline() : Promise.resolve();
  const baselineSettled = baseline.then(
    () => undefined,
    () => undefined,
  );
  let state: Execution = { ...initial, waves: [...initial.waves, ...plan.waves] };
  try {
    for (const [n, wave] of plan.waves.entries()) {
      const line = { wave: n + 1, of: plan.waves.length, tasks: wave.length };
      const eta = etaOf(
        wave.map(({ persona }) => persona),
        { stats, maxParallel: config.max_parallel },
      );
      await build.say(waveStartLine(line, eta));
      state = await runWave(build, {
        wave,
        state,
        name: `${prefix}${n + 1}`,
        tasksLeft: tasksLeftIn(plan, state.ends),
      });
      await build.say(waveEndLine(line, wave.filter(({ id }) => state.ends.get(id) === 'success').length));
    }
  } finally {
    await baselineSettled;
  }
  await checkResults(build, plan, state);
  const succeeded = plan.tasks.filter(({ id }) => state.ends.get(id) === 'success').length;
  await build.say(phaseEndLine(succeeded, plan.tasks.length));
  const seconds = (ctx.clock.now() - startedAt) / 1000;
  const warning = durationWarning(order.cmd, seconds, config.max_cmd_duration_sec);
  if (warning) await build.say(warning);
  return state;
}

const plannedEvents = ({ tasks }: Plan) =>
  tasks.map(({ id, persona, model }) => {
    return { is: 'planned', key: `task_${id}`, role: `worker_${persona}`, task: `task_${id}`, model } as const;
  });

const tasksLeftIn = ({ tasks }: Plan, ends: ReadonlyMap<number, TaskEnd>): number =>
  tasks.filter(({ id }) => !ends.has(id)).length;

/** One wave. `name` names it in the journal. */
interface WaveToRun {
  readonly wave: readonly PlanTask[];
  readonly state: Execution;
  readonly name: string;
  readonly tasksLeft: number;
}

/** Runs the tasks of a wave that can run, lands their changes, and returns the new state. */
async function runWave(build: Build, { wave, state, name, tasksLeft }: WaveToRun): Promise<Execution> {
  const { config } = build;
  const [ends, errors] = [new Map(state.ends), new Map(state.errors)];
  const runnable: PlanTask[] = [];
  for (const task of wave) {
    const failed = failedDependency(task, ends);
    if (failed === undefined) runnable.push(task);
    else await skipTask(build, { task, error: skippedError(failed), ends, errors });
  }
  const jobs = runnable.map((task) => async () => {
    const result = await runTask(build, { task, commit: state.commit, tasksLeft });
    return { task, ...result };
  });
  const results = await runAtMost(jobs, config.max_parallel);
  for (const { task, end, error } of results) {
    ends.set(task.id, end);
    if (error !== null) errors.set(task.id, error);
  }
  const changes = results
    .flatMap(({ task, diff }) => (diff ? [{ task, diff }] : []))
    .sort((one, other) => one.task.id - other.task.id);
  if (changes.length === 0) return { ...state, ends, errors };
  const resolve = (task: PlanTask, commit: string, conflict: readonly string[]) =>
    runTask(build, { task, commit, conflict, tasksLeft });
  const landing = await land(build, { wave: name, commit: state.commit, changes, resolve });
  for (const { task: id, error } of landing.dropped) {
    ends.set(id, 'failure');
    errors.set(id, error);
    const at = build.ctx.clock.now();
    const failed = { is: 'finished', key: `task_${id}`, at, status: 'failure', error, metadata_issues: [] } as const;
    await build.log(`task_${id} dropped`, failed);
  }
  return { ...state, ends, errors, landed: [...state.landed, ...landing.landed], commit: landing.commit };
}

interface SkippedTask {
  readonly task: PlanTask;
  readonly error: string;
  readonly ends: Map<number, TaskEnd>;
  readonly errors: Map<number, string>;
}

/** Records a skipped task. It gets no result file. */
async function skipTask(build: Build, { task, error, ends, errors }: SkippedTask): Promise<void> {
  ends.set(task.id, 'skipped');
  errors.set(task.id, error);
  const finished = {
    is: 'finished',
    key: `task_${task.id}`,
    at: build.ctx.clock.now(),
    status: 'skipped',
    error,
  } as const;
  await build.log(`task_${task.id} skipped`, { ...finished, metadata_issues: [] });
}

/** Marks tasks as failed whose result is missing or no longer valid. */
async function checkResults({ folder }: Build, { tasks }: Plan, { ends, errors }: Execution): Promise<void> {
  for (const { id, persona } of tasks) {
    if (ends.get(id) !== 'success') continue;
    const file = `results/result_${id}.md`;
    const { result } = await folder.validate(file, persona);
    if (result.status === 'pass' && result.result_status === 'success') continue;
    ends.set(id, 'failure');
    errors.set(id, result.issues[0] ?? 'the result is no longer valid');
    if (!(await folder.exists(file)))
      await folder.write(file, failedResult({ task: id, error: 'the result was lost' }));
  }
}

/** Task durations of earlier builds, for the estimated time of a wave. */
export async function earlierDurations({ ctx }: Build): Promise<Stats> {
  const builds = (await ctx.history.list()).filter(({ workflow, run }) => workflow === 'build' && run !== ctx.run);
  const logs = builds.slice(0, MAX_LOGS).flatMap(({ end }) => {
    const { log } = (typeof end?.result === 'object' && end.result !== null ? end.result : {}) as {
      log?: readonly LogEntry[];
    };
    if (!Array.isArray(log)) return [];
    return [
      log.flatMap(({ role, duration_sec: seconds, status }) =>
        status === 'success' && seconds !== null ? [{ persona: role.replace(/^worker_/, ''), seconds }] : [],
      ),
    ];
  });
  return statsOf(logs);
}

/** Averages are taken over this many earlier builds. */
const MAX_LOGS = 50;
