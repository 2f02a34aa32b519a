import { fullName, type Label } from '../../state.js';
import type { Fields, Sight } from '../sight.js';

/** A label of a repository. */
export function labelType({ world, show }: Sight, label: Label): Fields {
  const path = `/${fullName(label.repository)}/labels/${encodeURIComponent(label.name)}`;
  return {
    __typename: 'Label',
    id: label.nodeId,
    name: label.name,
    color: label.color,
    description: label.description,
    isDefault: false,
    createdAt: label.createdAt,
    updatedAt: label.createdAt,
    repository: () => show(label.repository),
    resourcePath: path,
    url: `${world.urls.html}${path}`,
  };
}
