// The Editor's conversation: it changes the tree and answers, and every answer goes through the debug loop (loop.ts). It ends when an
// answer is taken, when a person is needed, or when a limit is reached.
import { Ends } from '../../agent/ended.js';
import { type Ended, runAgent } from '../../agent/run.js';
import { withMemory } from '../../memory/services.js';
import { judge } from './loop.js';
import { picturesOf } from './pictures.js';
import { type EditorAnswer, editorAnswer } from './rules/answers.js';
import { recordsOf } from './rules/end.js';
import { observe } from './rules/observe.js';
import { scopeGate } from './rules/scope.js';
import { type ApprovedPlan, briefText, hypothesesText, saidIn } from './rules/task-text.js';
import * as words from './rules/words.js';
import { askScout } from './scouts.js';
import { type Site, surroundingsOf } from './site.js';
import { toolsOf } from './tools/index.js';

/** What the conversation starts from, where that is more than the task. */
export interface From {
  readonly plan?: ApprovedPlan | undefined;
  /** What is in the tree already, in words. */
  readonly applied?: string;
}

/** Lets the Editor work, until its conversation is over. */
export async function edit(site: Site, { plan, applied }: From): Promise<Ended<EditorAnswer>> {
  const { ctx, environment, job, course, roles, models, model, allowance, map, conditions } = site;
  const baseline = job.dryRun ? undefined : await site.prover.baseline();
  const { scope, dryRun, task, report } = job;
  ctx.show({ kind: 'part', name: 'editor' });
  const brief = briefText({
    conditions,
    task,
    map,
    scope,
    baseline,
    plan,
    report,
    applied,
    isDryRun: dryRun,
    lang: ctx.settings.lang,
  });
  const broken: unknown[] = [];
  const ended = await runAgent<EditorAnswer>({
    ...{ role: roles.editor, models, model, run: ctx.run, budget: allowance.budget, answer: editorAnswer },
    task: await withMemory(ctx, brief, { who: 'editor', text: saidIn(task), taskKind: 'fix' }),
    pictures: await picturesOf(task.issue?.images ?? [], environment.web),
    tools: toolsOf(site, (question) => askScout(site, question)),
    at: {
      ...surroundingsOf(site),
      gate: scopeGate(environment.gate, {
        root: environment.workspace.root,
        of: () => ({ scope, slices: course.slices.flatMap(({ paths }) => paths), files: course.sliced }),
      }),
    },
    // What breaks off the judgement ends the conversation, so that what it has cost is known.
    judge: (answer) => judge(site, answer).catch(endsWith(broken)),
    observe: (call) => observe(site, call),
    aside: () => asideOf(site),
    onProgress: ctx.show,
  });
  course.used(ended.spent.usage);
  if (broken.length > 0) throw broken[0];
  return ended;
}

/** What the Editor has to know of the tree before it goes on. */
async function asideOf({ tree }: Site): Promise<readonly { readonly name: string; readonly text: string }[]> {
  await tree.ready();
  const taken = tree.taken();
  return taken ? [{ name: `taken over ${taken.sha256}`, text: words.takenOver(taken.files) }] : [];
}

const endsWith = (broken: unknown[]) => (error: unknown) => {
  if (error instanceof Ends) throw error;
  broken.push(error);
  throw new Ends({ ended: 'cancelled', why: 'cancelled' });
};

/** A short conversation: it names hypotheses and does nothing else. */
const HYPOTHESES_TURNS = 3;

/**
 * A run that ends stuck asks the Editor once for hypotheses, unless it has named some or the twelfth verification has asked already.
 * Where it names none, the ending stays as it is.
 */
export async function askHypotheses(site: Site): Promise<void> {
  const { ctx, course, roles, models, model, allowance, job } = site;
  if (course.isStopped || (course.answer?.hypotheses ?? []).length > 0) return;
  const { editor } = roles;
  const failed = recordsOf(site).verifications.findLast(({ ref, status }) => ref !== 'baseline' && status === 'FAIL');
  const ended = await runAgent({
    ...{ role: { ...editor, tools: [], limits: { ...editor.limits, turns: HYPOTHESES_TURNS } } },
    ...{
      who: `${editor.name}.hypotheses`,
      models,
      model,
      run: ctx.run,
      budget: allowance.budget,
      answer: editorAnswer,
    },
    task: hypothesesText({
      task: job.task,
      failed,
      diff: course.last?.text,
      said: course.answer,
      lang: ctx.settings.lang,
    }),
    ...{ tools: [], at: surroundingsOf(site), onProgress: ctx.show },
  });
  course.used(ended.spent.usage);
  if (ended.ended === 'answered' && ended.answer.hypotheses.length > 0) course.hypotheses = ended.answer.hypotheses;
}
