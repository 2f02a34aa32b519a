// fix-plan: a plan before anything is touched. No workflow for itself: what `/crew plan` puts before a fix.
//
//   a person sees    Scout A's plan, and what it may cost
//   they say         approve, with a condition or without, or reject
//   it goes on       with the plan in the Editor's hands, or ends as they said

import type { Ended } from '../../agent/run.js';
import { answerTo } from '../../agent/signals.js';
import { questionId } from '../../agent/tool.js';
import type { Outcome } from '../../ports/run.js';
import type { Site } from './context.js';
import { judge } from './debug-loop.js';
import { edit } from './editor.js';
import { type ApprovedPlan, appliedText, LAID_TEXT, mergeText, PLAN_QUESTION } from './rules/brief.js';
import type { Proposal } from './rules/job.js';
import { endOf, FREE, planOf } from './rules/outcome.js';
import { conditionIn } from './rules/questions.js';
import type { EditorAnswer } from './rules/schemas.js';
import { askForPlan, slicedBy } from './scouts.js';

/** The plan, once a person has approved it; until then, and where they do not, how the run ends. */
export async function approvedPlan(site: Site): Promise<ApprovedPlan | Outcome> {
  const { ctx, course } = site;
  const ended = await askForPlan(site);
  course.used(ended.spent.usage);
  if (ended.ended !== 'answered') return endOf(site, ended);
  const id = questionId('p', ctx.run.id, 'plan');
  const said = answerTo(ctx.run.signals, id);
  if (said === undefined) return planOf(site, ended.answer, id);
  if (!said.startsWith('approved')) {
    course.rejected = said.replace(/^rejected:? ?/, '');
    return endOf(site, { ended: 'cancelled', why: 'cancelled', ...FREE });
  }
  course.slices.push(...ended.answer.slices);
  course.sliced.push(...(await ctx.run.step('sliced by the plan', () => slicedBy(site, ended.answer))));
  course.payloads.push({ who: 'A', question: PLAN_QUESTION, answer: ended.answer });
  return { ...ended.answer, condition: conditionIn(said) };
}

/** The bytes of a dry run, shown once more: nothing is written, and nobody is asked. */
export function shownAgain(site: Site, { diff, answer }: Proposal): Outcome {
  site.course.take(answer, { ...diff, calls: 0 });
  return endOf(site, { ended: 'answered', answer, ...FREE });
}

/**
 * The exact bytes, without a model. Not accepted: null, and the run ends `failed` with the bytes in the tree. Continued by a person, the
 * debug loop starts from them.
 */
export async function applied(
  site: Site,
  { diff, answer }: Proposal,
  plan: ApprovedPlan | undefined,
): Promise<Ended<EditorAnswer> | null> {
  await lay(site, diff);
  site.course.isSentBack = true;
  const judged = await judge(site, answer);
  if (judged.is === 'taken') return { ended: 'answered', answer, ...FREE };
  const isContinued = site.ctx.run.signals.some(({ is }) => is === 'continue');
  if (!isContinued) return null;
  return edit(site, { plan, applied: appliedText(judged.is === 'back' ? judged.text : '') });
}

/** Lays what the round before has changed, where it is on no branch; what the Editor reads of it. */
export async function laid(site: Site): Promise<{ readonly applied?: string }> {
  const { ground, merge } = site.job;
  if (!ground) return {};
  await lay(site, ground);
  return { applied: merge && merge.files.length > 0 ? mergeText(merge, ground.text) : LAID_TEXT };
}

/** Puts a change into the tree, byte for byte. */
async function lay({ ctx, environment, tree, course }: Site, diff: Proposal['diff']): Promise<void> {
  await ctx.run.step('applied', async () => {
    await tree.ready();
    const { diff: now } = await environment.below.since(tree.base, tree.apart);
    if (now.sha256 !== diff.sha256) await environment.apply(diff, environment.workspace);
    return { sha256: diff.sha256 };
  });
  course.last = { ...diff, calls: 0 };
}
