import { setLabels } from '../../../github/acts/labels.js';
import { reaches, roleOf, type Thread } from '../../../github/state.js';
import type { Act } from '../../../github/world.js';
import type { Scene } from '../../scene.js';
import { refused } from '../../views/problem.js';
import type { Form } from '../form.js';
import type { Shown } from '../page-at.js';

/** Makes the labels of an issue or pull request those that were ticked; a name that the repository does not have is left out. */
export function label(scene: Scene, { act, thread, form }: { act: Act; thread: Thread; form: Form }): Shown {
  if (!reaches(roleOf(thread.repository, scene.viewer), 'triage')) {
    return refused(403, 'Only who sorts issues here may change labels.');
  }
  const ticked = new Set(form.getAll('label'));
  const names = thread.repository.labels.map(({ name }) => name).filter((name) => ticked.has(name));
  setLabels(act, { issue: thread, names });
  return { redirect: scene.pathOf(thread) };
}
