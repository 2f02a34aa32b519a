// REST routes of comments on issues and pull requests, and comments as JSON, also for webhook payloads and timelines.

import { z } from 'zod';
import * as acts from '../acts/comments.js';
import { forbidden, validationFailed } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { created, noContent, ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import type { Urls } from '../ids.js';
import { type Comment, fullName, reaches, roleOf } from '../state.js';
import { appJson } from './apps.js';
import { commentOf, threadOf } from './find.js';
import { reactionRollup } from './reactions.js';
import { checkText, MAX_BODY } from './text-limits.js';
import { associationOf, simpleUser } from './users.js';

/** A comment as JSON. */
export function commentJson(urls: Urls, comment: Comment) {
  const { issue } = comment;
  const repository = fullName(issue.repository);
  const url = `${urls.api}/repos/${repository}/issues/comments/${comment.id}`;
  return {
    url,
    html_url: `${urls.html}/${repository}/issues/${issue.number}#issuecomment-${comment.id}`,
    issue_url: `${urls.api}/repos/${repository}/issues/${issue.number}`,
    id: comment.id,
    node_id: comment.nodeId,
    user: simpleUser(urls, comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
    author_association: associationOf(issue.repository, comment.author),
    reactions: reactionRollup(url, comment.reactions),
    performed_via_github_app: comment.viaApp === null ? null : appJson(urls, comment.viaApp),
  };
}

const draft = z.object({ body: z.string() });

function bodyOf(call: RepositoryAct): string {
  const { body } = readBody(call, draft);
  if (body.trim() === '') throw validationFailed({ resource: 'IssueComment', code: 'missing_field', field: 'body' });
  checkText({ resource: 'IssueComment', field: 'body', text: body, longest: MAX_BODY });
  return body;
}

const mayWriteTo = ({ who, repository }: RepositoryAct): boolean =>
  who.kind === 'user' && reaches(roleOf(repository, who.account), 'write');

function create(call: RepositoryAct) {
  const issue = threadOf(call);
  const body = bodyOf(call);
  // Apps and workflows are no collaborators, so locks apply to them regardless of permissions.
  if (issue.locked && !mayWriteTo(call)) throw forbidden('Unable to create comment because issue is locked.');
  return created(commentJson(call.world.urls, acts.createComment(call, { issue, body })));
}

/** The comment of a path, if the caller wrote it or has write access; otherwise throws 403. */
function ownComment(call: RepositoryAct): Comment {
  const comment = commentOf(call);
  // For Apps and workflows the permission that the route requires is sufficient.
  const mayChangeAny = call.who.kind !== 'user' || mayWriteTo(call);
  if (comment.author !== call.by.account && !mayChangeAny) throw forbidden('Must have admin rights to Repository.');
  return comment;
}

/** Comments updated since a time, oldest first. */
function since(comments: readonly Comment[], query: URLSearchParams): Comment[] {
  const from = query.get('since');
  return comments.filter(({ updatedAt }) => from === null || Date.parse(updatedAt) >= Date.parse(from));
}

function ordered(comments: Comment[], query: URLSearchParams): Comment[] {
  const rank = ({ createdAt, updatedAt }: Comment) =>
    Date.parse(query.get('sort') === 'updated' ? updatedAt : createdAt);
  const direction = query.get('direction') === 'desc' ? -1 : 1;
  return comments.sort((a, b) => direction * (rank(a) - rank(b) || a.id - b.id));
}

const mayRead = reads('issues', 'pull_requests');
const mayWrite = writes({ role: 'read' }, 'issues', 'pull_requests');

export const commentRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/issues/{issue_number}/comments',
    { operation: 'issues/list-comments', need: mayRead },
    (call) => page(call, since(threadOf(call).comments, call.query), (one) => commentJson(call.world.urls, one)),
  ),
  repositoryAct(
    'POST …/issues/{issue_number}/comments',
    { operation: 'issues/create-comment', need: mayWrite },
    create,
  ),
  repositoryRoute('GET …/issues/comments', { operation: 'issues/list-comments-for-repo', need: mayRead }, (call) => {
    const all = [...call.repository.threadsByNumber.values()].flatMap(({ comments }) => comments);
    return page(call, ordered(since(all, call.query), call.query), (one) => commentJson(call.world.urls, one));
  }),
  repositoryRoute('GET …/issues/comments/{comment_id}', { operation: 'issues/get-comment', need: mayRead }, (call) =>
    ok(commentJson(call.world.urls, commentOf(call))),
  ),
  repositoryAct(
    'PATCH …/issues/comments/{comment_id}',
    { operation: 'issues/update-comment', need: mayWrite },
    (call) => {
      const comment = ownComment(call);
      acts.editComment(call, { comment, body: bodyOf(call) });
      return ok(commentJson(call.world.urls, comment));
    },
  ),
  repositoryAct(
    'DELETE …/issues/comments/{comment_id}',
    { operation: 'issues/delete-comment', need: mayWrite },
    (call) => {
      acts.deleteComment(call, ownComment(call));
      return noContent();
    },
  ),
];
