// REST routes that merge a pull request and list its commits and files. Loaded by rest/index.ts.

import { z } from 'zod';
import { mergePull } from '../acts/merge.js';
import { ApiError, notFound } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { noContent, ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import { ruleOf } from '../pulls/checks.js';
import { computedMergeabilityOf } from '../pulls/mergeability.js';
import { changesOfPull } from '../pulls/review-decision.js';
import { mergeMethods } from '../state.js';
import { commitJson, fileJson } from './commits.js';
import { pullOf } from './find.js';

const wanted = z.object({
  commit_title: z.string().optional(),
  commit_message: z.string().optional(),
  sha: z.string().optional(),
  merge_method: z.enum([...mergeMethods, 'rebase']).default('merge'),
});

const notAllowed = (message: string): ApiError => new ApiError({ status: 405, message });

async function merge(call: RepositoryAct) {
  const pull = pullOf(call);
  const { commit_title: title, commit_message: message, sha, merge_method: method } = readBody(call, wanted);
  if (method === 'rebase') throw notAllowed('Rebase merges are not allowed on this repository.');
  if (pull.state === 'closed') throw notAllowed('Pull Request is not mergeable');
  if (sha !== undefined && sha !== pull.head.sha) {
    throw new ApiError({ status: 409, message: 'Head branch was modified. Review and try the merge again.' });
  }
  const { state } = await computedMergeabilityOf(pull);
  if (state === 'DIRTY') throw notAllowed('Pull Request is not mergeable');
  if (state === 'DRAFT') throw notAllowed('Pull Request is still a draft');
  const isQueue = ruleOf(pull).mergeQueue === true;
  if (isQueue) throw notAllowed('Repository rule violations found\n\nChanges must be made through the merge queue');
  if (state === 'BLOCKED' || state === 'BEHIND') throw notAllowed('Repository rule violations found');
  const merged = await mergePull(call, { pull, method, title, message });
  if (merged === null) throw notAllowed('Pull Request is not mergeable');
  return ok({ sha: merged, merged: true, message: 'Pull Request successfully merged' });
}

export const pullMergeRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/pulls/{pull_number}/merge',
    { operation: 'pulls/check-if-merged', need: reads('pull_requests') },
    (call) => {
      if (pullOf(call).merge === null) throw notFound();
      return noContent();
    },
  ),
  repositoryAct(
    'PUT …/pulls/{pull_number}/merge',
    { operation: 'pulls/merge', need: writes({ role: 'write' }, 'contents') },
    merge,
  ),
];

async function commits(call: RepositoryCall) {
  const { repository, commits: shas } = pullOf(call);
  const read = await Promise.all(shas.map((sha) => repository.commits.read(sha)));
  return page(call, read, (commit) => commitJson(call, commit));
}

/** The changed files of a pull request since its merge base. */
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
