// fix-apply: the bytes of a dry run, made for real. No workflow for itself: how a fix begins that a person has seen already.
//
//   it lays          exactly the bytes that were shown, onto the commit that they were made on
//   it judges        them as if an Editor had just said so: no model is asked
//   it goes on       with the Editor, from those bytes, only where they are not accepted
import type { Ended } from '../../agent/run.js';
import type { Outcome } from '../../ports/run.js';
import { edit } from './edit.js';
import { judge } from './loop.js';
import { lay } from './rounds.js';
import type { EditorAnswer } from './rules/answers.js';
import { endOf } from './rules/end.js';
import { FREE } from './rules/free.js';
import type { Proposal } from './rules/job.js';
import { type ApprovedPlan, appliedText } from './rules/task-text.js';
import type { Site } from './site.js';

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
