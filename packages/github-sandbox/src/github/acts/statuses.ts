// Creates commit statuses. Used by the REST routes of statuses and by seeds.

import { nodeId } from '../ids.js';
import type { CommitStatus, Repository } from '../state.js';
import { fullName } from '../state.js';
import { type Act, stamp } from '../world.js';
import { emit } from './emit.js';

type StatusDraft = {
  readonly repository: Repository;
  readonly sha: string;
  readonly context: string;
  readonly state: CommitStatus['state'];
  readonly description?: string | null;
  readonly targetUrl?: string | null;
};

/** Creates a commit status; earlier ones of the same context stay but no longer count. */
export function createStatus(act: Act, draft: StatusDraft): CommitStatus {
  const status = buildStatus(act, draft);
  const { repository, sha } = draft;
  const { id, state, description, context, targetUrl, createdAt } = status;
  const extra = {
    id,
    sha,
    name: fullName(repository),
    target_url: targetUrl,
    context,
    description,
    state,
    branches: [],
    created_at: createdAt,
    updated_at: createdAt,
  };
  emit(act, {
    repository,
    kind: 'status.created',
    subject: sha,
    detail: { context, state },
    event: { name: 'status', extra },
  });
  return status;
}

/** Creates a status without events; used by seeds. `required`: null if the branch's rules decide. */
export function buildStatus(
  { world, by }: Act,
  {
    repository,
    sha,
    context,
    state,
    description,
    targetUrl,
    required = null,
  }: StatusDraft & { required?: boolean | null },
): CommitStatus {
  const id = world.ids.next();
  const status: CommitStatus = {
    kind: 'StatusContext',
    id,
    nodeId: nodeId('SC', id),
    sha,
    context,
    state,
    description: description ?? null,
    targetUrl: targetUrl ?? null,
    creator: by.account,
    createdAt: stamp(world),
    required,
  };
  repository.checks.statuses.set(sha, [...(repository.checks.statuses.get(sha) ?? []), status]);
  return status;
}
