// fix-plan: a plan before anything is touched. No workflow for itself: what `/crew plan` puts before a fix.
//
//   a person sees    Scout A's plan, and what it may cost
//   they say         approve, with a condition or without, or reject
//   it goes on       with the plan in the Editor's hands, or ends as they said
import { answerTo } from '../../agent/signals.js';
import { questionId } from '../../agent/tool.js';
import type { Outcome } from '../../ports/run.js';
import { conditionIn } from './rules/condition.js';
import { endOf, planOf } from './rules/end.js';
import { FREE } from './rules/free.js';
import { type ApprovedPlan, PLAN_QUESTION } from './rules/task-text.js';
import { askForPlan, slicedBy } from './scouts.js';
import type { Site } from './site.js';

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
