// The work of a build: request → plan → waves of workers → one report. This program routes paths and metadata between agents;
// what their files say is read by agents only.
import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { openBudget } from '../../agent/budget.js';
import { modelsOf } from '../../agent/cost.js';
import { filesOfRole } from '../../agent/load-role.js';
import { type RoleFiles, readRole } from '../../agent/role.js';
import { questionId } from '../../agent/tool.js';
import { UserError } from '../../ports/errors.js';
import type { CheckoutDifferences, RunRepository, WorkEnvironment } from '../../ports/index.js';
import { ownFile } from '../../ports/own-file.js';
import type { Outcome } from '../../ports/run.js';
import type { WorkContext, WorkDiff, WorkResult } from '../../ports/workflow.js';
import { OtherBase } from '../../verify/run-tree.js';
import { CalledOff, verifierOn } from '../../verify/verifier.js';
import type { Learning } from '../retrospect/learning.js';
import type { PhaseEnd } from '../retrospect/phase.js';
import type { Learned } from '../retrospect/rules/learned.js';
import { aggregate, type Summary } from './aggregate.js';
import { decompose, decomposeAgain, type Plan } from './decompose.js';
import { type Execution, execute } from './execute.js';
import { openWorkFolder } from './folder.js';
import { baselineOf } from './land.js';
import { buildMessages } from './messages.js';
import { phaseFour } from './retrospect.js';
import { failedTasks, failureSummary, isHalfLost, overallStatus } from './rules/attempts.js';
import { type BuildEstimate, estimateOf } from './rules/estimate.js';
import { type ExecutionLog, entriesOf, type LogEntry, type LogEvent, logText } from './rules/execution-log.js';
import { aggregates, instructed } from './rules/phases.js';
import type { PlanTask } from './rules/plan.js';
import { type Stats, statsOf } from './rules/progress.js';
import { writtenFiles } from './rules/restore.js';
import { isDelegated, secretaryWaves } from './secretary.js';
import { type BuildOrder, type Site, Stops } from './site.js';

export interface BuildTask extends Pick<PlanTask, 'id' | 'title' | 'persona' | 'model' | 'dependsOn'> {
  readonly wave: number;
  readonly status: string;
  readonly error?: string | undefined;
}

/** The document of a build, as `crew show` prints it. */
export interface BuildDocument {
  readonly cmd_id: string;
  readonly status: 'success' | 'partial' | 'failure';
  readonly tasks: readonly BuildTask[];
  readonly failed_tasks: readonly number[];
  readonly estimate: BuildEstimate | null;
  /** `report_summary.md`. */
  readonly summary: string;
  readonly log: readonly LogEntry[];
  /** Of phase 4; `publish` puts the list for approval in its place. */
  readonly learned?: Learned | undefined;
}

const ROLES = [
  ...['decomposer', 'plan-reviewer', 'aggregator', 'secretary', 'request-classifier', 'editor'],
  ...['retrospector', 'lp-flush'],
  ...['worker-researcher', 'worker-writer', 'worker-coder', 'worker-reviewer'],
];

/** Without `learning`, phase 4 knows of no earlier run. */
export async function work(ctx: WorkContext, order: BuildOrder, learning: Learning | null = null): Promise<WorkResult> {
  const environment = await ctx.environment();
  let repository: RunRepository | undefined;
  try {
    const { base, apart } = await begin(ctx, environment);
    repository = await environment.repository(base);
    const site = await openSite(ctx, { order, environment, base, repository });
    return await build(site, apart, learning);
  } catch (error) {
    return { outcome: brokenOff(error), spent: { usd: 0, tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } } };
  } finally {
    await repository?.close();
    await environment.close();
  }
}

function brokenOff(error: unknown): Outcome {
  if (error instanceof Stops) return error.outcome;
  if (error instanceof CalledOff) return { name: 'cancelled' };
  throw error;
}

/** The commit that the run begins from: the same one in every process of the run. */
async function begin(
  ctx: WorkContext,
  environment: WorkEnvironment,
): Promise<{ base: string; apart: CheckoutDifferences }> {
  const began = await ctx.step('base', async () => {
    const base = await environment.below.head();
    if (base === null) throw refused('a git repository with a commit', 'none', 'Commit what there is.');
    await environment.below.hide(['.crew/']);
    const { changed, apart } = await environment.below.changedBefore(base);
    if (changed.length > 0)
      throw refused(
        'a tree without changes of yours',
        `changes in ${changed.slice(0, 3).join(', ')}`,
        'Commit or stash them, then ask again.',
      );
    return { base, apart };
  });
  const head = await environment.below.head();
  if (head !== began.base) throw new OtherBase(began.base, head);
  return began;
}

const refused = (expected: string, found: string, remedy: string): UserError =>
  new UserError({ expected, found, remedy, ends: 'refused' });

interface Opening extends Pick<Site, 'order' | 'environment' | 'base' | 'repository'> {}

async function openSite(ctx: WorkContext, { order, environment, base, repository }: Opening): Promise<Site> {
  const { config } = ctx.settings;
  const before = new Set(ctx.steps().map(({ name }) => name));
  const startedAt = await ctx.step('started', async () => ctx.clock.now());
  const folder = await openWorkFolder(ctx.folder, order.cmd);
  const files = await ctx.step('roles', async () => Object.fromEntries(ROLES.map((name) => [name, filesOfRole(name)])));
  const head: Site['head'] = {};
  const budget = openBudget(ctx.allowed.usd);
  // What earlier processes of this run have spent.
  budget.spend(ctx.steps().reduce((sum, { spent }) => sum + (spent?.usd ?? 0), 0));
  const verifier = verifierOn({ bench: environment.bench, config, clock: ctx.clock, signal: ctx.stop, show: ctx.show });
  let writing = Promise.resolve();
  let lines = 0;
  const site: Site = {
    ...{ ctx, order, environment, base, repository, folder, before, head, config: config.build },
    files: environment.folder(folder.root),
    budget,
    models: modelsOf(config.models),
    roles: (name) => readRole((files[name] ?? filesOfRole(name)) as RoleFiles),
    verifier,
    baseline: baselineOf({ ctx, repository, verifier, base }),
    loops: { count: 0 },
    async log(name, ...events) {
      await ctx.step(`log ${name}`, async () => events);
      writing = writing.then(() => folder.write('execution_log.yaml', logText(logOf(site, startedAt, null))));
      await writing;
    },
    async say(line) {
      lines += 1;
      await ctx.step(`line ${lines}`, async () => {
        ctx.show({ kind: 'part', name: line });
        return line;
      });
    },
  };
  await restore(site);
  await folder.write('request.md', order.request);
  await folder.write('config.yaml', stringify(config.build));
  return site;
}

/** Files that agents wrote in an earlier process, where this machine does not have them. */
async function restore({ ctx, folder, before }: Site): Promise<void> {
  if (before.size === 0) return;
  for (const [file, content] of writtenFiles(ctx.steps(), folder.name))
    if (!(await folder.exists(file))) await folder.write(file, content);
}

/** The log so far, from the records of the run. */
function logOf(
  { ctx, order, base, head, config }: Site,
  started: number,
  end: Pick<ExecutionLog, 'finished' | 'status'> | null,
): ExecutionLog {
  const events = ctx
    .steps()
    .flatMap(({ name, value }) => (name.startsWith('log ') ? (value as readonly LogEvent[]) : []));
  return {
    ...{ cmd_id: order.cmd, started, base_commit: base, ...head },
    ...(end ?? { finished: null, status: 'running' }),
    plan_validation: head.plan_validation ?? { enabled: false, verdict: null, retry_occurred: false, notes: '' },
    phase_instructions: instructed(config.phase_instructions),
    tasks: entriesOf(events),
  };
}

async function build(site: Site, apart: CheckoutDifferences, learning: Learning | null): Promise<WorkResult> {
  const { ctx, repository } = site;
  const startedAt = await ctx.step('started', async () => ctx.clock.now());
  const planned = await decompose(site);
  const estimate = await estimated(site, planned);
  const plan = await assigned(site, planned);
  const stats = await ctx.step('stats', () => earlier(site));
  const nothing: Execution = { ends: new Map(), errors: new Map(), landed: [], commit: repository.base, waves: [] };
  const first = await execute(site, { plan, from: nothing, stats, label: '', startedAt });
  const { execution, tasks } = await again(site, { plan, execution: first, stats, startedAt });
  const failed = tasks.filter(({ id }) => execution.ends.get(id) !== 'success');
  const lines = failed.map(({ id, persona }) => {
    const status = execution.ends.get(id) ?? 'failure';
    return { task: id, persona, status, error: execution.errors.get(id) ?? '' };
  });
  const told = failureSummary(lines, failed.length === tasks.length ? 'manual' : 'aggregate');
  if (told) await site.say(told);
  const summary = await aggregate(site, { tasks, execution, version: version() });
  const phase4 = await phaseFour(site, { failed: summary.failed, learning });
  if (phase4.lpFlush) site.head.lp_flush = phase4.lpFlush;
  return conclude(site, { apart, execution, tasks, summary, estimate, startedAt, phase4 });
}

/** Half of the tasks or more came to nothing: those are planned and run again, once. */
async function again(
  site: Site,
  { plan, execution, stats, startedAt }: { plan: Plan; execution: Execution; stats: Stats; startedAt: number },
): Promise<{ execution: Execution; tasks: readonly PlanTask[] }> {
  const { tasks } = plan;
  if (!isHalfLost(execution.ends, tasks.length) || !aggregates(tasks.length, false)) return { execution, tasks };
  const failed = tasks.filter(({ id }) => execution.ends.get(id) !== 'success');
  const done = tasks.filter(({ id }) => execution.ends.get(id) === 'success');
  const told = failureSummary(
    failed.map(({ id, persona }) => {
      const status = execution.ends.get(id) ?? 'failure';
      return { task: id, persona, status, error: execution.errors.get(id) ?? '' };
    }),
    'redecompose',
  );
  if (told) await site.say(told);
  const last = Math.max(...tasks.map(({ id }) => id));
  const retry = await decomposeAgain(site, { failed, done, last });
  if (!retry) return { execution, tasks };
  // The new tasks take the place of those that failed.
  const ends = new Map([...execution.ends].filter(([, end]) => end === 'success'));
  const second = await execute(site, { plan: retry, from: { ...execution, ends }, stats, label: 'retry-', startedAt });
  return { execution: second, tasks: [...done, ...retry.tasks] };
}

/** What it will cost is recorded before the first worker starts; where waves gain nothing, a person decides. */
async function estimated(site: Site, { tasks, waves }: Plan): Promise<BuildEstimate> {
  const { ctx, models, roles, config } = site;
  const [editor, aggregator] = [roles('editor'), roles('aggregator')];
  const dependent = tasks.some(({ dependsOn }) => dependsOn.length > 0);
  const estimate = await ctx.step('estimate', async () =>
    estimateOf({
      ...{ tasks, models, editor, budgetUsd: ctx.allowed.usd },
      limitsOf: (persona) => ({ ...roles(`worker-${persona}`).limits, turns: config.worker_max_turns }),
      aggregator: aggregates(tasks.length, dependent) ? aggregator : undefined,
    }),
  );
  const say = buildMessages(ctx.settings.lang);
  await site.say(say.estimate(estimate));
  const isExempt = waves.length === 1 && ctx.steps().some(({ name, value }) => name === 'exception' && value !== null);
  if (!estimate.asks || isExempt) return estimate;
  const id = questionId('p', ctx.run, 'start');
  if (ctx.signals.some((each) => each.is === 'reject')) throw new Stops({ name: 'cancelled', says: say.rejected });
  const isApproved = ctx.signals.some((each) => each.is === 'approve' && each.ids.includes(id));
  if (isApproved) return estimate;
  const question = say.askToStart({ estimate, id });
  throw new Stops({ name: 'awaiting', says: question, awaits: { id, kind: 'approval', question } });
}

/** Waves by the Secretary, where it is configured; else by the program. */
async function assigned(site: Site, plan: Plan): Promise<Plan> {
  if (!isDelegated(site, 'phase2_wave_construct', plan.tasks.length)) return plan;
  const waves = await secretaryWaves(site, plan.tasks);
  return waves ? { ...plan, waves } : plan;
}

const MOST_LOGS = 50;

/** Durations of the tasks of earlier builds. */
async function earlier({ ctx }: Site): Promise<Stats> {
  const builds = (await ctx.history.list()).filter(({ workflow, run }) => workflow === 'build' && run !== ctx.run);
  const logs = builds.slice(0, MOST_LOGS).flatMap(({ end }) => {
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

const version = (): string =>
  (JSON.parse(readFileSync(ownFile('package.json'), 'utf8')) as { version: string }).version;

interface Conclusion {
  readonly apart: CheckoutDifferences;
  readonly execution: Execution;
  readonly tasks: readonly PlanTask[];
  readonly summary: Summary;
  readonly estimate: BuildEstimate;
  readonly startedAt: number;
  readonly phase4: PhaseEnd;
}

async function conclude(site: Site, of: Conclusion): Promise<WorkResult> {
  const { ctx, folder, order } = site;
  const { execution, tasks, summary, estimate, startedAt, phase4 } = of;
  const { diff, commits } = await changes(site, execution);
  if (diff && !order.dryRun) await applyTo(site, diff, of.apart);
  const own = new Map([...execution.ends].filter(([id]) => tasks.some((task) => task.id === id)));
  const ended = overallStatus(own);
  const status = phase4.broken !== undefined && ended === 'success' ? 'partial' : ended;
  const finished = await ctx.step('finished', async () => ctx.clock.now());
  const log = logOf(site, startedAt, { finished, status });
  await folder.write('execution_log.yaml', logText(log));
  const document: BuildDocument = {
    ...{ cmd_id: order.cmd, status, estimate, summary: summary.text, log: log.tasks },
    tasks: tasks.map((task) => taskOf(task, execution)),
    failed_tasks: failedTasks(own),
    ...(phase4.learned.mode !== 'none' && { learned: phase4.learned }),
  };
  const say = buildMessages(ctx.settings.lang);
  const report = say.report({ summary: summary.text, table: say.waveTable(document.tasks) });
  const says = phase4.broken === undefined ? report : `${phase4.broken}\n\n${report}`;
  const name = order.dryRun ? 'planned' : ({ success: 'done', partial: 'partial', failure: 'failed' } as const)[status];
  const spent = { usd: site.budget.spentUsd(), tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } };
  return { outcome: { name, says, result: document }, ...(diff && { diff, commits }), spent };
}

function taskOf({ id, title, persona, model, dependsOn }: PlanTask, { ends, errors, waves }: Execution): BuildTask {
  const wave = waves.findIndex((each) => each.some((task) => task.id === id)) + 1;
  const error = errors.get(id);
  return {
    id,
    title,
    persona,
    model,
    dependsOn,
    wave,
    status: ends.get(id) ?? 'pending',
    ...(error !== undefined && { error }),
  };
}

/** The whole change, and what it is after each task, all on the commit that the run began from. */
async function changes(
  { repository, base }: Site,
  { landed }: Execution,
): Promise<Pick<WorkResult, 'diff' | 'commits'>> {
  const commits = [];
  let at = repository.base;
  for (const { task, title, diff } of landed) {
    at = await repository.commit(at, diff, title);
    commits.push({ task, title, diff: { ...(await repository.diff(repository.base, at)), base } satisfies WorkDiff });
  }
  const diff = commits.at(-1)?.diff;
  return diff && diff.text !== '' ? { diff, commits } : {};
}

/** Puts the change into the tree. Where an earlier process had done so, nothing is left to do. */
async function applyTo({ environment, base }: Site, diff: WorkDiff, apart: CheckoutDifferences): Promise<void> {
  const { diff: now } = await environment.below.since(base, apart);
  if (now.sha256 !== diff.sha256) await environment.apply(diff, environment.workspace);
}
