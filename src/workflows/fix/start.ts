// Prepares the tree and the plan before the Editor starts: a plan that a person approves (`/crew plan`), the diff of a dry run (`/crew
// apply`), the change of the previous round, and a conflicted merge. Used by work.ts.

import type { AgentEnd } from '../../agent/run.js';
import { answerTo } from '../../agent/signals.js';
import { questionId } from '../../agent/tool.js';
import type { WorkEnvironment } from '../../ports/index.js';
import type { Outcome } from '../../ports/run.js';
import type { WorkContext } from '../../ports/workflow.js';
import type { FixWork } from './context.js';
import { judgeEditorAnswer } from './debug-loop.js';
import { edit } from './editor.js';
import type { FixOrder } from './gate.js';
import { type ApprovedPlan, appliedText, mergeText, PLAN_QUESTION, PREVIOUS_CHANGE_TEXT } from './rules/brief.js';
import type { Job, Proposal } from './rules/job.js';
import { NO_COST, noPlan, outcomeOf, planQuestion } from './rules/outcome.js';
import { reasonNotToPublish } from './rules/publish-checks.js';
import { approvalCondition } from './rules/questions.js';
import type { EditorAnswer } from './rules/schemas.js';
import { askForPlan, sliceFilesOf } from './scouts.js';

/**
 * Returns Scout A's plan after a person approved it. Otherwise returns the outcome of the run: `awaiting` with the plan as a question,
 * `cancelled` if the person rejected it, or the outcome of a conversation that ended without a plan.
 */
export async function approvePlan(fixWork: FixWork): Promise<ApprovedPlan | Outcome> {
  const { ctx, state } = fixWork;
  const ended = await askForPlan(fixWork);
  state.addUsage(ended.spent.usage);
  if (ended.ended !== 'answered') return outcomeOf(fixWork, ended);
  const { cannot } = ended.answer;
  if (cannot !== undefined) return noPlan(fixWork, cannot);
  const id = questionId('p', ctx.run.id, 'plan');
  const reply = answerTo(ctx.run.signals, id);
  if (reply === undefined) return planQuestion(fixWork, ended.answer, id);
  if (!reply.startsWith('approved')) {
    state.planRejection = reply.replace(/^rejected:? ?/, '');
    return outcomeOf(fixWork, { ended: 'cancelled', why: 'cancelled', ...NO_COST });
  }
  state.slices.push(...ended.answer.slices);
  state.sliceFiles.push(...(await ctx.run.step('sliced by the plan', () => sliceFilesOf(fixWork, ended.answer))));
  state.payloads.push({ who: 'A', question: PLAN_QUESTION, answer: ended.answer });
  return { ...ended.answer, condition: approvalCondition(reply) };
}

/** Shows the diff of a dry run again: nothing is written and no model is asked. */
export function showProposal(fixWork: FixWork, { diff, answer }: Proposal): Outcome {
  fixWork.state.recordAnswer(answer, { ...diff, calls: 0 });
  return outcomeOf(fixWork, { ended: 'answered', answer, ...NO_COST });
}

/**
 * Applies exactly the diff of a dry run and judges it without a model. Returns null if the diff is rejected: the run ends `failed` and the
 * diff stays in the tree. If a person continues that run, the Editor works on from the diff.
 */
export async function applyProposal(
  fixWork: FixWork,
  { diff, answer }: Proposal,
  plan: ApprovedPlan | undefined,
): Promise<AgentEnd<EditorAnswer> | null> {
  await applyDiff(fixWork, diff);
  fixWork.state.wasSentBack = true;
  const judged = await judgeEditorAnswer(fixWork, answer);
  if (judged.is === 'taken') return { ended: 'answered', answer, ...NO_COST };
  const isContinued = fixWork.ctx.run.signals.some(({ is }) => is === 'continue');
  if (!isContinued) return null;
  return edit(fixWork, { plan, applied: appliedText(judged.is === 'back' ? judged.text : '') });
}

/**
 * Applies the change of the previous round, or the conflicted merge, if no branch contains it. Returns the sentence that tells the Editor
 * about it.
 */
export async function applyPreviousChange(fixWork: FixWork): Promise<{ readonly applied?: string }> {
  const { previousChange, merge } = fixWork.job;
  if (!previousChange) return {};
  await applyDiff(fixWork, previousChange);
  return { applied: merge && merge.files.length > 0 ? mergeText(merge, previousChange.text) : PREVIOUS_CHANGE_TEXT };
}

/** Applies a diff to the tree, byte for byte. */
async function applyDiff({ ctx, environment, tree, state }: FixWork, diff: Proposal['diff']): Promise<void> {
  await ctx.run.step('applied', async () => {
    await tree.ready();
    const { diff: now } = await environment.baseCommit.changesSince(tree.base, tree.checkoutDifferences);
    if (now.sha256 !== diff.sha256) await environment.apply(diff, environment.workspace);
    return { sha256: diff.sha256 };
  });
  state.last = { ...diff, calls: 0 };
}

interface OpenedOrder {
  readonly environment: WorkEnvironment;
  readonly job: Job;
}

/**
 * Opens the working tree of an order. If the pull request conflicts with its base, the tree is the base's commit and the job starts with
 * the conflicted merge as its previous change. The published merge commit has both parents, so its diff is taken against the base.
 */
export async function openOrder(
  { step, settings }: Pick<WorkContext, 'step' | 'settings'>,
  { job, target }: FixOrder,
  open: (at?: string) => Promise<WorkEnvironment>,
): Promise<OpenedOrder> {
  const environment = await open();
  const merges = target?.merges;
  if (!target || merges === undefined || !mayMerge(job)) return { environment, job };
  const isSecondRound = job.previousChange?.base === merges;
  if (job.previousChange && !isSecondRound) return { environment, job };
  const conflict = isSecondRound
    ? { diff: job.previousChange, files: [] }
    : await step('merge', () => conflictIn(environment, { settings, head: target.commit, base: merges }));
  if (!conflict) return { environment, job };
  await environment.close();
  const { diff, files } = conflict;
  return {
    environment: await open(merges),
    job: { ...job, previousChange: diff, merge: { base: target.base, files } },
  };
}

/** A dry run, a plan, an earlier diff and a limited scope leave the conflict to the person. */
const mayMerge = ({ dryRun, wantsPlan, proposal, scope }: Job): boolean =>
  !dryRun && !wantsPlan && !proposal && scope.length === 0;

/**
 * Returns the merge of head and base with its conflict markers. Returns null if the tree is on another commit by now, if nothing conflicts,
 * or if the merge changes a file that crew never publishes.
 */
async function conflictIn(
  { baseCommit }: WorkEnvironment,
  { settings, head, base }: { settings: WorkContext['settings']; head: string; base: string },
) {
  if ((await baseCommit.head()) !== head) return null;
  const conflict = await baseCommit.mergeConflict(head, base);
  if (!conflict) return null;
  const { fix, facilitate } = settings.config;
  const rules = { configFile: settings.configFile, agents: facilitate.agentDiscoveryPath };
  const isAdmitted = reasonNotToPublish(conflict.diff, { ...rules, workflowFiles: fix['workflow-files'] }) === null;
  return isAdmitted ? { diff: { ...conflict.diff, files: [...conflict.diff.files] }, files: conflict.files } : null;
}
