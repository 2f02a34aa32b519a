import { createComment } from '../../../github/acts/comments.js';
import { setState } from '../../../github/acts/issues.js';
import { type Issue, reaches, roleOf } from '../../../github/state.js';
import type { Act } from '../../../github/world.js';
import type { Scene } from '../../scene.js';
import { issuePage } from '../../views/issue.js';
import { refused } from '../../views/problem.js';
import { type Form, textIn, tooLong } from '../form.js';
import type { Shown } from '../page-at.js';

/** Comments, and closes or reopens where the button says so; then the comment may stay empty. */
export function comment(scene: Scene, { act, issue, form }: { act: Act; issue: Issue; form: Form }): Shown {
  const body = textIn(form, 'body');
  const then = form.get('then');
  const turns = then === 'close' || then === 'reopen';
  const role = roleOf(issue.repository, scene.viewer);
  if (issue.locked && !reaches(role, 'write')) return refused(403, 'This conversation is locked.');
  if (turns && !reaches(role, 'triage') && issue.author !== scene.viewer) {
    return refused(403, 'Only who sorts issues here, or who opened this one, may close it.');
  }
  const problem = body === '' && !turns ? 'There is nothing here to send yet.' : tooLong(body);
  if (problem !== null) return issuePage(scene, { issue, draft: { body, problem } });
  const made = body === '' ? null : createComment(act, { issue, body });
  if (turns) setState(act, { issue, state: then === 'close' ? 'closed' : 'open', reason: null });
  return { redirect: `${scene.pathOf(issue)}${made === null ? '' : `#issuecomment-${made.id}`}` };
}
