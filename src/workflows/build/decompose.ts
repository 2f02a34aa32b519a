// Phase 1 and 1.5: the request becomes a plan that can run. Where one of the six exceptions holds, the program writes the one task.

import { withMemory } from '../../memory/services.js';
import { UserError } from '../../ports/errors.js';
import { EndWork } from '../end-work.js';
import { type AgentEnd, runRole } from './agents/run-role.js';
import { buildMessages } from './messages.js';
import { type Classification, classification, exceptionOf, mayBeException, personaFor } from './rules/exceptions.js';
import { decomposesAgain, promptText, verdictOf } from './rules/phases.js';
import { type PlanTask, problemsOf, problemText, readPlan } from './rules/plan.js';
import { oneLine } from './rules/result.js';
import { compareWavePlan, readWavePlan, wavePlanOf } from './rules/wave-plan.js';
import { wavesOf } from './rules/waves.js';
import type { Site } from './site.js';

export interface Plan {
  readonly tasks: readonly PlanTask[];
  readonly waves: readonly (readonly PlanTask[])[];
}

/** The plan of the request. Refused by name before a worker starts where it cannot run. */
export async function decompose(site: Site): Promise<Plan> {
  const exempt = await exemption(site);
  if (exempt) return { tasks: [exempt], waves: [[exempt]] };
  const { config, head } = site;
  const said = await made(site, { who: 'decomposer', plan: 'plan.md' });
  if ((await site.folder.text('plan.md')) === null) throw noPlan(site, said);
  if (config.plan_validation) head.plan_validation = await reviewed(site);
  const plan = await readFor(site, 'plan.md', []);
  await settleWaves(site, plan);
  return plan;
}

/** Plans again for tasks that came to nothing: `plan_retry.md`, with new numbers. Null where that plan cannot run either. */
export async function decomposeAgain(
  site: Site,
  of: { failed: readonly PlanTask[]; done: readonly PlanTask[]; last: number },
): Promise<Plan | null> {
  const { name } = site.folder;
  await made(site, {
    ...{ who: 'decomposer-retry', plan: 'plan_retry.md', first: of.last + 1, earlier: of.done.map(({ id }) => id) },
    fields: {
      FAILED_TASKS: `[${of.failed.map(({ id }) => id).join(', ')}]`,
      READ_TASKS: of.failed.map(({ file }) => name + file).join(', '),
    },
  });
  return readFor(
    site,
    'plan_retry.md',
    of.done.map(({ id }) => id),
  ).catch((error) => {
    if (error instanceof UserError) return null;
    throw error;
  });
}

/** A decomposer that writes no plan says why; its words reach the requester. */
const noPlan = ({ ctx }: Site, said: string): EndWork =>
  new EndWork({ name: 'refused', says: buildMessages(ctx.settings.lang).noPlan(said) });

interface Made {
  readonly who: string;
  readonly plan: string;
  readonly first?: number;
  readonly earlier?: readonly number[];
  readonly fields?: Readonly<Record<string, string>>;
}

/** Lets the decomposer work. A plan that cannot run goes back to it, with every reason. Returns what it said at its end. */
async function made(site: Site, { who, plan, first = 1, earlier = [], fields = {} }: Made): Promise<string> {
  const { ctx, config, folder, environment } = site;
  const { name } = folder;
  const key = 'decomposer';
  const started = { is: 'started', key: who, role: 'decomposer', task: null, model: config.default_model } as const;
  await site.log(`${who} started`, { ...started, at: ctx.clock.now() });
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
  const end = await runRole(site, {
    who,
    role: site.roles(key),
    model: config.default_model,
    task: await withMemory(ctx, prompt, { who, text: site.order.request, taskKind: 'build' }),
    outputs: [plan, 'tasks/', 'wave_plan.json'],
    tree: environment.workspace,
    tasksLeft: 2,
    judge: async () => {
      tries += 1;
      const problems = await ctx.step(`${who} plan ${tries}`, () => planProblems(site, plan, earlier));
      if (problems.length === 0) return { is: 'taken' };
      // Asked twice, it still writes no plan: what it says instead is its answer.
      if (tries === 2 && (await folder.text(plan)) === null) return { is: 'taken' };
      return tries >= 3 ? { is: 'over' } : { is: 'back', text: `The plan cannot run:\n- ${problems.join('\n- ')}` };
    },
  });
  await finished(site, who, end);
  const { text } = (typeof end.answer === 'object' && end.answer !== null ? end.answer : {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

async function finished(site: Site, key: string, { ended, error }: AgentEnd): Promise<void> {
  const status = ended === 'answered' ? 'success' : ended === 'timeout' ? 'timeout' : 'failure';
  await site.log(`${key} finished`, {
    is: 'finished',
    key,
    at: site.ctx.clock.now(),
    status,
    error,
    metadata_issues: [],
  });
}

async function planProblems(site: Site, file: string, earlier: readonly number[]): Promise<readonly string[]> {
  const { tasks, problems } = readPlan((await site.folder.text(file)) ?? '', site.config.default_model);
  const files = new Set((await site.folder.list('tasks')).map((each) => `tasks/${each}`));
  return [...problems, ...problemsOf(tasks, { files, earlier })].slice(0, 20).map(problemText);
}

async function readFor(site: Site, file: string, earlier: readonly number[]): Promise<Plan> {
  const problems = await planProblems(site, file, earlier);
  if (problems.length > 0)
    throw new UserError({
      expected: `a plan that can run in ${file}`,
      found: problems.join('; '),
      remedy: 'Say more precisely what is wanted, or ask for less at once.',
      ends: 'refused',
    });
  const { tasks } = readPlan((await site.folder.text(file)) ?? '', site.config.default_model);
  return { tasks, waves: wavesOf(tasks) };
}

/** wave_plan.json is used where it says what `Depends On` says; else it is written anew, and the difference stands in the log. */
async function settleWaves(site: Site, plan: Plan): Promise<void> {
  const given = readWavePlan((await site.folder.text('wave_plan.json')) ?? '');
  const { source, differences } = await site.ctx.step('wave plan', async () => compareWavePlan(given, plan));
  if (differences.length > 0) site.head.wave_plan_differences = differences;
  if (source === 'plan.md')
    await site.folder.write('wave_plan.json', `${JSON.stringify(wavePlanOf(plan.waves), null, 2)}\n`);
}

/** Phase 1.5. After one rejection the decomposer runs again with the review; the second verdict is only recorded. */
async function reviewed(site: Site) {
  const first = await review(site, 1);
  if (!decomposesAgain(first.verdict, 1)) return { enabled: true, retry_occurred: false, ...first };
  await made(site, {
    ...{ who: 'decomposer-2', plan: 'plan.md' },
    fields: { FEEDBACK_PATH: `${site.folder.name}plan_review.md` },
  });
  const second = await review(site, 2);
  return { enabled: true, verdict: second.verdict, retry_occurred: true, notes: first.notes };
}

/** The verdict line is at the end; no more of a review is read. */
const TAIL = 2000;

async function review(site: Site, round: number) {
  const { ctx, folder, environment } = site;
  const { name } = folder;
  const who = round === 1 ? 'plan-reviewer' : `plan-reviewer-${round}`;
  const started = { is: 'started', key: who, role: 'worker_reviewer', task: null, model: 'haiku' } as const;
  await site.log(`${who} started`, { ...started, at: ctx.clock.now() });
  const end = await runRole(site, {
    ...{ who, role: site.roles('plan-reviewer'), model: 'haiku', turns: 10 },
    task: promptText({
      fields: { REQUEST_PATH: `${name}request.md`, PLAN_PATH: `${name}plan.md` },
      outputs: [`${name}plan_review.md`],
    }),
    outputs: ['plan_review.md'],
    tree: environment.workspace,
    tasksLeft: 2,
  });
  await finished(site, who, end);
  const found = verdictOf((await folder.tail('plan_review.md', TAIL)) ?? '');
  return found ?? { verdict: null, notes: end.error ?? 'no verdict' };
}

/** The one task of a request that need not be decomposed; null where it is decomposed. */
async function exemption(site: Site): Promise<PlanTask | null> {
  const { ctx, order, environment, folder } = site;
  if (!mayBeException(order.request)) return null;
  const end = await runRole(site, {
    ...{
      who: 'request-classifier',
      role: { ...site.roles('request-classifier'), answer: classification },
      model: 'haiku',
    },
    task: `${order.request}\n`,
    outputs: [],
    tree: environment.workspace,
    tasksLeft: 20,
  });
  const said = classification.safeParse(end.answer);
  if (!said.success) return null;
  const kind = await ctx.step('exception', async () =>
    exceptionOf(said.data, { text: await fileText(site, said.data) }),
  );
  if (!kind) return null;
  const { file } = said.data;
  const task: PlanTask = {
    ...{ id: 1, title: oneLine(order.request), file: 'tasks/task_1.md', dependsOn: [] },
    ...{ persona: personaFor(kind), model: 'haiku', writes: file === undefined ? [] : [file] },
  };
  await folder.write(task.file, taskText(order.request, said.data));
  await folder.write('wave_plan.json', `${JSON.stringify(wavePlanOf([[task]]), null, 2)}\n`);
  return task;
}

async function fileText({ environment }: Site, { file }: Classification): Promise<string | null> {
  const bytes = file === undefined ? null : await environment.workspace.read(file).catch(() => null);
  return bytes === null || bytes.includes(0) ? null : Buffer.from(bytes).toString('utf8');
}

function taskText(request: string, { file, before, after }: Classification): string {
  const where = file === undefined ? [] : ['', `File: ${file}`];
  const what =
    before === undefined ? [] : ['', 'Replace', '', '```', before, '```', '', 'with', '', '```', after ?? '', '```'];
  return ['# Task 1', '', request.trim(), ...where, ...what, ''].join('\n');
}
