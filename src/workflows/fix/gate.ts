// The gate of `fix`: reads the request, chooses the target branch, refuses or asks before anything is spent, and orders the work.

import { filesOfRole } from '../../agent/load-role.js';
import { type Role, readRole } from '../../agent/role.js';
import { questionId } from '../../agent/tool.js';
import type { Command } from '../../commands/index.js';
import type { Outcome, Request, RunHistory } from '../../ports/run.js';
import type { GateContext, GitHubReader, Ordered } from '../../ports/workflow.js';
import { requestText } from './rules/brief.js';
import { appliedOn, applyOf, type Job, limitsOf, newJob, orderOf, retryOf } from './rules/job.js';
import { refusalOrQuestion } from './rules/questions.js';
import { isEmpty } from './rules/review.js';
import type { Target } from './rules/target.js';
import { type Refusal, workable } from './rules/workable.js';
import { readSubject, type Subject } from './subject.js';
import { chooseTarget, refuseTooManyPulls } from './target.js';

/** What `gate` hands to `work` and `publish`. */
export interface FixOrder {
  readonly job: Job;
  /** On GitHub: the branch that the change goes to. */
  readonly target?: Target | undefined;
  readonly title: string;
  /** The request in the requester's words. */
  readonly asked: string;
}

export async function gate(ctx: GateContext, request: Request): Promise<Outcome | Ordered<FixOrder>> {
  const { github, settings, place } = ctx;
  const command = request.command as Command;
  const order = orderOf(command, ctx.dryRun);
  const isThread = place === 'thread' && github !== undefined;
  const target = isThread
    ? await chooseTarget(ctx, github, { base: order.is === 'fix' ? order.base : undefined })
    : undefined;
  if (target && github && order.is !== 'plan' && !order.dryRun)
    await refuseTooManyPulls(github, target, settings.config.fix['max-open']);
  const issue = await readSubject(ctx, request.event, target);
  const job: Job = { ...(await jobOf(ctx, { command, issue, target, request })), by: request.by?.login };
  const id = questionId('q', ctx.run);
  // A proposal or a stuck report of an earlier run needs no question.
  const answered = job.proposal !== undefined || job.report !== undefined;
  const facts = { workflowFiles: settings.config.fix['workflow-files'], issueState: issue?.issueState, answered };
  const fit = workable(job.task, facts);
  const idle =
    target && github && order.is !== 'apply' && order.is !== 'retry'
      ? await nothingOpen(ctx, github, { job, issue, target })
      : null;
  if (idle) return refusalOrQuestion({ is: 'refused', why: idle }, { lang: settings.lang, run: ctx.run, id, place });
  if (fit.is === 'refused') return refusalOrQuestion(fit, { lang: settings.lang, run: ctx.run, id, place });
  await ctx.allowance(editorLimits(job).usd);
  const ordered: FixOrder = {
    job,
    target,
    title: job.task.issue?.title ?? job.task.text,
    asked: requestText(job.task),
  };
  const asks = fit.is === 'ask' ? refusalOrQuestion(fit, { lang: settings.lang, run: ctx.run, id, place }) : undefined;
  return { order: ordered, ref: refOf(target), asks };
}

/** Why a command without a text on crew's pull request starts nothing: nothing is open there. Null if something is, or may be. */
async function nothingOpen(
  { clock }: GateContext,
  { pulls }: GitHubReader,
  { job: { task }, issue, target: { pull, base } }: { job: Job; issue: Subject | null; target: Target },
): Promise<Refusal | null> {
  const checks = issue?.checks;
  if (!pull?.isCrews || !checks || checks === 'red' || task.text !== '' || !task.review || !isEmpty(task.review))
    return null;
  let mergeable = (await pulls.read(pull.number))?.mergeable;
  for (let tries = 0; mergeable === null && tries < MOST_TRIES; tries += 1) {
    await clock.sleep(1000);
    mergeable = (await pulls.read(pull.number))?.mergeable;
  }
  return mergeable ? { is: 'nothing-open', pull: pull.number, base, checks } : null;
}

/** GitHub computes in the background whether a pull request conflicts. */
const MOST_TRIES = 5;

/** The ref that the work job checks out: a branch name where there is one, so that later commits on it are included. */
const refOf = (target: Target | undefined): string | undefined =>
  target && (target.how === 'branch' ? (target.at === null ? target.base : target.branch) : target.commit);

interface About {
  readonly command: Command;
  readonly issue: Subject | null;
  readonly target: Target | undefined;
  readonly request: Request;
}

/** The job of the command. `apply` and `retry` take it from an earlier run of `fix`. */
async function jobOf(ctx: GateContext, { command, issue, target, request }: About): Promise<Job> {
  const order = orderOf(command, ctx.dryRun);
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
    return { ...appliedOn(applyOf(earlier, { hash: order.hash, place: ctx.place }), target?.commit), dryRun };
  const meant = earlier.filter(({ record }) => named === undefined || record.run === named);
  return { ...retryOf(meant, ctx.place), dryRun };
}

/** The limits of crew's own Editor. */
export const editorLimits = (job: Job): Role['limits'] => limitsOf(readRole(filesOfRole('editor')), job);
