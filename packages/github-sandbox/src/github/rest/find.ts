// Finds the issue, pull request or comment that a path names, or answers 404. Used by the REST routes of issues and pull requests.

import { notFound, unprocessable } from '../api-error.js';
import { canSee } from '../auth/authorize.js';
import type { Reply } from '../http/message.js';
import type { Call, RepositoryCall } from '../http/route.js';
import { nodeId } from '../ids.js';
import { type Comment, fullName, type Issue, type PullRequest, type Thread } from '../state.js';

/** The issue or pull request of a path, or 404. */
export function threadOf({ repository, params }: RepositoryCall): Thread {
  const thread = repository.threadsByNumber.get(Number(params.issue_number ?? params.pull_number));
  if (thread === undefined) throw notFound();
  return thread;
}

/** The issue of a path, or 404. */
export function issueOf(call: RepositoryCall): Issue {
  const thread = threadOf(call);
  if (thread.kind !== 'Issue') throw notFound();
  return thread;
}

/** The pull request of a path, or 404. */
export function pullOf(call: RepositoryCall): PullRequest {
  const thread = threadOf(call);
  if (thread.kind !== 'PullRequest') throw notFound();
  return thread;
}

/** The redirect for a transferred issue. GitHub redirects the issue itself, not its sub-resources. */
export function redirectIfMoved({ world, repository, params }: RepositoryCall): Reply | null {
  const issue = repository.transferredIssues.get(Number(params.issue_number));
  if (issue === undefined) return null;
  const url = `${world.urls.api}/repos/${fullName(issue.repository)}/issues/${issue.number}`;
  const documentation_url =
    'https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects';
  return { status: 301, headers: { location: url }, json: { message: 'Moved Permanently', url, documentation_url } };
}

/** The comment of a path, or 404. */
export function commentOf({ repository, params }: RepositoryCall): Comment {
  for (const thread of repository.threadsByNumber.values()) {
    const comment = thread.comments.find(({ id }) => String(id) === params.comment_id);
    if (comment !== undefined) return comment;
  }
  throw notFound();
}

/** The issue with a database id, if the caller can see it. */
export function issueWithId({ world, who }: Pick<Call, 'world' | 'who'>, id: number): Issue {
  const node = world.state.nodes.get(nodeId('I', id));
  if (node?.kind === 'Issue' && canSee(who, node.repository)) return node;
  throw unprocessable('The provided issue does not exist');
}
