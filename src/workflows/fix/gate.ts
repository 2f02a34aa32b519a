// The gate phase of `fix`: reads the request, chooses the target branch, and returns a refusal, a question or an order for the work phase.
// It costs nothing: no model is called. The other phases, start.ts and follow-checks.ts read its order. The workflow `task` uses it too, to
// start a fix.

import { choiceFor, estimate, modelsOf, taskSize } from '../../agent/cost.js';
import { filesOfRole } from '../../agent/load-role.js';
import { type Role, readRole } from '../../agent/role.js';
import { questionId } from '../../agent/tool.js';
import { isByCrew } from '../../changes/own-pull.js';
import type { Command } from '../../commands/index.js';
import type { Outcome, Request, RunHistory } from '../../ports/run.js';
import type { GateContext, GateOrder, GitHubReader } from '../../ports/workflow.js';
import { requestText, taskText } from './rules/brief.js';
import { applyJob, inputFromCommand, type Job, limitsOf, newJob, refuseOtherCommit, retryJob } from './rules/job.js';
import { refusalOrQuestion } from './rules/questions.js';
import { isEmptyReview } from './rules/review.js';
import { placeOf, requestUrl, roundsOf } from './rules/rounds.js';
import type { Target } from './rules/target.js';
import { decideTask, type Refusal } from './rules/workable.js';
import { readSubject, requestsNow, type Subject, undoneRequests } from './subject.js';
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
  const input = inputFromCommand(command, ctx.dryRun);
  const isThread = place === 'thread' && github !== undefined;
  const target = isThread
    ? await chooseTarget(ctx, github, { base: input.is === 'fix' ? input.base : undefined })
    : undefined;
  if (target && github && input.is !== 'plan' && !input.dryRun)
    await refuseTooManyPulls(github, target, settings.config.fix['max-open']);
  const issue = await readSubject(ctx, request.event, target);
  const job: Job = { ...(await jobFor(ctx, { command, issue, target, request })), by: request.by?.login };
  const asked = input.is === 'plan' ? ('plan' as const) : ('fix' as const);
  const where = { lang: settings.lang, run: ctx.run, id: questionId('q', ctx.run), place, command: asked };
  // `apply` and `retry` repeat a request that was accepted before.
  const isRepeated = input.is === 'apply' || input.is === 'retry';
  const refusal = target && github && !isRepeated ? await nothingOpen(ctx, github, { job, issue, target }) : null;
  if (refusal) return refusalOrQuestion({ is: 'refused', why: refusal }, where);
  const start = decideTask(job.task, {
    workflowFiles: settings.config.fix['workflow-files'],
    issueState: issue?.issueState,
    mayAsk: !isRepeated,
  });
  if (start.is === 'refused') return refusalOrQuestion(start, where);
  await ctx.allowance(editorLimits(job).usd);
  const order: FixOrder = {
    job,
    target,
    title: job.task.issue?.title ?? job.task.text,
    asked: requestText(job.task),
  };
  return {
    order,
    ref: refOf(target),
    // `apply` calls no model.
    estimateUsd: job.proposal ? undefined : await estimateOf(ctx, job),
    asks: start.is === 'ask' ? refusalOrQuestion(start, where) : undefined,
  };
}

/**
 * Returns the refusal of a command without a text on crew's pull request if nothing is open there: no request, no failed check, no
 * conflict. On a merged one only the requests count. Returns null if something is open, or if GitHub has not computed whether there is a
 * conflict.
 */
async function nothingOpen(
  { clock, history, url }: GateContext,
  github: GitHubReader,
  { job: { task }, issue, target: { pull, base, follows } }: { job: Job; issue: Subject | null; target: Target },
): Promise<Refusal | null> {
  if (follows !== undefined && !pull && task.text === '' && (await isDone(github, follows, history)))
    return { is: 'merged', pull: follows };
  const checks = issue?.checks;
  if (!pull?.isCrews || !checks || !task.review) return null;
  if (task.text !== '' || checks === 'red' || !isEmptyReview(task.review)) return null;
  const { pulls } = github;
  let mergeable = (await pulls.read(pull.number))?.mergeable;
  for (let tries = 0; mergeable === null && tries < MAX_TRIES; tries += 1) {
    await clock.sleep(1000);
    mergeable = (await pulls.read(pull.number))?.mergeable;
  }
  if (!mergeable) return null;
  const undone = await undoneRequests(github, pull.number, roundsOf(await history.ofSubject(), pull.number));
  const declined = undone.map((each) => ({ name: placeOf(each), url: requestUrl(each, pull.number, url) }));
  return { is: 'nothing-open', pull: pull.number, base, checks, declined };
}

/** Whether a merged pull request is crew's and every request of its review is answered. */
async function isDone(github: GitHubReader, number: number, history: GateContext['history']): Promise<boolean> {
  const pull = await github.pulls.read(number);
  if (!pull || !(await isByCrew(github, pull))) return false;
  return (await requestsNow(github, { pull: number, records: await history.ofSubject() })).length === 0;
}

/** GitHub computes in the background whether a pull request conflicts. */
const MAX_TRIES = 5;

/**
 * The ref that the work job checks out: crew's branch, or its base while the branch does not exist, so that later commits are included; on
 * another person's pull request the commit. Undefined at a terminal.
 */
function refOf(target: Target | undefined): string | undefined {
  if (target?.how !== 'branch') return target?.commit;
  return target.at === null ? target.base : target.branch;
}

interface JobInput {
  readonly command: Command;
  readonly issue: Subject | null;
  readonly target: Target | undefined;
  readonly request: Request;
}

/** Returns the job of the command. `apply` and `retry` take it from an earlier run and throw a UserError if there is none. */
async function jobFor(ctx: GateContext, { command, issue, target, request }: JobInput): Promise<Job> {
  const input = inputFromCommand(command, ctx.dryRun);
  if (input.is === 'fix' || input.is === 'plan')
    return newJob(input, { issue: issue?.text, review: issue?.review, target });
  const requestedRun = request.event.kind === 'typed' ? request.event.run : undefined;
  const runs = (await ctx.history.list(ctx.place === 'thread' ? ctx.issue : undefined)).filter(
    ({ workflow }) => workflow === 'fix' || (workflow === 'task' && input.is === 'apply'),
  );
  const earlier = (await Promise.all(runs.map(({ run }) => ctx.history.load(run)))).filter(
    (each): each is RunHistory => each !== null,
  );
  const { dryRun } = input;
  if (input.is === 'apply')
    return { ...refuseOtherCommit(applyJob(earlier, { hash: input.hash, place: ctx.place }), target?.commit), dryRun };
  const matching = earlier.filter(({ record }) => requestedRun === undefined || record.run === requestedRun);
  return { ...retryJob(matching, ctx.place), dryRun };
}

/** The most past runs that an estimate uses. */
const MAX_PAST = 20;

/** The estimated cost of a job, lowest and highest. */
async function estimateOf({ settings, pastCosts }: GateContext, job: Job): Promise<readonly [number, number]> {
  const { models, budget } = settings.config;
  const limits = editorLimits(job);
  const past = ((await pastCosts?.()) ?? []).slice(0, MAX_PAST);
  const { price } = choiceFor(readRole(filesOfRole('editor')), modelsOf(models));
  const usd = Math.min(limits.usd, budget['run-usd'] ?? limits.usd);
  return estimate({ price, limits: { ...limits, usd }, past, size: taskSize(taskText(job.task)) });
}

/** Turns, time and cost that the Editor of this job may use. */
export const editorLimits = (job: Job): Role['limits'] => limitsOf(readRole(filesOfRole('editor')), job);
