import { fullName, type Milestone } from '../../state.js';
import type { Fields, Sight } from '../sight.js';

/** A milestone. */
export function milestoneType({ world, show }: Sight, milestone: Milestone): Fields {
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
