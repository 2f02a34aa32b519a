import { setField } from '../../../github/acts/projects.js';
import type { Project } from '../../../github/state.js';
import type { Act } from '../../../github/world.js';
import { pathOfBoard, type Scene } from '../../scene.js';
import { refused } from '../../views/problem.js';
import type { Form } from '../form.js';
import type { Shown } from '../page-at.js';
import { isAtHome } from '../place.js';

/** Moves a card into another column. */
export function move(scene: Scene, { act, project, form }: { act: Act; project: Project; form: Form }): Shown {
  if (!isAtHome(scene, project)) return refused(403, `Only people of ${project.owner.login} may move its cards.`);
  const item = project.items.find(({ id }) => String(id) === form.get('card'));
  const status = project.fields.find(({ name }) => name === 'Status');
  const column = status?.options.find(({ name }) => name === form.get('column'));
  if (item === undefined || column === undefined) return null;
  setField(act, { item, field: 'Status', value: column.name });
  return { redirect: pathOfBoard(project) };
}
