// Reviews as JSON, for REST routes and webhook payloads.

import type { Urls } from '../ids.js';
import { fullName, type Review } from '../state.js';
import { htmlOf } from './issue-json.js';
import { associationOf, simpleUser } from './users.js';

/** A review as JSON. */
export function reviewJson(urls: Urls, review: Review) {
  const { pull } = review;
  const html = `${htmlOf(urls, pull)}#pullrequestreview-${review.id}`;
  const url = `${urls.api}/repos/${fullName(pull.repository)}/pulls/${pull.number}`;
  return {
    id: review.id,
    node_id: review.nodeId,
    user: simpleUser(urls, review.author),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: url,
    author_association: associationOf(pull.repository, review.author),
    _links: { html: { href: html }, pull_request: { href: url } },
    commit_id: review.commit,
    ...(review.submittedAt === null ? {} : { submitted_at: review.submittedAt }),
  };
}
