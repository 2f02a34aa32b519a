// REST routes of commit statuses. Loaded by rest/index.ts.

import { z } from 'zod';
import { createStatus } from '../acts/statuses.js';
import { notFound, unprocessable } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { resolveCommit, typeOf } from '../git/refs.js';
import { created, ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import { statusesOf } from '../pulls/checks.js';
import { type CommitStatus, fullName, statusStates } from '../state.js';
import { minimalRepository } from './repositories.js';
import { simpleUser } from './users.js';

function statusJson({ world, repository }: RepositoryCall, status: CommitStatus) {
  return {
    url: `${world.urls.api}/repos/${fullName(repository)}/statuses/${status.sha}`,
    avatar_url: `${world.urls.html}/avatars/u/${status.creator.id}`,
    id: status.id,
    node_id: status.nodeId,
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
  };
}

const withCreator = (call: RepositoryCall, status: CommitStatus) => ({
  ...statusJson(call, status),
  creator: simpleUser(call.world.urls, status.creator),
});

const draft = z.object({
  state: z.enum(statusStates),
  target_url: z.string().nullable().optional(),
  description: z.string().nullable().optional(),
  context: z.string().default('default'),
});

async function create(call: RepositoryAct) {
  const { state, target_url, description, context } = readBody(call, draft);
  const sha = call.params.sha ?? '';
  const { repository } = call;
  if ((await typeOf(repository.gitDir, sha)) !== 'commit') throw unprocessable(`No commit found for SHA: ${sha}`);
  const texts = { description: description ?? null, targetUrl: target_url ?? null };
  return created(withCreator(call, createStatus(call, { repository, sha, state, context, ...texts })));
}

async function shaOf({ repository, params }: RepositoryCall): Promise<string> {
  const sha = await resolveCommit(repository.gitDir, params.ref ?? '');
  if (sha === null) throw notFound();
  return sha;
}

/** The combined state of all statuses; check runs do not count. */
async function combined(call: RepositoryCall) {
  const { repository, world } = call;
  const sha = await shaOf(call);
  const statuses = statusesOf(repository, sha);
  const url = `${world.urls.api}/repos/${fullName(repository)}/commits/${sha}`;
  return ok({
    state: combine(statuses),
    statuses: statuses.map((status) => statusJson(call, status)),
    sha,
    total_count: statuses.length,
    repository: minimalRepository(world.urls, repository),
    commit_url: url,
    url: `${url}/status`,
  });
}

function combine(statuses: readonly CommitStatus[]): 'success' | 'pending' | 'failure' {
  if (statuses.some(({ state }) => state === 'failure' || state === 'error')) return 'failure';
  return statuses.length > 0 && statuses.every(({ state }) => state === 'success') ? 'success' : 'pending';
}

export const statusRoutes: readonly Route[] = [
  repositoryAct(
    'POST …/statuses/{sha}',
    {
      operation: 'repos/create-commit-status',
      need: writes({ role: 'write' }, 'statuses'),
      hasContentRateLimit: false,
    },
    create,
  ),
  repositoryRoute(
    'GET …/commits/{ref}/status',
    { operation: 'repos/get-combined-status-for-ref', need: reads('statuses') },
    combined,
  ),
  repositoryRoute(
    'GET …/commits/{ref}/statuses',
    { operation: 'repos/list-commit-statuses-for-ref', need: reads('statuses') },
    async (call) => {
      const all = call.repository.checks.statuses.get(await shaOf(call)) ?? [];
      return page(call, all.toReversed(), (status) => withCreator(call, status));
    },
  ),
];
