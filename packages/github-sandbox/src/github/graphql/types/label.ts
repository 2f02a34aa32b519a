// Labels and milestones in GraphQL. Used by types/index.ts.

import { fullName, type Label, type Milestone } from '../../state.js';
import type { Fields, QueryContext } from '../query-context.js';

/** A label of a repository. */
export function labelType({ world, show }: QueryContext, label: Label): Fields {
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

/** A milestone. */
export function milestoneType({ world, show }: QueryContext, milestone: Milestone): Fields {
  const path = `/${fullName(milestone.repository)}/milestone/${milestone.number}`;
  return {
    __typename: 'Milestone',
    id: milestone.nodeId,
    number: milestone.number,
    title: milestone.title,
    description: milestone.description,
    dueOn: milestone.dueOn,
    closed: milestone.closedAt !== null,
    closedAt: milestone.closedAt,
    state: milestone.closedAt === null ? 'OPEN' : 'CLOSED',
    createdAt: milestone.createdAt,
    updatedAt: milestone.createdAt,
    creator: () => show(milestone.creator),
    repository: () => show(milestone.repository),
    resourcePath: path,
    url: `${world.urls.html}${path}`,
  };
}
