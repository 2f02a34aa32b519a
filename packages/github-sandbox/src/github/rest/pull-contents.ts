import { page } from '../http/paginate.js';
import { type RepositoryCall, type Route, repositoryRoute } from '../http/route.js';
import { changesOfPull } from '../pulls/changes-of.js';
import { reads } from '../who/need.js';
import { commitJson, fileJson } from './commits.js';
import { pullOf } from './find.js';

async function commits(call: RepositoryCall) {
  const { repository, commits: shas } = pullOf(call);
  const read = await Promise.all(shas.map((sha) => repository.commits.read(sha)));
  return page(call, read, (commit) => commitJson(call, commit));
}

/** What a pull request changes, from where it left its base. */
async function files(call: RepositoryCall) {
  const pull = pullOf(call);
  return page(call, await changesOfPull(pull), (change) => fileJson(call, { sha: pull.head.sha, change }));
}

export const pullContentRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/pulls/{pull_number}/commits',
    { operation: 'pulls/list-commits', need: reads('pull_requests') },
    commits,
  ),
  repositoryRoute(
    'GET …/pulls/{pull_number}/files',
    { operation: 'pulls/list-files', need: reads('pull_requests') },
    files,
  ),
];
