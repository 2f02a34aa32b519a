import type { World } from '../../github/world.js';
import type { Scene } from '../scene.js';
import { comment } from './acts/comment.js';
import { label } from './acts/label.js';
import { open } from './acts/open.js';
import { react } from './acts/react.js';
import type { Form } from './form.js';
import type { Shown } from './page-at.js';
import { issueAt, repositoryAt } from './place.js';

/** Does what a form asks for, as the person who sent it; null where no form leads. */
export function actOn(scene: Scene, { world, path, form }: { world: World; path: string; form: Form }): Shown {
  const [owner = '', name = '', section, number, what, ...more] = path.split('/').slice(1);
  const repository = repositoryAt(scene, [owner, name]);
  if (repository === null || section !== 'issues' || more.length > 0) return null;
  const act = { world, by: { account: scene.viewer, app: null, workflow: false } };
  if (number === undefined) return open(scene, { act, repository, form });
  const issue = issueAt(repository, number);
  if (issue === null) return null;
  switch (what) {
    case 'comments':
      return comment(scene, { act, issue, form });
    case 'labels':
      return label(scene, { act, issue, form });
    case 'reactions':
      return react({ act, issue, form });
    default:
      return null;
  }
}
