// The mutations of GraphQL. Used by endpoints/graphql.ts.

import { GraphQLError } from 'graphql';
import { addLabels, removeLabel } from '../../acts/labels.js';
import { emitRefMoved } from '../../acts/refs.js';
import { setResolved } from '../../acts/reviews.js';
import { ApiError } from '../../api-error.js';
import { authorize } from '../../auth/authorize.js';
import { actorOf, mayChangeWorkflowFiles } from '../../auth/credential.js';
import { type RepositoryNeed, writes } from '../../auth/required-permission.js';
import { isFastForward, isRefName, moveRefs, readRef, typeOf, workflowFileBetween, zeroSha } from '../../git/refs.js';
import type { Label, Node, Repository } from '../../state.js';
import type { Act } from '../../world.js';
import type { Fields, QueryContext } from '../query-context.js';

type LabelsInput = { readonly labelableId: string; readonly labelIds: readonly string[] };

type ThreadInput = { readonly threadId: string };

type UpdateRefs = { readonly repositoryId: string; readonly refUpdates: readonly RefUpdate[] };

type RefUpdate = {
  readonly name: string;
  readonly afterOid: string;
  /** Zeros: the ref must not exist. Undefined: any current value. */
  readonly beforeOid?: string | null;
  readonly force?: boolean | null;
};

type Given<Input> = { readonly input: Input & { readonly clientMutationId?: string | null } };

/** All mutations. Each field succeeds or fails on its own, in order. */
export function mutationType(context: QueryContext): Fields {
  return {
    addLabelsToLabelable: ({ input }: Given<LabelsInput>) => {
      const { issue, labels, act } = readLabelsInput(context, input);
      addLabels(act, { issue, names: labels.map(({ name }) => name) });
      return { clientMutationId: input.clientMutationId ?? null, labelable: context.show(issue) };
    },
    removeLabelsFromLabelable: ({ input }: Given<LabelsInput>) => {
      const { issue, labels, act } = readLabelsInput(context, input);
      for (const label of labels) if (issue.labels.includes(label)) removeLabel(act, { issue, label });
      return { clientMutationId: input.clientMutationId ?? null, labelable: context.show(issue) };
    },
    resolveReviewThread: ({ input }: Given<ThreadInput>) => setThreadResolved(context, { input, isResolved: true }),
    unresolveReviewThread: ({ input }: Given<ThreadInput>) => setThreadResolved(context, { input, isResolved: false }),
    updateRefs: async ({ input }: Given<UpdateRefs>) => {
      await updateRefs(context, input);
      return { clientMutationId: input.clientMutationId ?? null };
    },
  };
}

function setThreadResolved(context: QueryContext, { input, isResolved }: Given<ThreadInput> & { isResolved: boolean }) {
  const thread = nodeWith(context, input.threadId);
  if (thread.kind !== 'PullRequestReviewThread') throw missing(input.threadId);
  const act = actIn(context, thread.pull.repository, writes({ role: 'write' }, 'pull_requests'));
  setResolved(act, thread, isResolved);
  return { clientMutationId: input.clientMutationId ?? null, thread: context.show(thread) };
}

function readLabelsInput(context: QueryContext, { labelableId, labelIds }: LabelsInput) {
  const issue = nodeWith(context, labelableId);
  if (issue.kind !== 'Issue' && issue.kind !== 'PullRequest') throw missing(labelableId);
  const labels = labelIds.map((id): Label => {
    const label = nodeWith(context, id);
    if (label.kind !== 'Label' || label.repository !== issue.repository) throw missing(id);
    return label;
  });
  const act = actIn(context, issue.repository, writes({ role: 'triage' }, 'issues', 'pull_requests'));
  return { issue, labels, act };
}

/** Updates all refs or none. */
async function updateRefs(context: QueryContext, { repositoryId, refUpdates }: UpdateRefs): Promise<void> {
  const repository = nodeWith(context, repositoryId);
  if (repository.kind !== 'Repository') throw missing(repositoryId);
  const act = actIn(context, repository, writes({ role: 'write' }, 'contents'));
  await context.world.serialize(repository.gitDir, async () => {
    const moves = await Promise.all(refUpdates.map((update) => moveOf(context, { repository, update })));
    if (!(await moveRefs(repository.gitDir, moves))) throw unprocessable('The references could not be updated.');
    for (const move of moves) if (move.before !== move.after) await emitRefMoved(act, { repository, ...move });
  });
}

async function moveOf(
  { who }: QueryContext,
  { repository, update }: { repository: Repository; update: RefUpdate },
): Promise<{ name: string; before: string; after: string }> {
  const { name, afterOid: after, beforeOid, force } = update;
  const dir = repository.gitDir;
  if (!(await isRefName(dir, name))) throw unprocessable(`${name} is not a valid ref name.`);
  const before = (await readRef(dir, name))?.sha ?? zeroSha;
  if (beforeOid != null && beforeOid !== before)
    throw unprocessable(`Reference ${name} is at ${before} but expected ${beforeOid}.`);
  if (after !== zeroSha && (await typeOf(dir, after)) === null) throw unprocessable(`Object ${after} does not exist.`);
  const isMove = before !== zeroSha && after !== zeroSha;
  if (isMove && force !== true && !(await isFastForward(dir, { from: before, to: after })))
    throw unprocessable(`${name} is not a fast-forward.`);
  if (!mayChangeWorkflowFiles(who) && (await workflowFileBetween(dir, { before, after })) !== null)
    throw refused('FORBIDDEN', 'Resource not accessible by integration');
  return { name, before, after };
}

/** The acting account; throws without the permission. */
function actIn(context: QueryContext, repository: Repository, need: RepositoryNeed): Act {
  try {
    authorize(context.who, need, repository);
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    throw refused(problem.status === 404 ? 'NOT_FOUND' : 'FORBIDDEN', problem.message);
  }
  const by = actorOf(context.who);
  if (by === null) throw refused('FORBIDDEN', 'Resource not accessible by integration');
  return { world: context.world, by };
}

function nodeWith({ world }: QueryContext, id: string): Node {
  const node = world.state.nodes.get(id);
  if (node === undefined) throw missing(id);
  return node;
}

const refused = (type: string, message: string): GraphQLError => new GraphQLError(message, { extensions: { type } });

const missing = (id: string): GraphQLError =>
  refused('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'.`);

const unprocessable = (message: string): GraphQLError => refused('UNPROCESSABLE', message);
