import { GraphQLError } from 'graphql';
import { addLabels, removeLabel } from '../../acts/labels.js';
import { Refusal } from '../../refusal.js';
import type { Issue, Label, PullRequest, Repository } from '../../state.js';
import { authorize } from '../../who/authorize.js';
import { actorOf } from '../../who/credential.js';
import { type RepositoryNeed, writesAs } from '../../who/need.js';
import type { Act } from '../../world.js';
import type { Fields, Sight } from '../sight.js';
import { type UpdateRefs, updateRefs } from './update-refs.js';

type LabelsInput = { readonly labelableId: string; readonly labelIds: readonly string[] };

/** What can be changed over GraphQL. Each field stands or falls by itself, in the order in which they are asked. */
export function mutationType(sight: Sight): Fields {
  return {
    addLabelsToLabelable: ({ input }: { input: LabelsInput }) => {
      const { issue, labels, act } = labelling(sight, input);
      addLabels(act, { issue, names: labels.map(({ name }) => name) });
      return { __typename: 'AddLabelsToLabelablePayload', clientMutationId: null, labelable: sight.show(issue) };
    },
    removeLabelsFromLabelable: ({ input }: { input: LabelsInput }) => {
      const { issue, labels, act } = labelling(sight, input);
      for (const label of labels) if (issue.labels.includes(label)) removeLabel(act, { issue, label });
      return { __typename: 'RemoveLabelsFromLabelablePayload', clientMutationId: null, labelable: sight.show(issue) };
    },
    updateRefs: ({ input }: { input: UpdateRefs }) => updateRefs(sight, input),
  };
}

const nodeOf = ({ world }: Sight, id: string) => world.state.nodes.get(id);

const missing = (id: string): GraphQLError =>
  new GraphQLError(`Could not resolve to a node with the global id of '${id}'.`, { extensions: { type: 'NOT_FOUND' } });

function labelling(sight: Sight, { labelableId, labelIds }: LabelsInput) {
  const issue = nodeOf(sight, labelableId);
  if (issue?.kind !== 'Issue' && issue?.kind !== 'PullRequest') throw missing(labelableId);
  const labels = labelIds.map((id): Label => {
    const label = nodeOf(sight, id);
    if (label?.kind !== 'Label' || label.repository !== issue.repository) throw missing(id);
    return label;
  });
  const act = actIn(sight, issue.repository, writesAs('triage', 'issues', 'pull_requests'));
  return { issue: issue as Issue | PullRequest, labels, act };
}

/** In the name of whoever asks, if they may. */
function actIn(sight: Sight, repository: Repository, need: RepositoryNeed): Act {
  const by = actorOf(sight.who);
  try {
    authorize(sight.who, need, repository);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    throw new GraphQLError(problem.message, { extensions: { type: 'FORBIDDEN' } });
  }
  if (!by) throw new GraphQLError('Resource not accessible by integration', { extensions: { type: 'FORBIDDEN' } });
  return { world: sight.world, by };
}
