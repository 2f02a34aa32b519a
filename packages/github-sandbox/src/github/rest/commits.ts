// REST routes of commits; and commits and changed files as JSON, also for the routes of branches, comparisons, timelines and pull requests.

import { ApiError, notFound } from '../api-error.js';
import { reads } from '../auth/required-permission.js';
import { accountWithEmail } from '../commit-author.js';
import { type Commit, changesOf, type FileChange, logCommits, readCommit, type Signature } from '../git/commits.js';
import { historyOf } from '../git/history.js';
import { resolveCommit } from '../git/refs.js';
import { ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { type RepositoryCall, type Route, repositoryRoute } from '../http/route.js';
import { fullName } from '../state.js';
import { gitCommitJson } from './git-commits.js';
import { simplePullJson } from './pull-json.js';
import { simpleUser } from './users.js';

/** A commit as JSON. */
export function commitJson({ world, repository }: Pick<RepositoryCall, 'world' | 'repository'>, commit: Commit) {
  const url = `${world.urls.api}/repos/${fullName(repository)}/commits`;
  const { node_id, html_url, tree, verification, parents } = gitCommitJson(world.urls, repository, commit);
  const accountOf = (signature: Signature) => {
    const account = accountWithEmail(world.state.accounts.values(), signature);
    return account === undefined ? null : simpleUser(world.urls, account);
  };
  return {
    sha: commit.sha,
    node_id,
    url: `${url}/${commit.sha}`,
    html_url,
    comments_url: `${url}/${commit.sha}/comments`,
    commit: {
      url: `${world.urls.api}/repos/${fullName(repository)}/git/commits/${commit.sha}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      tree,
      comment_count: 0,
      verification,
    },
    author: accountOf(commit.author),
    committer: accountOf(commit.committer),
    parents: parents.map((parent) => ({ ...parent, url: `${url}/${parent.sha}` })),
  };
}

/** A changed file as JSON. */
export function fileJson(
  { world, repository }: Pick<RepositoryCall, 'world' | 'repository'>,
  { sha, change }: { sha: string; change: FileChange },
) {
  const html = `${world.urls.html}/${fullName(repository)}`;
  return {
    sha: change.sha,
    filename: change.path,
    status: change.status,
    additions: change.additions,
    deletions: change.deletions,
    changes: change.additions + change.deletions,
    blob_url: `${html}/blob/${sha}/${change.path}`,
    raw_url: `${html}/raw/${sha}/${change.path}`,
    contents_url: `${world.urls.api}/repos/${fullName(repository)}/contents/${change.path}?ref=${sha}`,
    patch: change.patch,
  };
}

async function list(call: RepositoryCall) {
  const { repository, query } = call;
  const range = await resolveCommit(repository.gitDir, query.get('sha') ?? repository.defaultBranch);
  if (range === null) throw notFound();
  const path = query.get('path');
  const commits =
    path === null
      ? await historyOf(repository.commits, { head: range })
      : await logCommits(repository.gitDir, { range, path });
  const since = Date.parse(query.get('since') ?? '1970-01-01');
  const until = Date.parse(query.get('until') ?? '9999-01-01');
  const fits = ({ committer }: Commit) => Date.parse(committer.date) >= since && Date.parse(committer.date) <= until;
  return page(call, commits.filter(fits), (commit) => commitJson(call, commit));
}

/** The pull requests that contain a commit. */
function pulls(call: RepositoryCall) {
  const found = [...(call.repository.pullsByCommit.get(call.params.commit_sha ?? '') ?? [])];
  return page(call, found, (pull) => simplePullJson(call.world.urls, pull));
}

async function get(call: RepositoryCall) {
  const { repository, params } = call;
  const sha = await resolveCommit(repository.gitDir, params.ref ?? '');
  if (sha === null) throw new ApiError({ status: 422, message: `No commit found for SHA: ${params.ref}` });
  const commit = await readCommit(repository.gitDir, sha);
  const changes = await changesOf(repository.gitDir, commit);
  const sum = (name: 'additions' | 'deletions') => changes.reduce((total, change) => total + change[name], 0);
  const stats = { additions: sum('additions'), deletions: sum('deletions') };
  return ok({
    ...commitJson(call, commit),
    stats: { ...stats, total: stats.additions + stats.deletions },
    files: changes.map((change) => fileJson(call, { sha, change })),
  });
}

export const commitRoutes: readonly Route[] = [
  repositoryRoute('GET …/commits', { operation: 'repos/list-commits', need: reads('contents') }, list),
  repositoryRoute('GET …/commits/{ref}', { operation: 'repos/get-commit', need: reads('contents') }, get),
  repositoryRoute(
    'GET …/commits/{commit_sha}/pulls',
    { operation: 'repos/list-pull-requests-associated-with-commit', need: reads('contents', 'pull_requests') },
    pulls,
  ),
];
