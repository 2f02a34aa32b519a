import { createComment } from '../../../github/acts/comments.js';
import { setState } from '../../../github/acts/issues.js';
import { setPullState } from '../../../github/acts/pulls.js';
import { review } from '../../../github/acts/reviews.js';
import { type PullRequest, reaches, roleOf, type Thread } from '../../../github/state.js';
import type { Act } from '../../../github/world.js';
import type { Scene } from '../../scene.js';
import { refused } from '../../views/problem.js';
import { type Form, textIn, tooLong } from '../form.js';
import type { Shown } from '../page-at.js';
import { showThread } from '../show-thread.js';

type Given = { readonly act: Act; readonly thread: Thread; readonly form: Form };

/** Comments, and does what the button says besides: closes, reopens, approves, asks for changes. */
export async function comment(scene: Scene, { act, thread, form }: Given): Promise<Shown> {
  const body = textIn(form, 'body');
  const then = form.get('then') ?? 'stay';
  const no = refusal(scene, { thread, then });
  if (no !== null) return refused(403, no);
  const mayBeEmpty = then !== 'stay' && then !== 'refuse';
  const problem = body === '' && !mayBeEmpty ? 'There is nothing here to send yet.' : tooLong(body);
  if (problem !== null) return showThread(scene, { thread, draft: { body, problem } });
  if (isOpinion(then) && thread.kind === 'PullRequest') return judge(scene, { act, pull: thread, then, body });
  const made = body === '' ? null : createComment(act, { issue: thread, body });
  if (then === 'close') turn(act, { thread, state: 'closed' });
  if (then === 'reopen') turn(act, { thread, state: 'open' });
  return { redirect: `${scene.pathOf(thread)}${made === null ? '' : `#issuecomment-${made.id}`}` };
}

const isOpinion = (then: string): then is 'approve' | 'refuse' => then === 'approve' || then === 'refuse';

/** Why somebody may not do this here, or null. */
function refusal({ viewer }: Scene, { thread, then }: { thread: Thread; then: string }): string | null {
  const role = roleOf(thread.repository, viewer);
  if (thread.locked && !reaches(role, 'write')) return 'This conversation is locked.';
  if ((then === 'close' || then === 'reopen') && !reaches(role, 'triage') && thread.author !== viewer) {
    return 'Only who sorts issues here, or who opened this one, may close it.';
  }
  if (!isOpinion(then)) return null;
  if (thread.kind === 'Issue' || thread.state === 'closed') return 'There is nothing to review here.';
  return thread.author === viewer ? 'Nobody judges their own work.' : null;
}

function turn(act: Act, { thread, state }: { thread: Thread; state: Thread['state'] }): void {
  if (thread.kind === 'Issue') setState(act, { issue: thread, state, reason: null });
  else setPullState(act, { pull: thread, state });
}

type Judgement = { act: Act; pull: PullRequest; then: 'approve' | 'refuse'; body: string };

function judge(scene: Scene, { act, pull, then, body }: Judgement): Shown {
  const made = review(act, { pull, state: then === 'approve' ? 'APPROVED' : 'CHANGES_REQUESTED', body });
  return { redirect: `${scene.pathOf(pull)}#pullrequestreview-${made.id}` };
}
