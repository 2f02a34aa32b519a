// Phases 1 and 1.5 (specs parent-session): turns the request into a plan that can run. For one of the six exceptions the program writes
// a plan with one task itself. Called by work.ts; execute.ts and secretary.ts use the type Plan.
import { withMemory } from '../../memory/services.js';
import { EndWork, UserError } from '../../ports/errors.js';
import { inLanguage } from '../../text/lang/index.js';
import { type AgentResult, runRole } from './agents/run-role.js';
import type { Build } from './build.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';
import { type Classification, classification, exceptionOf, mayBeException, personaFor } from './rules/exceptions.js';
import { needsNewPlan, promptText, verdictOf } from './rules/phases.js';
import { type PlanTask, problemsOf, problemText, readPlan } from './rules/plan.js';
import { oneLine } from './rules/result.js';
import { compareWavePlan, readWavePlan, wavePlanOf } from './rules/wave-plan.js';
import { wavesOf } from './rules/waves.js';

/** A checked plan: its tasks, and the waves in which they run. */
export interface Plan {
  readonly tasks: readonly PlanTask[];
  readonly waves: readonly (readonly PlanTask[])[];
}

/** The plan of the request. A plan that cannot run is refused with its problems before a worker starts. */
export async function decompose(build: Build): Promise<Plan> {
  const single = await exceptionTask(build);
  if (single) return { tasks: [single], waves: [[single]] };
  const { config, logFields } = build;
  const answer = await runDecomposer(build, { who: 'decomposer', plan: 'plan.md' });
  if ((await build.folder.text('plan.md')) === null) throw noPlan(build, answer);
  if (config.plan_validation) logFields.plan_validation = await validatePlan(build);
  const plan = await checkedPlan(build, 'plan.md', []);
  await checkWavePlan(build, plan);
  return plan;
}

/** Plans failed tasks again, in `plan_retry.md` with numbers after `last`. Null if that plan cannot run either. */
export async function decomposeAgain(
  build: Build,
  input: { failed: readonly PlanTask[]; succeeded: readonly PlanTask[]; last: number },
): Promise<Plan | null> {
  const { name } = build.folder;
  await runDecomposer(build, {
    who: 'decomposer-retry',
    plan: 'plan_retry.md',
    first: input.last + 1,
    earlier: input.succeeded.map(({ id }) => id),
    fields: {
      FAILED_TASKS: `[${input.failed.map(({ id }) => id).join(', ')}]`,
      READ_TASKS: input.failed.map(({ file }) => name + file).join(', '),
    },
  });
  return checkedPlan(
    build,
    'plan_retry.md',
    input.succeeded.map(({ id }) => id),
  ).catch((error) => {
    if (error instanceof UserError) return null;
    throw error;
  });
}

/** Ends the run because the decomposer wrote no plan. The requester sees its explanation. */
const noPlan = ({ ctx }: Build, explanation: string): EndWork =>
  new EndWork({ name: 'refused', says: inLanguage(ctx.settings.lang, { en, ja }).noPlan(explanation) });

interface DecomposerTask {
  /** Prefix of its steps in the journal. */
  readonly who: string;
  /** The file of the plan. */
  readonly plan: string;
  /** The lowest number of a new task. */
  readonly first?: number;
  /** Succeeded tasks of the first plan. */
  readonly earlier?: readonly number[];
  /** Further fields of the prompt. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Runs the decomposer and returns the text of its answer. It gets the problems of its plan and may correct it twice. */
async function runDecomposer(
  build: Build,
  { who, plan, first = 1, earlier = [], fields = {} }: DecomposerTask,
): Promise<string> {
  const { ctx, config, folder, environment } = build;
  const { name } = folder;
  const started = { is: 'started', key: who, role: 'decomposer', task: null, model: config.default_model } as const;
  await build.log(`${who} started`, { ...started, at: ctx.clock.now() });
  const prompt = promptText({
    instructions: config.phase_instructions.decompose,
    fields: {
      REQUEST_PATH: `${name}request.md`,
      PLAN_PATH: name + plan,
      TASKS_DIR: `${name}tasks/`,
      WAVE_PLAN_PATH: `${name}wave_plan.json`,
      FIRST_TASK: String(first),
      ...fields,
    },
  });
  let tries = 0;
  const end = await runRole(build, {
    who,
    role: build.roles('decomposer'),
    model: config.default_model,
    task: await withMemory(ctx, prompt, { who, text: build.order.request, taskKind: 'build' }),
    outputs: [plan, 'tasks/', 'wave_plan.json'],
    tree: environment.workspace,
    tasksLeft: 2,
    judge: async () => {
      tries += 1;
      const problems = await ctx.step(`${who} plan ${tries}`, () => planProblems(build, plan, earlier));
      if (problems.length === 0) return { is: 'taken' };
      // If there is no plan after two tries, its answer says why.
      if (tries === 2 && (await folder.text(plan)) === null) return { is: 'taken' };
      return tries >= 3 ? { is: 'over' } : { is: 'back', text: `The plan cannot run:\n- ${problems.join('\n- ')}` };
    },
  });
  await logFinished(build, who, end);
  const { text } = (typeof end.answer === 'object' && end.answer !== null ? end.answer : {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

async function logFinished(build: Build, key: string, { ended, error }: AgentResult): Promise<void> {
  const status = ended === 'answered' ? 'success' : ended === 'timeout' ? 'timeout' : 'failure';
  await build.log(`${key} finished`, {
    is: 'finished',
    key,
    at: build.ctx.clock.now(),
    status,
    error,
    metadata_issues: [],
  });
}

/** Problems of the table and of the tasks, at most 20 lines. */
async function planProblems(build: Build, file: string, earlier: readonly number[]): Promise<readonly string[]> {
  const { tasks, problems } = readPlan((await build.folder.text(file)) ?? '', build.config.default_model);
  const files = new Set((await build.folder.list('tasks')).map((each) => `tasks/${each}`));
  return [...problems, ...problemsOf(tasks, { files, earlier })].slice(0, 20).map(problemText);
}

/** Reads a plan; ends the run as refused if the plan has problems. */
async function checkedPlan(build: Build, file: string, earlier: readonly number[]): Promise<Plan> {
  const problems = await planProblems(build, file, earlier);
  if (problems.length > 0)
    throw new UserError({
      expected: `a plan that can run in ${file}`,
      found: problems.join('; '),
      remedy: 'Say more precisely what is wanted, or ask for less at once.',
      ends: 'refused',
    });
  const { tasks } = readPlan((await build.folder.text(file)) ?? '', build.config.default_model);
  return { tasks, waves: wavesOf(tasks) };
}

/** Uses wave_plan.json if it agrees with `Depends On`. Otherwise writes it again and logs the differences. */
async function checkWavePlan(build: Build, plan: Plan): Promise<void> {
  const given = readWavePlan((await build.folder.text('wave_plan.json')) ?? '');
  const { source, differences } = await build.ctx.step('wave plan', async () => compareWavePlan(given, plan));
  if (differences.length > 0) build.logFields.wave_plan_differences = differences;
  if (source === 'plan.md')
    await build.folder.write('wave_plan.json', `${JSON.stringify(wavePlanOf(plan.waves), null, 2)}\n`);
}

/** Phase 1.5: a reviewer judges the plan. After a rejection the decomposer plans once more. A second rejection is only recorded. */
async function validatePlan(build: Build) {
  const first = await runPlanReviewer(build, 1);
  if (!needsNewPlan(first.verdict, 1)) return { enabled: true, retry_occurred: false, ...first };
  await runDecomposer(build, {
    who: 'decomposer-2',
    plan: 'plan.md',
    fields: { FEEDBACK_PATH: `${build.folder.name}plan_review.md` },
  });
  const second = await runPlanReviewer(build, 2);
  return { enabled: true, verdict: second.verdict, retry_occurred: true, notes: first.notes };
}

/** Bytes at the end of a review that are read, because the verdict is its last line. */
const TAIL = 2000;

/** The verdict of the plan reviewer; null if it gave none. */
async function runPlanReviewer(build: Build, round: number) {
  const { ctx, folder, environment } = build;
  const { name } = folder;
  const who = round === 1 ? 'plan-reviewer' : `plan-reviewer-${round}`;
  const started = { is: 'started', key: who, role: 'worker_reviewer', task: null, model: 'haiku' } as const;
  await build.log(`${who} started`, { ...started, at: ctx.clock.now() });
  const end = await runRole(build, {
    who,
    role: build.roles('plan-reviewer'),
    model: 'haiku',
    turns: 10,
    task: promptText({
      fields: { REQUEST_PATH: `${name}request.md`, PLAN_PATH: `${name}plan.md` },
      outputs: [`${name}plan_review.md`],
    }),
    outputs: ['plan_review.md'],
    tree: environment.workspace,
    tasksLeft: 2,
  });
  await logFinished(build, who, end);
  const found = verdictOf((await folder.tail('plan_review.md', TAIL)) ?? '');
  return found ?? { verdict: null, notes: end.error ?? 'no verdict' };
}

/** The single task of a request that is one of the six exceptions; null if the request has to be decomposed. */
async function exceptionTask(build: Build): Promise<PlanTask | null> {
  const { ctx, order, environment, folder } = build;
  if (!mayBeException(order.request)) return null;
  const end = await runRole(build, {
    who: 'request-classifier',
    role: { ...build.roles('request-classifier'), answer: classification },
    model: 'haiku',
    task: `${order.request}\n`,
    outputs: [],
    tree: environment.workspace,
    // A small share of the budget.
    tasksLeft: 20,
  });
  const answer = classification.safeParse(end.answer);
  if (!answer.success) return null;
  const kind = await ctx.step('exception', async () =>
    exceptionOf(answer.data, { text: await fileText(build, answer.data) }),
  );
  if (!kind) return null;
  const { file } = answer.data;
  const task: PlanTask = {
    id: 1,
    title: oneLine(order.request),
    file: 'tasks/task_1.md',
    dependsOn: [],
    persona: personaFor(kind),
    model: 'haiku',
    writes: file === undefined ? [] : [file],
  };
  await folder.write(task.file, taskText(order.request, answer.data));
  await folder.write('wave_plan.json', `${JSON.stringify(wavePlanOf([[task]]), null, 2)}\n`);
  return task;
}

/** The text of the file that the request is about; null if it does not exist or is binary. */
async function fileText({ environment }: Build, { file }: Classification): Promise<string | null> {
  const bytes = file === undefined ? null : await environment.workspace.read(file).catch(() => null);
  return bytes === null || bytes.includes(0) ? null : Buffer.from(bytes).toString('utf8');
}

/** The task file of an exception. */
function taskText(request: string, { file, before, after }: Classification): string {
  const where = file === undefined ? [] : ['', `File: ${file}`];
  const what =
    before === undefined ? [] : ['', 'Replace', '', '```', before, '```', '', 'with', '', '```', after ?? '', '```'];
  return ['# Task 1', '', request.trim(), ...where, ...what, ''].join('\n');
}
