// The gate phase of `fix`: reads the request, chooses the target branch, and returns a refusal, a question or an order for the work phase.
// It costs nothing: no model is called.

import { filesOfRole } from '../../agent/load-role.js';
import { type Role, readRole } from '../../agent/role.js';
import { questionId } from '../../agent/tool.js';
import type { Command } from '../../commands/index.js';
import type { Outcome, Request, RunHistory } from '../../ports/run.js';
import type { GateContext, GateOrder, GitHubReader } from '../../ports/workflow.js';
import { requestText } from './rules/brief.js';
import { applyJob, type Job, limitsOf, newJob, orderFromCommand, refuseOtherCommit, retryJob } from './rules/job.js';
import { refusalOrQuestion } from './rules/questions.js';
import { isEmptyReview } from './rules/review.js';
import type { Target } from './rules/target.js';
import { type Refusal, startDecision } from './rules/workable.js';
import { readSubject, type Subject } from './subject.js';
import { chooseTarget, refuseTooManyPulls } from './target.js';

/** The order of a fix. The run record stores it; `work` and `publish` read it. */
export interface FixOrder {
  readonly job: Job;
  /** The branch that the change goes to. Undefined at a terminal. */
  readonly target?: Target | undefined;
  readonly title: string;
  /** The request in the requester's words. */
  readonly asked: string;
}

/** Returns the order of a fix, optionally with a question that comes first; or the outcome of a refused request. */
export async function gate(ctx: GateContext, request: Request): Promise<Outcome | GateOrder<FixOrder>> {
  const { github, settings, place } = ctx;
  const command = request.command as Command;
  const order = orderFromCommand(command, ctx.dryRun);
  const isThread = place === 'thread' && github !== undefined;
  const target = isThread
    ? await chooseTarget(ctx, github, { base: order.is === 'fix' ? order.base : undefined })
    : undefined;
  if (target && github && order.is !== 'plan' && !order.dryRun)
    await refuseTooManyPulls(github, target, settings.config.fix['max-open']);
  const issue = await readSubject(ctx, request.event, target);
  const job: Job = { ...(await jobOf(ctx, { command, issue, target, request })), by: request.by?.login };
  const id = questionId('q', ctx.run);
  // `apply` and `retry` repeat a request that was accepted before, so they ask nothing.
  const answered = job.proposal !== undefined || job.report !== undefined;
  const facts = { workflowFiles: settings.config.fix['workflow-files'], issueState: issue?.issueState, answered };
  const start = startDecision(job.task, facts);
  const idle =
    target && github && order.is !== 'apply' && order.is !== 'retry'
      ? await nothingOpen(ctx, github, { job, issue, target })
      : null;
  if (idle) return refusalOrQuestion({ is: 'refused', why: idle }, { lang: settings.lang, run: ctx.run, id, place });
  if (start.is === 'refused') return refusalOrQuestion(start, { lang: settings.lang, run: ctx.run, id, place });
  await ctx.allowance(editorLimits(job).usd);
  const ordered: FixOrder = {
    job,
    target,
    title: job.task.issue?.title ?? job.task.text,
    asked: requestText(job.task),
  };
  const asks =
    start.is === 'ask' ? refusalOrQuestion(start, { lang: settings.lang, run: ctx.run, id, place }) : undefined;
  return { order: ordered, ref: refOf(target), asks };
}

/**
 * Returns the refusal of a command without a text on crew's pull request if nothing is open there: no request, no failed check, no
 * conflict. Returns null if something is open, or if GitHub has not computed whether there is a conflict.
 */
async function nothingOpen(
  { clock }: GateContext,
  { pulls }: GitHubReader,
  { job: { task }, issue, target: { pull, base } }: { job: Job; issue: Subject | null; target: Target },
): Promise<Refusal | null> {
  const checks = issue?.checks;
  if (!pull?.isCrews || !checks || checks === 'red' || task.text !== '' || !task.review || !isEmptyReview(task.review))
    return null;
  let mergeable = (await pulls.read(pull.number))?.mergeable;
  for (let tries = 0; mergeable === null && tries < MAX_TRIES; tries += 1) {
    await clock.sleep(1000);
    mergeable = (await pulls.read(pull.number))?.mergeable;
  }
  return mergeable ? { is: 'nothing-open', pull: pull.number, base, checks } : null;
}

/** GitHub computes in the background whether a pull request conflicts. */
const MAX_TRIES = 5;

/** The ref that the work job checks out: the branch, so that later commits are included, or the commit on another person's pull request. */
const refOf = (target: Target | undefined): string | undefined =>
  target && (target.how === 'branch' ? (target.at === null ? target.base : target.branch) : target.commit);

interface JobInput {
  readonly command: Command;
  readonly issue: Subject | null;
  readonly target: Target | undefined;
  readonly request: Request;
}

/** Returns the job of the command. `apply` and `retry` take it from an earlier run and throw a UserError if there is none. */
async function jobOf(ctx: GateContext, { command, issue, target, request }: JobInput): Promise<Job> {
  const order = orderFromCommand(command, ctx.dryRun);
  if (order.is === 'fix' || order.is === 'plan')
    return newJob(order, { issue: issue?.text, review: issue?.review, target });
  const named = request.event.kind === 'typed' ? request.event.run : undefined;
  const runs = (await ctx.history.list(ctx.place === 'thread' ? ctx.issue : undefined)).filter(
    ({ workflow }) => workflow === 'fix' || (workflow === 'task' && order.is === 'apply'),
  );
  const earlier = (await Promise.all(runs.map(({ run }) => ctx.history.load(run)))).filter(
    (each): each is RunHistory => each !== null,
  );
  const { dryRun } = order;
  if (order.is === 'apply')
    return { ...refuseOtherCommit(applyJob(earlier, { hash: order.hash, place: ctx.place }), target?.commit), dryRun };
  const matching = earlier.filter(({ record }) => named === undefined || record.run === named);
  return { ...retryJob(matching, ctx.place), dryRun };
}

/** Turns, time and cost that the Editor of this job may use. */
export const editorLimits = (job: Job): Role['limits'] => limitsOf(readRole(filesOfRole('editor')), job);
