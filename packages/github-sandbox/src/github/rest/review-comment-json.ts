// Review comments as JSON, for REST routes and webhook payloads; and their URLs, also for GraphQL.

import type { Urls } from '../ids.js';
import { fullName, type ReviewComment, type ReviewThread } from '../state.js';
import { htmlOf } from './issue-json.js';
import { associationOf, simpleUser } from './users.js';

/** A review comment as JSON. */
export function reviewCommentJson(urls: Urls, comment: ReviewComment) {
  const { thread, review, author } = comment;
  const { pull } = thread;
  const [first] = thread.comments;
  const repository = `${urls.api}/repos/${fullName(pull.repository)}`;
  const pullUrl = `${repository}/pulls/${pull.number}`;
  const url = `${repository}/pulls/comments/${comment.id}`;
  const html = reviewCommentUrl(urls, comment);
  return {
    url,
    id: comment.id,
    node_id: comment.nodeId,
    pull_request_review_id: review.id,
    ...(first === undefined || first === comment ? {} : { in_reply_to_id: first.id }),
    ...placeOf(thread),
    user: simpleUser(urls, author),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: html,
    pull_request_url: pullUrl,
    author_association: associationOf(pull.repository, author),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
  };
}

/** `position` is deprecated on GitHub and not computed here. */
function placeOf({ origin, line, pull }: ReviewThread) {
  const { path, side, startLine, hunk, commit } = origin;
  const lineShift = line === null ? 0 : line - origin.line;
  return {
    path,
    diff_hunk: hunk,
    position: line === null ? null : 1,
    original_position: 1,
    commit_id: line === null ? commit : pull.head.sha,
    original_commit_id: commit,
    side,
    line,
    original_line: origin.line,
    start_side: startLine === null ? null : side,
    start_line: startLine === null || line === null ? null : startLine + lineShift,
    original_start_line: startLine,
    subject_type: 'line',
  };
}

/** The URL of a comment on its page. */
export const reviewCommentUrl = (urls: Urls, { thread, id }: ReviewComment): string =>
  `${htmlOf(urls, thread.pull)}#discussion_r${id}`;
