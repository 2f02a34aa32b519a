// REST routes of branches. Loaded by rest/index.ts.

import { notFound } from '../api-error.js';
import { reads } from '../auth/required-permission.js';
import { readCommit } from '../git/commits.js';
import { listRefs, readRef } from '../git/refs.js';
import { ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { type RepositoryCall, type Route, repositoryRoute } from '../http/route.js';
import { fullName } from '../state.js';
import { commitJson } from './commits.js';

const heads = 'refs/heads/';

async function list(call: RepositoryCall) {
  const { world, repository } = call;
  const branches = await listRefs(repository.gitDir, heads);
  return page(call, branches, ({ name, sha }) => ({
    name: name.slice(heads.length),
    commit: { sha, url: `${world.urls.api}/repos/${fullName(repository)}/commits/${sha}` },
    protected: false,
  }));
}

async function get(call: RepositoryCall) {
  const { world, repository, params } = call;
  const name = params.branch ?? '';
  const ref = await readRef(repository.gitDir, `${heads}${name}`);
  if (ref === null) throw notFound('Branch not found');
  const self = `${world.urls.api}/repos/${fullName(repository)}/branches/${name}`;
  return ok({
    name,
    commit: commitJson(call, await readCommit(repository.gitDir, ref.sha)),
    _links: { self, html: `${world.urls.html}/${fullName(repository)}/tree/${name}` },
    protected: false,
    protection: { enabled: false, required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] } },
    protection_url: `${self}/protection`,
  });
}

export const branchRoutes: readonly Route[] = [
  repositoryRoute('GET …/branches', { operation: 'repos/list-branches', need: reads('contents') }, list),
  repositoryRoute('GET …/branches/{branch}', { operation: 'repos/get-branch', need: reads('contents') }, get),
];
