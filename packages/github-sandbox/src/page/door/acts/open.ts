import { openIssue } from '../../../github/acts/issues.js';
import { longestTitle } from '../../../github/rest/check-text.js';
import type { Repository } from '../../../github/state.js';
import type { Act } from '../../../github/world.js';
import type { Scene } from '../../scene.js';
import { newIssue } from '../../views/new-issue.js';
import { type Form, textIn, tooLong } from '../form.js';
import type { Shown } from '../page-at.js';

/** Opens an issue. */
export function open(scene: Scene, { act, repository, form }: { act: Act; repository: Repository; form: Form }): Shown {
  const title = textIn(form, 'title').trim();
  const body = textIn(form, 'body');
  const problem = problemOf(title) ?? tooLong(body);
  if (problem !== null) return newIssue(scene, { repository, draft: { title, body, problem } });
  const draft = { title, body: body === '' ? null : body, labels: [], assignees: [] };
  return { redirect: scene.pathOf(openIssue(act, { repository, draft })) };
}

function problemOf(title: string): string | null {
  if (title === '') return 'An issue needs a title.';
  return [...title].length > longestTitle ? `A title has at most ${longestTitle} characters.` : null;
}
