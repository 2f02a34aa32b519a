// Entities that crew itself writes: categories of proposals that a person rejected. Pure. Specification: parent-session, "Rejection
// Memory Storage".
import { EMPTY, type Graph, withEntities, withObservations } from './graph.js';

const PREFIX = 'workflow:rejected_proposal:';

export interface Rejection {
  /** `template_modification`, `skill`, `improvement` or another word of the person. */
  readonly category: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `cmd_007`, or the id of the run. */
  readonly from: string;
  readonly description: string;
  readonly reason?: string | undefined;
}

/** The graph with a rejected category. Rejected again, the category keeps what it has and gets the new lines. */
export function withRejection(graph: Graph, { category, date, from, description, reason }: Rejection): Graph {
  const name = `${PREFIX}${category}`;
  const lines = [
    `Rejected on ${date} in ${from}`,
    `Proposal type: ${description}`,
    ...(reason === undefined || reason === '' ? [] : [`Reason: ${reason}`]),
  ];
  const { graph: known } = withEntities(graph, [{ name, entityType: 'rejection_memory', observations: [] }]);
  return withObservations(known, [{ entityName: name, contents: lines }]);
}

/** Categories that are not proposed again. */
export const rejectedCategories = ({ entities }: Pick<Graph, 'entities'> = EMPTY): readonly string[] =>
  [...entities.keys()].flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
