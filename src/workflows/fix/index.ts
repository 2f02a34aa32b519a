// fix: changes the code, and proves it.
//
//   a person types   /crew fix … · /crew plan … · /crew apply HASH · /crew retry
//   they see         what it may cost, every turn, every check; at the end what changed, why, and how it was verified
//   it stops         when the change is proven, a person is needed, nothing more can be tried, or what it may spend is spent
//
// What it is about is found here; the work is told by workflows/fix-work. The Editor works in one conversation (workflows/fix-edit), its
// answers go through the debug loop (workflows/fix-loop), and Scouts look for it where it asks (workflows/fix-scouts). No sentence of a
// model decides anything: verdicts are the Verifier's, and the rest is counting.
import { questionId } from '../../agent/question-id.js';
import type { Outcome } from '../../core/outcome.js';
import { replyTo } from '../../core/reply.js';
import { answerTo, isCancelled } from '../../core/word.js';
import type { Ctx, Input, Workflow } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { Workshop } from '../../ports.js';
import type { Place } from '../../text/lang/agent/messages.js';
import { issueFrom, type SeenIssue } from './issue.js';
import { aimAgain, jobAgain } from './rounds.js';
import { allot, settleUp } from './open-site.js';
import { aim, begin, handIn, isRevoked, lost, type Ordered, type Target } from './aim.js';
import { work } from './work.js';
import { notNow } from './rules/end.js';
import { appliedOn, applyOf, type Earlier, type Job, newJob, retryOf } from './rules/job.js';
import { orderOf } from './rules/order.js';
import { askedText } from './rules/task-text.js';
import { workable } from './rules/workable.js';

export const fix: Workflow = {
  name: 'fix',
  story: 1,
  needs: ['model', 'workspace'],
  claims: true,
  async tell(ctx, input) {
    const { run, known } = ctx;
    const place = placeOf(input);
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
    // Where somebody asked, what came back from the work before is no end: whoever was to hand it in died, and the next ones will.
    if (ctx.aftermath || (ctx.left && !ctx.hub)) {
      await settleUp(ctx, job);
      return over(ctx.left ?? (await lost(ctx)));
    }
    // The first part of the story is told where somebody asked, the next one where there is a tree.
    if (place === 'thread' && !ctx.workshop) {
      if (isCancelled(run.words())) return over({ name: 'cancelled' });
      // It may have waited for its turn for long, and nothing of theirs may reach a model who were sent away meanwhile.
      const isGone = await run.look(`revoked before ${run.words().length}`, () => isRevoked(ctx, input));
      if (isGone) return over({ name: 'refused', says: sentAway(ctx, input) });
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

const placeOf = ({ event }: Input): Place => (event.kind === 'typed' ? 'terminal' : 'thread');

/** Nothing was done of what only waited. */
const sentAway = ({ run, say: { fix: says } }: Ctx, { follows }: Input): string =>
  follows || run.words().length > 0 ? says.thread.revoked : says.thread.revokedUnbegun;

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
  const place = placeOf(input);
  if (order.is === 'apply')
    return { ...appliedOn(applyOf(earlier, { hash: order.hash, place }), target?.commit), dryRun };
  const meant = earlier.filter(({ run }) => named === undefined || run === named);
  return { ...retryOf(meant, place), dryRun };
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
