// fix: changes the code, and proves it.
//
//   a person types   /crew fix … · /crew plan … · /crew apply HASH · /crew retry
//   they see         what it may cost, every turn, every check; at the end what changed, why, and how it was verified
//   it stops         when the change is proven, a person is needed, nothing more can be tried, or what it may spend is spent
//
// The Editor works in one conversation, its answers go through the debug loop (workflows/fix-loop), and Scouts look for it where it asks
// (workflows/fix-scouts). No sentence of a model decides anything: verdicts are the Verifier's, and the rest is counting.
import { Ends } from '../../agent/ended.js';
import { questionId } from '../../agent/question-id.js';
import { type Ended, runAgent } from '../../agent/run.js';
import type { Outcome } from '../../core/outcome.js';
import { replyTo } from '../../core/reply.js';
import { answerTo, isCancelled } from '../../core/word.js';
import type { Ctx, Input, Workflow } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { Workshop } from '../../ports.js';
import { Unproven } from '../../verify/prove/index.js';
import { stoppedAfter } from '../../verify/runs-tree.js';
import { CalledOff } from '../../verify/verifier.js';
import { issueFrom, type SeenIssue } from '../fix-issue/index.js';
import { judge, keepContext } from '../fix-loop/index.js';
import { aimAgain, jobAgain, laid, lay } from '../fix-rounds/index.js';
import { askForPlan, askScout, slicedBy } from '../fix-scouts/index.js';
import { allot, openSite, settleUp } from '../fix-site/index.js';
import { aim, begin, handIn, isRevoked, lost, type Ordered, type Target } from '../fix-thread/index.js';
import { type EditorAnswer, editorAnswer } from './answers.js';
import { conditionIn } from './condition.js';
import type { ContextWhy } from './context-file.js';
import { brokenOff, endOf, notNow, planOf, recordsOf } from './end.js';
import { appliedOn, applyOf, type Earlier, type Job, newJob, type Proposal, retryOf } from './job.js';
import { observe } from './observe.js';
import { orderOf } from './order.js';
import { scopeGate } from './scope.js';
import { type Site, surroundingsOf } from './site.js';
import { type ApprovedPlan, appliedText, askedText, briefText, PLAN_QUESTION } from './task-text.js';
import { toolsOf } from './tools/index.js';
import * as words from './words.js';
import { workable } from './workable.js';

export const fix: Workflow = {
  name: 'fix',
  story: 1,
  needs: ['model', 'workspace'],
  claims: true,
  async tell(ctx, input) {
    const { run, known } = ctx;
    const place = input.event.kind === 'typed' ? 'terminal' : 'thread';
    if (place === 'thread' && ctx.hub && !ctx.aftermath && !input.follows)
      await ctx.apply(replyTo(input.event, input.asked, null));
    const target = place === 'thread' ? await run.step('target', () => targetOf(ctx, input)) : undefined;
    // One more round is about what the first one was about.
    const issue = await run.step('issue', async () => (input.follows ? null : issueFrom(ctx, input, target)));
    const job = await run.step('job', async () => ({
      ...(await jobOf(ctx, { input, issue, target })),
      by: 'actor' in input.event ? input.event.actor.login : undefined,
    }));
    const id = questionId('q', run.id);
    const answer = answerTo(run.words(), id);
    const facts = { workflowFiles: known.config.fix['workflow-files'], standing: issue?.standing };
    // What somebody has answered, or what was begun before, is clear enough.
    const isAsked =
      answer !== undefined || job.proposal !== undefined || job.report !== undefined || input.follows !== undefined;
    const fit = workable(job.task, { ...facts, answered: isAsked });
    const over = (left: Outcome) =>
      ctx.hub && target ? handIn(ctx, input, { left, ordered: orderedBy(job, target) }) : left;
    if (fit.is !== 'go') return over(notNow(fit, { ctx, id, place }));
    if (ctx.left || ctx.aftermath) {
      await settleUp(ctx, job);
      return over(ctx.left ?? lost(ctx));
    }
    // The first part of the story is told where somebody asked, the next one where there is a tree.
    if (place === 'thread' && !ctx.workshop) {
      if (isCancelled(run.words())) return over({ name: 'cancelled' });
      // It may have waited for its turn for long, and nothing of theirs may reach a model who were sent away meanwhile.
      const isGone = await run.look(`revoked before ${run.words().length}`, () => isRevoked(ctx, input));
      if (isGone) return over({ name: 'refused', says: ctx.say.fix.thread.revoked });
      await allot(ctx, job);
      await begin(ctx, input);
      return { next: 'work' };
    }
    const shop = await workshopOf(ctx);
    try {
      return await work({
        ctx,
        shop,
        place,
        job: { ...job, task: { ...job.task, answer: answer ?? job.task.answer } },
      });
    } finally {
      await shop.close();
    }
  },
};

/** Where it aims, looked up where somebody asked. */
async function targetOf(ctx: Ctx, input: Input): Promise<Target> {
  if (!ctx.hub) throw new Error('nobody looked up what is aimed at');
  if (input.follows) return aimAgain(ctx, ctx.hub, input.follows);
  const order = orderOf(input, ctx.dryRun);
  return aim(ctx, ctx.hub, { base: order.is === 'fix' ? order.base : undefined });
}

/** What is handed in later, by name. */
const orderedBy = ({ task }: Job, target: Target): Ordered => ({
  title: task.issue?.title ?? task.text,
  asked: askedText(task),
  target,
  // What was remarked is answered once, by the round that hands the first commit in.
  threads: task.news?.why === 'ci' ? [] : (task.review?.remarks ?? []),
});

/** From the tree as it is to the outcome. */
async function work(of: Pick<Site, 'ctx' | 'shop' | 'job' | 'place'>): Promise<Outcome> {
  const copy = of.job.dryRun ? of.shop.copy() : undefined;
  try {
    const site = await openSite({ ...of, copy });
    return await workAt(site).finally(site.allowance.settle);
  } finally {
    await copy?.close();
  }
}

async function workAt(site: Site): Promise<Outcome> {
  const { job } = site;
  try {
    // The bytes of a dry run, shown once more: nothing is written, and nobody is asked.
    if (job.proposal && job.dryRun) return shownAgain(site, job.proposal);
    const plan = job.plans ? await approvedPlan(site) : undefined;
    if (plan && 'name' in plan) return plan;
    if (!job.dryRun) await prepare(site);
    const ended = job.proposal
      ? await applied(site, job.proposal, plan)
      : await edit(site, { plan, ...(await laid(site)) });
    return await conclude(site, ended);
  } catch (error) {
    if (error instanceof Unproven) site.course.saw(error.record);
    if (error instanceof Unproven || error instanceof CalledOff) await stopped(site);
    const outcome = brokenOff(site, error);
    if (outcome) return outcome;
    throw error;
  }
}

function shownAgain(site: Site, { diff, answer }: Proposal): Outcome {
  site.course.take(answer, { ...diff, calls: 0 });
  return endOf(site, { ended: 'answered', answer, ...FREE });
}

/** What was whole before is known before anything is touched. */
async function prepare(site: Site): Promise<void> {
  site.ctx.show({ kind: 'part', name: 'baseline' });
  const record = await site.prover.baseline();
  if (record.steps.length > 0) site.course.saw(record);
  await keepContext(site, 'start');
}

/** The Editor's one conversation; its answers are judged by the debug loop. */
async function edit(site: Site, { plan, applied }: { plan?: ApprovedPlan | undefined; applied?: string }) {
  const { ctx, shop, job, course, roles, models, model, allowance, map } = site;
  const baseline = job.dryRun ? undefined : await site.prover.baseline();
  const { scope, dryRun, task, report } = job;
  ctx.show({ kind: 'part', name: 'editor' });
  const broken: unknown[] = [];
  const ended = await runAgent<EditorAnswer>({
    ...{ role: roles.editor, models, model, run: ctx.run, budget: allowance.purse, answer: editorAnswer },
    task: briefText({ task, map, scope, baseline, plan, report, applied, isDryRun: dryRun, lang: ctx.known.lang }),
    tools: toolsOf(site, (question) => askScout(site, question)),
    at: {
      ...surroundingsOf(site),
      gate: scopeGate(shop.gate, {
        root: shop.workspace.root,
        of: () => ({ scope, slices: course.slices.flatMap(({ paths }) => paths), files: course.sliced }),
      }),
    },
    // What breaks off the judgement ends the conversation, so that what it has cost is known.
    judge: (answer) => judge(site, answer).catch(endsWith(broken)),
    observe: (call) => observe(site, call),
    aside: () => asideOf(site),
    hear: ctx.show,
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

/** The exact bytes of a dry run, without a model; only where they are not accepted, the Editor goes on from them. */
async function applied(
  site: Site,
  { diff, answer }: Proposal,
  plan: ApprovedPlan | undefined,
): Promise<Ended<EditorAnswer>> {
  await lay(site, diff);
  try {
    const judged = await judge(site, answer);
    if (judged.is === 'back') return await edit(site, { plan, applied: appliedText(judged.text) });
    return { ended: 'answered', answer, ...FREE };
  } catch (error) {
    if (error instanceof Ends) return { ...error.end, ...FREE };
    throw error;
  }
}

const FREE = { spent: { usd: 0, usage: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 }, ms: 0 }, turns: 0 } as const;

const CONTEXT_AT: { readonly [Name in Outcome['name']]?: ContextWhy } = {
  done: 'success',
  stuck: 'stuck',
  partial: 'partial',
  awaiting: 'awaiting',
};

/** The tree as the run leaves it: by this it is known again when the run goes on. */
async function stopped({ ctx, course, tree }: Site): Promise<void> {
  course.last = await tree.snapshot(stoppedAfter(ctx.run.words().length));
}

/** Whatever it came to: what is in the tree is written down, and what a person may want to look at stays. */
async function conclude(site: Site, ended: Ended<EditorAnswer>): Promise<Outcome> {
  const { ctx, job, course, shop, tree } = site;
  if (ended.ended !== 'answered') await stopped(site);
  const outcome = endOf(site, ended);
  const why = CONTEXT_AT[outcome.name];
  if (why && !job.dryRun) await keepContext(site, why);
  if (outcome.name === 'stuck')
    await ctx.run.step('evidence kept', async () => {
      for (const { run_id } of recordsOf(site).verifications) await shop.bench.keep(run_id);
    });
  // Written down together with the end: whoever ends it, ends it with the change in the tree.
  await ctx.run.look('left', async () => {
    await tree.ready();
    return course.last?.sha256 ?? null;
  });
  return outcome;
}

/** Scout A's plan, once a person has approved it; until then, and where they do not, how the run ends. */
async function approvedPlan(site: Site): Promise<ApprovedPlan | Outcome> {
  const { ctx, course } = site;
  const ended = await askForPlan(site);
  course.used(ended.spent.usage);
  if (ended.ended !== 'answered') return endOf(site, ended);
  const id = questionId('p', ctx.run.id, 'plan');
  const said = answerTo(ctx.run.words(), id);
  if (said === undefined) return planOf(site, ended.answer, id);
  if (!said.startsWith('approved')) {
    course.rejected = said.replace(/^rejected:? ?/, '');
    return endOf(site, { ended: 'cancelled', why: 'cancelled', ...FREE });
  }
  course.slices.push(...ended.answer.slices);
  course.sliced.push(...(await ctx.run.look('sliced by the plan', () => slicedBy(site, ended.answer))));
  course.payloads.push({ who: 'A', question: PLAN_QUESTION, answer: ended.answer });
  return { ...ended.answer, condition: conditionIn(said) };
}

/** What is to be done; where it goes on from an earlier run, by that run's journal. */
async function jobOf(
  ctx: Ctx,
  { input, issue, target }: { input: Input; issue: SeenIssue | null; target: Target | undefined },
): Promise<Job> {
  if (input.follows && ctx.hub) return jobAgain(ctx, ctx.hub, input.follows);
  const order = orderOf(input, ctx.dryRun);
  if (order.is === 'fix' || order.is === 'plan')
    return newJob(order, { issue: issue?.text, review: issue?.review, target });
  const named = input.event.kind === 'typed' ? input.event.run : undefined;
  const earlier: Earlier[] = [];
  for (const { run, workflow } of await ctx.runs(ctx.issue)) {
    const journal = workflow === fix.name ? await ctx.recall(run) : null;
    if (journal) earlier.push({ run, journal });
  }
  const { dryRun } = order;
  if (order.is === 'apply') return { ...appliedOn(applyOf(earlier, order.hash), target?.commit), dryRun };
  return { ...retryOf(earlier.filter(({ run }) => named === undefined || run === named)), dryRun };
}

async function workshopOf({ workshop, run }: Ctx): Promise<Workshop> {
  if (workshop)
    return workshop().catch((error: unknown) => Promise.reject(run.words().length > 0 ? later(error) : error));
  throw new UserError({
    expected: 'a clone to work in',
    found: 'none',
    remedy: 'Go to one, or name it with --root DIR.',
    ends: 'refused',
  });
}

/** What cannot be gone on with now, because somebody is in the tree or walls are missing, can be later: nothing of it is given up. */
const later = (error: unknown): unknown =>
  error instanceof UserError && error.ends === 'refused'
    ? new UserError({ ...error, ends: 'infra_error' }, { cause: error })
    : error;
