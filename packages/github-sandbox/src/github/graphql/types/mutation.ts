import { GraphQLError } from 'graphql';
import { addLabels, removeLabel } from '../../acts/labels.js';
import { tellRefMoved } from '../../acts/refs.js';
import { isFastForward, isRefName, moveRefs, readRef, typeOf, workflowFileBetween, zeroSha } from '../../git/refs.js';
import { Refusal } from '../../refusal.js';
import type { Issue, Label, PullRequest, Repository } from '../../state.js';
import { authorize } from '../../who/authorize.js';
import { actorOf, mayTouchWorkflows } from '../../who/credential.js';
import { type RepositoryNeed, writesAs } from '../../who/need.js';
import type { Act } from '../../world.js';
import type { Fields, Sight } from '../sight.js';

/** What can be changed over GraphQL. Each field succeeds or fails by itself, in the order in which they are asked. */
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

type LabelsInput = { readonly labelableId: string; readonly labelIds: readonly string[] };

function labelling(sight: Sight, { labelableId, labelIds }: LabelsInput) {
  const { nodes } = sight.world.state;
  const issue = nodes.get(labelableId);
  if (issue?.kind !== 'Issue' && issue?.kind !== 'PullRequest') throw missing(labelableId);
  const labels = labelIds.map((id): Label => {
    const label = nodes.get(id);
    if (label?.kind !== 'Label' || label.repository !== issue.repository) throw missing(id);
    return label;
  });
  return {
    issue: issue as Issue | PullRequest,
    labels,
    act: actIn(sight, issue.repository, writesAs('triage', 'issues', 'pull_requests')),
  };
}

/** In the name of the requester, if they may. */
function actIn({ world, who }: Sight, repository: Repository, need: RepositoryNeed): Act {
  const by = actorOf(who);
  allow(who, need, repository);
  if (by === null) throw refused('FORBIDDEN', 'Resource not accessible by integration');
  return { world, by };
}

type UpdateRefs = {
  readonly repositoryId: string;
  readonly clientMutationId?: string | null;
  readonly refUpdates: readonly RefUpdate[];
};

type RefUpdate = {
  readonly name: string;
  readonly afterOid: string;
  /** Zeros: the ref must not exist. Without one, wherever it points is fine. */
  readonly beforeOid?: string | null;
  readonly force?: boolean | null;
};

type RefMove = { readonly name: string; readonly before: string; readonly after: string };

/** Moves all of the refs or none of them. */
async function updateRefs(sight: Sight, { repositoryId, clientMutationId, refUpdates }: UpdateRefs): Promise<Fields> {
  const { world } = sight;
  const repository = world.state.nodes.get(repositoryId);
  if (repository?.kind !== 'Repository') throw missing(repositoryId);
  const { by } = actIn(sight, repository, writesAs('write', 'contents'));
  await world.inTurn(repository.gitDir, async () => {
    const moves = await Promise.all(refUpdates.map((update) => moveOf(sight, { repository, update })));
    if (!(await moveRefs(repository.gitDir, moves))) throw unprocessable('The references could not be updated.');
    for (const move of moves) {
      if (move.before !== move.after) await tellRefMoved({ world, by }, { repository, ...move });
    }
  });
  return { __typename: 'UpdateRefsPayload', clientMutationId: clientMutationId ?? null };
}

function allow(who: Sight['who'], need: RepositoryNeed, repository: Repository): void {
  try {
    authorize(who, need, repository);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    throw refused(problem.status === 404 ? 'NOT_FOUND' : 'FORBIDDEN', problem.message);
  }
}

async function moveOf(
  { who }: Sight,
  { repository, update }: { repository: Repository; update: RefUpdate },
): Promise<RefMove> {
  const { name, afterOid: after, beforeOid, force } = update;
  const dir = repository.gitDir;
  if (!(await isRefName(dir, name))) throw unprocessable(`${name} is not a valid ref name.`);
  const before = (await readRef(dir, name))?.sha ?? zeroSha;
  if (beforeOid != null && beforeOid !== before)
    throw unprocessable(`Reference ${name} is at ${before}, not at ${beforeOid}.`);
  if (after !== zeroSha && (await typeOf(dir, after)) === null) throw unprocessable(`Object ${after} does not exist.`);
  const isMove = before !== zeroSha && after !== zeroSha;
  if (isMove && force !== true && !(await isFastForward(dir, { from: before, to: after })))
    throw unprocessable(`Update of ${name} is not a fast forward.`);
  if (!mayTouchWorkflows(who) && (await workflowFileBetween(dir, { before, after })) !== null)
    throw refused('FORBIDDEN', 'Resource not accessible by integration');
  return { name, before, after };
}

const refused = (type: string, message: string): GraphQLError => new GraphQLError(message, { extensions: { type } });

const unprocessable = (message: string): GraphQLError => refused('UNPROCESSABLE', message);

const missing = (id: string): GraphQLError =>
  refused('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'.`);
