import { setDraft } from '../../../github/acts/pulls.js';
import { type PullRequest, reaches, roleOf } from '../../../github/state.js';
import type { Act } from '../../../github/world.js';
import type { Scene } from '../../scene.js';
import { refused } from '../../views/problem.js';
import type { Shown } from '../page-at.js';

/** Calls a draft ready for review. */
export function ready(scene: Scene, { act, pull }: { act: Act; pull: PullRequest }): Shown {
  if (!reaches(roleOf(pull.repository, scene.viewer), 'write') && pull.author !== scene.viewer) {
    return refused(403, 'Only its author, or who can write here, may call it ready.');
  }
  setDraft(act, { pull, draft: false });
  return { redirect: scene.pathOf(pull) };
}
