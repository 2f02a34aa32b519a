// REST route that compares two commits. Loaded by rest/index.ts.

import { notFound } from '../api-error.js';
import { reads } from '../auth/required-permission.js';
import { changesBetween } from '../git/commits.js';
import { compareCommits } from '../git/history.js';
import { resolveCommit } from '../git/refs.js';
import { ok } from '../http/message.js';
import { type RepositoryCall, type Route, repositoryRoute } from '../http/route.js';
import { fullName } from '../state.js';
import { commitJson, fileJson } from './commits.js';

/** GitHub's limits for a comparison; further ones are only counted. */
const LIMITS = { commits: 250, files: 300 };

async function compare(call: RepositoryCall) {
  const { repository, params, world } = call;
  const [from = '', to = ''] = (params.basehead ?? '').split('...');
  const base = await resolveCommit(repository.gitDir, from);
  const head = await resolveCommit(repository.gitDir, to);
  if (base === null || head === null) throw notFound();
  const { status, commits, behindBy, mergeBase } = await compareCommits(repository.commits, { base, head });
  if (mergeBase === null) throw notFound(`No common ancestor between ${from} and ${to}.`);
  const changes = await changesBetween(repository.gitDir, { from: mergeBase, to: head });
  const html = `${world.urls.html}/${fullName(repository)}/compare/${from}...${to}`;
  return ok({
    url: `${world.urls.api}/repos/${fullName(repository)}/compare/${from}...${to}`,
    html_url: html,
    permalink_url: `${world.urls.html}/${fullName(repository)}/compare/${base}...${head}`,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: commitJson(call, await repository.commits.read(base)),
    merge_base_commit: commitJson(call, await repository.commits.read(mergeBase)),
    status,
    ahead_by: commits.length,
    behind_by: behindBy,
    total_commits: commits.length,
    commits: commits.slice(0, LIMITS.commits).map((commit) => commitJson(call, commit)),
    files: changes.slice(0, LIMITS.files).map((change) => fileJson(call, { sha: head, change })),
  });
}

export const compareRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/compare/{basehead}',
    { operation: 'repos/compare-commits-with-basehead', need: reads('contents') },
    compare,
  ),
];
