// REST routes of git refs. Loaded by rest/index.ts.

import { z } from 'zod';
import { changeRef } from '../acts/refs.js';
import { forbidden, notFound, unprocessable } from '../api-error.js';
import { mayChangeWorkflowFiles } from '../auth/credential.js';
import { reads, writes } from '../auth/required-permission.js';
import {
  isFastForward,
  isRefName,
  listRefs,
  type Ref,
  readRef,
  typeOf,
  workflowFileBetween,
  zeroSha,
} from '../git/refs.js';
import { created, noContent, ok, type Reply } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import type { Urls } from '../ids.js';
import { fullName, type Repository } from '../state.js';

/** A ref as JSON. */
function refJson(urls: Urls, repository: Repository, ref: Ref) {
  const url = `${urls.api}/repos/${fullName(repository)}/git`;
  return {
    ref: ref.name,
    node_id: `REF_${Buffer.from(`${repository.id}:${ref.name}`).toString('base64url')}`,
    url: `${url}/${ref.name}`,
    object: { sha: ref.sha, type: ref.type, url: `${url}/${ref.type}s/${ref.sha}` },
  };
}

const draft = z.object({ ref: z.string(), sha: z.string() });
const change = z.object({ sha: z.string(), force: z.boolean().default(false) });

const nameOf = ({ params }: RepositoryCall): string => `refs/${params.ref}`;

/** Serializes writers of a repository, so that checks still hold when the ref moves. */
const serialize = (call: RepositoryAct, work: () => Promise<Reply>) =>
  call.world.serialize(call.repository.gitDir, work);

async function checkWorkflowFiles(call: RepositoryAct, move: { before: string; after: string }): Promise<void> {
  if (mayChangeWorkflowFiles(call.who)) return;
  const file = await workflowFileBetween(call.repository.gitDir, move);
  if (file !== null) throw forbidden('Resource not accessible by integration');
}

async function checkTarget(call: RepositoryAct, { name, sha }: { name: string; sha: string }): Promise<Ref['type']> {
  const type = await typeOf(call.repository.gitDir, sha);
  if (type === null) throw unprocessable('Object does not exist');
  if (name.startsWith('refs/heads/') && type !== 'commit') throw unprocessable('Object is not a commit');
  return type === 'tag' || type === 'tree' || type === 'blob' ? type : 'commit';
}

async function create(call: RepositoryAct) {
  const { ref: name, sha } = readBody(call, draft);
  const { repository, world } = call;
  if (!/^refs\/.+\/.+/.test(name))
    throw unprocessable('Reference name must start with refs/ and contain at least two slashes.');
  if (!(await isRefName(repository.gitDir, name))) throw unprocessable(`${name} is not a valid ref name.`);
  const type = await checkTarget(call, { name, sha });
  if ((await readRef(repository.gitDir, name)) !== null) throw unprocessable('Reference already exists');
  await checkWorkflowFiles(call, { before: zeroSha, after: sha });
  if (!(await changeRef(call, { repository, name, before: zeroSha, after: sha }))) {
    throw unprocessable('Reference cannot be created');
  }
  return created(refJson(world.urls, repository, { name, sha, type }));
}

async function update(call: RepositoryAct) {
  const { sha, force } = readBody(call, change);
  const { repository, world } = call;
  const name = nameOf(call);
  const current = await readRef(repository.gitDir, name);
  if (current === null) throw unprocessable('Reference does not exist');
  const type = await checkTarget(call, { name, sha });
  const isAllowed = force || (await isFastForward(repository.gitDir, { from: current.sha, to: sha }));
  if (!isAllowed) throw unprocessable('Update is not a fast forward');
  await checkWorkflowFiles(call, { before: current.sha, after: sha });
  if (sha !== current.sha && !(await changeRef(call, { repository, name, before: current.sha, after: sha }))) {
    throw unprocessable('Update is not a fast forward');
  }
  return ok(refJson(world.urls, repository, { name, sha, type }));
}

async function remove(call: RepositoryAct) {
  const { repository } = call;
  const name = nameOf(call);
  const current = await readRef(repository.gitDir, name);
  if (current === null) throw unprocessable('Reference does not exist');
  await changeRef(call, { repository, name, before: current.sha, after: zeroSha });
  return noContent();
}

const write = { need: writes({ role: 'write' }, 'contents'), hasContentRateLimit: false };

export const refRoutes: readonly Route[] = [
  repositoryRoute('GET …/git/ref/{ref}', { operation: 'git/get-ref', need: reads('contents') }, async (call) => {
    const ref = await readRef(call.repository.gitDir, nameOf(call));
    if (ref === null) throw notFound();
    return ok(refJson(call.world.urls, call.repository, ref));
  }),
  repositoryRoute(
    'GET …/git/matching-refs/{ref}',
    { operation: 'git/list-matching-refs', need: reads('contents') },
    async (call) => {
      const refs = await listRefs(call.repository.gitDir, nameOf(call));
      return page(call, refs, (ref) => refJson(call.world.urls, call.repository, ref));
    },
  ),
  repositoryAct('POST …/git/refs', { operation: 'git/create-ref', ...write }, (call) =>
    serialize(call, () => create(call)),
  ),
  repositoryAct('PATCH …/git/refs/{ref}', { operation: 'git/update-ref', ...write }, (call) =>
    serialize(call, () => update(call)),
  ),
  repositoryAct('DELETE …/git/refs/{ref}', { operation: 'git/delete-ref', ...write }, (call) =>
    serialize(call, () => remove(call)),
  ),
];
