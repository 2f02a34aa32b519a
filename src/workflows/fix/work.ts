// The work phase of `fix`, which `task` uses too: opens the tree, runs the Editor and the debug loop, and returns the result.

import type { AgentEnd } from '../../agent/run.js';
import { answerTo } from '../../agent/signals.js';
import { questionId } from '../../agent/tool.js';
import type { WorkEnvironment } from '../../ports/environment.js';
import { toContinuable } from '../../ports/errors.js';
import type { Outcome } from '../../ports/run.js';
import type { WorkContext, WorkResult } from '../../ports/workflow.js';
import { NO_SPENDING, sumOf } from '../../runs/record.js';
import { messages } from '../../text/lang/index.js';
import { UnableToVerify } from '../../verify/prove/index.js';
import { stoppedAfter } from '../../verify/run-tree.js';
import { VerificationCancelled } from '../../verify/verifier.js';
import type { FixContext, FixWork } from './context.js';
import { writeContextFile } from './debug-loop.js';
import { askHypotheses, edit } from './editor.js';
import type { FixOrder } from './gate.js';
import { fixMessages } from './messages.js';
import { currentTask } from './rules/brief.js';
import { applyFailed, outcomeOf, outcomeOfError, recordsOf } from './rules/outcome.js';
import type { EditorAnswer } from './rules/schemas.js';
import { setUpWork } from './setup.js';
import { applyPreviousChange, applyProposal, approvePlan, openOrder, showProposal } from './start.js';
import { chooseTarget } from './target.js';

/** Works on an order and returns the outcome with cost and diff. The answer to the gate's question becomes part of the task. */
export async function work(ctx: WorkContext, order: FixOrder): Promise<WorkResult> {
  const answer = answerTo(ctx.signals, questionId('q', ctx.run)) ?? order.job.task.answer;
  const currentCommit = await ctx.step('aimed', async () => (await currentTargetCommit(ctx, order)) ?? null);
  const open = (commit = currentCommit ?? undefined) =>
    ctx
      .environment(commit)
      .catch((error: unknown) => Promise.reject(ctx.signals.length > 0 ? toContinuable(error) : error));
  const { environment, job: openedJob } = await openOrder(ctx, order, open);
  const job = { ...openedJob, task: { ...currentTask(openedJob.task), answer } };
  try {
    const { outcome, diff } = await workInTree({
      ctx: contextOf(ctx),
      environment,
      job,
      base: order.target?.pull && order.target.asked === 'pull' && !job.merge ? order.target.base : undefined,
    });
    const spent = sumOf(ctx.steps().map((step) => step.spent ?? NO_SPENDING));
    const onto = order.target?.how === 'branch' && !job.merge ? order.target.base : undefined;
    const isChanged = diff && diff.text !== '' && diff.base;
    return { outcome, spent, ...(isChanged ? { diff: { ...diff, base: diff.base }, onto } : {}) };
  } finally {
    await environment.close();
  }
}

/** Returns the commit of the target branch if another run created that branch while this run waited, else undefined. */
async function currentTargetCommit(ctx: WorkContext, { job, target }: FixOrder): Promise<string | undefined> {
  const isNew = target?.how === 'branch' && target.at === null;
  if (!isNew || !ctx.github || job.proposal || job.previousChange) return undefined;
  const now = await chooseTarget(ctx, ctx.github, { base: target.base });
  return now.at ?? undefined;
}

const contextOf = ({ run, step, signals, settings, stop, ...ctx }: WorkContext): FixContext => ({
  ...ctx,
  settings,
  run: { id: run, step, signals },
  messages: messages(settings.lang),
  fixMessages: fixMessages(settings.lang),
  signal: stop,
});

interface WorkOutcome {
  readonly outcome: Outcome;
  readonly diff?:
    | {
        readonly base: string | null;
        readonly sha256: string;
        readonly files: readonly string[];
        readonly text: string;
      }
    | undefined;
}

/** Works in the tree of the environment. A dry run works in a copy of it. */
async function workInTree(
  input: Pick<FixWork, 'ctx' | 'job'> & { environment: WorkEnvironment; base: string | undefined },
): Promise<WorkOutcome> {
  const copy = input.job.dryRun ? input.environment.copy() : undefined;
  try {
    const fixWork = await setUpWork({ ...input, copy });
    const outcome = await runJob(fixWork);
    const { last } = fixWork.state;
    return { outcome, diff: last && { base: last.base, sha256: last.sha256, files: last.files, text: last.text } };
  } finally {
    await copy?.close();
  }
}

/** Carries out the job: shows or applies a dry run, or asks for a plan and runs the Editor. Returns the outcome of an expected error too. */
async function runJob(fixWork: FixWork): Promise<Outcome> {
  const { job } = fixWork;
  try {
    if (job.proposal && job.dryRun) return showProposal(fixWork, job.proposal);
    const plan = job.wantsPlan ? await approvePlan(fixWork) : undefined;
    if (plan && 'name' in plan) return plan;
    if (!job.dryRun) await prepare(fixWork);
    const ended = job.proposal
      ? await applyProposal(fixWork, job.proposal, plan)
      : await edit(fixWork, { plan, ...(await applyPreviousChange(fixWork)) });
    if (ended === null) return applyFailed(fixWork);
    return await conclude(fixWork, ended);
  } catch (error) {
    if (error instanceof UnableToVerify) fixWork.state.recordOutsideLoop(error.record);
    if (error instanceof UnableToVerify || error instanceof VerificationCancelled) await recordTree(fixWork);
    const outcome = outcomeOfError(fixWork, error);
    if (outcome) return outcome;
    throw error;
  }
}

/** Runs the baseline and writes the first context file before anything is changed. */
async function prepare(fixWork: FixWork): Promise<void> {
  fixWork.ctx.show({ kind: 'part', name: 'baseline' });
  const record = await fixWork.prover.baseline();
  if (record.steps.length > 0) fixWork.state.recordOutsideLoop(record);
  await writeContextFile(fixWork, 'start');
}

/** Records a snapshot of the tree at the end of the run. A continued run compares the tree with it. */
async function recordTree({ ctx, state, tree }: FixWork): Promise<void> {
  state.last = await tree.snapshot(stoppedAfter(ctx.run.signals.length));
}

/** The end of a conversation with its answer replaced by the accepted one. The cost stays. */
const answeredWith = (ended: AgentEnd<EditorAnswer>, answer: EditorAnswer): AgentEnd<EditorAnswer> => ({
  ended: 'answered',
  answer,
  spent: ended.spent,
  turns: ended.turns,
});

/**
 * Restores the accepted change if the tree differs from it at the end. Returns true if the accepted change is the result of the run.
 * Returns false if there is none, if the conversation ended with it anyway, or if the run was cancelled or waits for an answer.
 */
async function restoreAccepted(fixWork: FixWork, ended: AgentEnd<EditorAnswer>): Promise<boolean> {
  const { ctx, state, environment, tree } = fixWork;
  const { accepted } = state;
  if (!accepted || ended.ended === 'cancelled' || ended.ended === 'asked') return false;
  if (ended.ended === 'answered' && state.last?.sha256 === accepted.snapshot.sha256) return false;
  await ctx.run.step(`accepted ${accepted.snapshot.sha256.slice(0, 12)} restored`, async () => {
    await tree.ready();
    const { diff, changed } = await environment.baseCommit.changesSince(tree.base, tree.checkoutDifferences);
    if (diff.sha256 === accepted.snapshot.sha256) return { restored: false };
    for (const { path, before } of changed)
      await (before === null ? environment.workspace.remove(path) : environment.workspace.write(path, before));
    await environment.apply(accepted.snapshot, environment.workspace);
    return { restored: true };
  });
  state.last = accepted.snapshot;
  state.answer = accepted.answer;
  state.isStopped = false;
  return true;
}

/** Ends the work and returns the outcome: restores an accepted change, records the tree, and keeps the logs of a stuck run. */
async function conclude(fixWork: FixWork, ended: AgentEnd<EditorAnswer>): Promise<Outcome> {
  const { ctx, job, state, environment, tree } = fixWork;
  const isRestored = await restoreAccepted(fixWork, ended);
  if (ended.ended !== 'answered' && !isRestored) await recordTree(fixWork);
  const ending = isRestored && state.accepted ? answeredWith(ended, state.accepted.answer) : ended;
  let outcome = outcomeOf(fixWork, ending);
  if (outcome.name === 'stuck') {
    await askHypotheses(fixWork);
    outcome = outcomeOf(fixWork, ending);
  }
  if (outcome.name === 'done' && !job.dryRun) await writeContextFile(fixWork, 'success');
  if (outcome.name === 'stuck')
    await ctx.run.step('evidence kept', async () => {
      for (const { run_id } of recordsOf(fixWork).verifications) await environment.verifier.keepArtifacts(run_id);
    });
  // This step records the digest of the change in the tree before the outcome is recorded.
  await ctx.run.step(`left ${ctx.run.signals.length}`, async () => {
    await tree.ready();
    return state.last?.sha256 ?? null;
  });
  return outcome;
}
