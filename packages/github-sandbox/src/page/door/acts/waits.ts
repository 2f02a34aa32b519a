import { addBlocker, removeBlocker } from '../../../github/acts/dependencies.js';
import { type Issue, reaches, roleOf } from '../../../github/state.js';
import type { Act } from '../../../github/world.js';
import type { Scene } from '../../scene.js';
import { refused } from '../../views/problem.js';
import type { Form } from '../form.js';
import type { Shown } from '../page-at.js';
import { threadAt } from '../place.js';

/** Makes what an issue waits for those that stayed ticked, and the one that was named besides. */
export function waits(scene: Scene, { act, issue, form }: { act: Act; issue: Issue; form: Form }): Shown {
  if (!reaches(roleOf(issue.repository, scene.viewer), 'triage')) {
    return refused(403, 'Only who sorts issues here may say what one waits for.');
  }
  const named = (form.get('more') ?? '').trim().replace(/^#/, '');
  const more = named === '' ? null : threadAt(issue.repository, named);
  if (named !== '' && (more?.kind !== 'Issue' || more === issue)) {
    return refused(422, `An issue can wait for another issue; #${named} is none.`);
  }
  const stays = new Set(form.getAll('stays'));
  for (const blocker of issue.blockedBy.filter(({ id }) => !stays.has(String(id))))
    removeBlocker(act, { issue, blocker });
  if (more?.kind === 'Issue') addBlocker(act, { issue, blocker: more });
  return { redirect: scene.pathOf(issue) };
}
