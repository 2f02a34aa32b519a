import { mergePull } from '../../../github/acts/merge.js';
import { enqueuePull } from '../../../github/acts/merge-queue.js';
import { ruleOf } from '../../../github/pulls/checks-of.js';
import { canMergeNow } from '../../../github/pulls/mergeability.js';
import { mergeMethods, type PullRequest, reaches, roleOf } from '../../../github/state.js';
import type { Act } from '../../../github/world.js';
import { whyNot } from '../../parts/merge-box.js';
import type { Scene } from '../../scene.js';
import { refused } from '../../views/problem.js';
import type { Form } from '../form.js';
import type { Shown } from '../page-at.js';

/** Merges a pull request, where its base branch lets it in. */
export async function merge(
  scene: Scene,
  { act, pull, form }: { act: Act; pull: PullRequest; form: Form },
): Promise<Shown> {
  if (!reaches(roleOf(pull.repository, scene.viewer), 'write')) {
    return refused(403, 'Only who can write here may merge.');
  }
  if (pull.state === 'closed') return refused(409, 'This pull request is over already.');
  const why = whyNot((await canMergeNow(pull)).state);
  if (why !== null) return refused(409, why);
  if (ruleOf(pull).mergeQueue === true) {
    await enqueuePull(act, pull);
    return { redirect: scene.pathOf(pull) };
  }
  const method = mergeMethods.find((one) => one === form.get('method')) ?? 'merge';
  const merged = await mergePull(act, { pull, method });
  return merged === null
    ? refused(409, 'Its base moved meanwhile. Please look again.')
    : { redirect: scene.pathOf(pull) };
}
