// Ways to start with more than the task: a plan that a person approves (`/crew plan`), the diff of a dry run (`/crew apply`), and the
// change of an earlier round or of a merge.

import type { Ended } from '../../agent/run.js';
import { answerTo } from '../../agent/signals.js';
import { questionId } from '../../agent/tool.js';
import type { Outcome } from '../../ports/run.js';
import type { FixWork } from './context.js';
import { judge } from './debug-loop.js';
import { edit } from './editor.js';
import { type ApprovedPlan, appliedText, mergeText, PLAN_QUESTION, PREVIOUS_CHANGE_TEXT } from './rules/brief.js';
import type { Proposal } from './rules/job.js';
import { FREE, outcomeOf, planQuestion } from './rules/outcome.js';
import { approvalCondition } from './rules/questions.js';
import type { EditorAnswer } from './rules/schemas.js';
import { askForPlan, sliceFilesOf } from './scouts.js';

/** Scout A's plan after a person approved it. Before that, or after a rejection: the outcome of the run. */
export async function approvePlan(fixWork: FixWork): Promise<ApprovedPlan | Outcome> {
  const { ctx, state } = fixWork;
  const ended = await askForPlan(fixWork);
  state.addUsage(ended.spent.usage);
  if (ended.ended !== 'answered') return outcomeOf(fixWork, ended);
  const id = questionId('p', ctx.run.id, 'plan');
  const said = answerTo(ctx.run.signals, id);
  if (said === undefined) return planQuestion(fixWork, ended.answer, id);
  if (!said.startsWith('approved')) {
    state.rejected = said.replace(/^rejected:? ?/, '');
    return outcomeOf(fixWork, { ended: 'cancelled', why: 'cancelled', ...FREE });
  }
  state.slices.push(...ended.answer.slices);
  state.sliceFiles.push(...(await ctx.run.step('sliced by the plan', () => sliceFilesOf(fixWork, ended.answer))));
  state.payloads.push({ who: 'A', question: PLAN_QUESTION, answer: ended.answer });
  return { ...ended.answer, condition: approvalCondition(said) };
}

/** Shows the diff of a dry run again: nothing is written and no model is asked. */
export function showProposal(fixWork: FixWork, { diff, answer }: Proposal): Outcome {
  fixWork.state.recordAnswer(answer, { ...diff, calls: 0 });
  return outcomeOf(fixWork, { ended: 'answered', answer, ...FREE });
}

/**
 * Applies exactly the diff of a dry run and judges it without a model. Returns null if it is not accepted: the run ends `failed` and the
 * diff stays in the tree. If a person continues that run, the Editor starts from the diff.
 */
export async function applied(
  fixWork: FixWork,
  { diff, answer }: Proposal,
  plan: ApprovedPlan | undefined,
): Promise<Ended<EditorAnswer> | null> {
  await applyDiff(fixWork, diff);
  fixWork.state.wasSentBack = true;
  const judged = await judge(fixWork, answer);
  if (judged.is === 'taken') return { ended: 'answered', answer, ...FREE };
  const isContinued = fixWork.ctx.run.signals.some(({ is }) => is === 'continue');
  if (!isContinued) return null;
  return edit(fixWork, { plan, applied: appliedText(judged.is === 'back' ? judged.text : '') });
}

/** Applies the change of the previous round, or the merge, where no branch has it. Returns what the Editor reads about it. */
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
