import { GraphQLError } from 'graphql';
import { tellRefMoved } from '../../acts/refs.js';
import { isFastForward, isRefName, moveRefs, readRef, typeOf, workflowFileBetween, zeroSha } from '../../git/refs.js';
import { Refusal } from '../../refusal.js';
import type { Repository } from '../../state.js';
import { authorize } from '../../who/authorize.js';
import { actorOf, mayTouchWorkflows } from '../../who/credential.js';
import { writesAs } from '../../who/need.js';
import type { Fields, Sight } from '../sight.js';

export type UpdateRefs = {
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
export async function updateRefs(
  sight: Sight,
  { repositoryId, clientMutationId, refUpdates }: UpdateRefs,
): Promise<Fields> {
  const { world, who } = sight;
  const repository = repositoryWith(sight, repositoryId);
  const by = actorOf(who);
  if (by === null) throw refused('FORBIDDEN', 'Resource not accessible by integration');
  await world.inTurn(repository.gitDir, async () => {
    const moves = await Promise.all(refUpdates.map((update) => moveOf(sight, { repository, update })));
    if (!(await moveRefs(repository.gitDir, moves))) throw unprocessable('The references could not be updated.');
    for (const move of moves) {
      if (move.before !== move.after) await tellRefMoved({ world, by }, { repository, ...move });
    }
  });
  return { clientMutationId: clientMutationId ?? null };
}

function repositoryWith({ world, who }: Sight, id: string): Repository {
  const node = world.state.nodes.get(id);
  if (node?.kind !== 'Repository')
    throw refused('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'.`);
  try {
    authorize(who, writesAs('write', 'contents'), node);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    throw refused(problem.status === 404 ? 'NOT_FOUND' : 'FORBIDDEN', problem.message);
  }
  return node;
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
