// Pull requests as JSON, for REST routes and webhook payloads.

import type { Urls } from '../ids.js';
import { fullName, type PullRequest } from '../state.js';
import { htmlOf } from './issue-json.js';
import { labelJson } from './labels.js';
import { milestoneJson } from './milestones.js';
import { repositoryJson } from './repositories.js';
import { associationOf, simpleUser } from './users.js';

/** A pull request in lists. */
export function simplePullJson(urls: Urls, pull: PullRequest) {
  const [assignee] = pull.assignees;
  return {
    ...linksOf(urls, pull),
    id: pull.id,
    node_id: pull.nodeId,
    number: pull.number,
    state: pull.state,
    locked: pull.locked,
    active_lock_reason: pull.lockReason,
    title: pull.title,
    user: simpleUser(urls, pull.author),
    body: pull.body,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.merge?.at ?? null,
    merge_commit_sha: pull.merge?.sha ?? null,
    assignee: assignee === undefined ? null : simpleUser(urls, assignee),
    assignees: pull.assignees.map((one) => simpleUser(urls, one)),
    requested_reviewers: pull.requestedReviewers.map((one) => simpleUser(urls, one)),
    requested_teams: [],
    labels: pull.labels.map((label) => labelJson(urls, label)),
    milestone: pull.milestone === null ? null : milestoneJson(urls, pull.milestone),
    draft: pull.draft,
    head: headJson(urls, pull),
    base: baseJson(urls, pull),
    author_association: associationOf(pull.repository, pull.author),
    auto_merge: autoMergeJson(urls, pull),
  };
}

/** A pull request in webhooks, where mergeability is omitted as on GitHub. */
export function webhookPullJson(urls: Urls, pull: PullRequest) {
  const { merge } = pull;
  return {
    ...simplePullJson(urls, pull),
    merged: merge !== null,
    mergeable: null,
    rebaseable: null,
    mergeable_state: 'unknown',
    merged_by: merge === null ? null : simpleUser(urls, merge.by),
    comments: pull.comments.length,
    review_comments: pull.threads.reduce((sum, { comments }) => sum + comments.length, 0),
    maintainer_can_modify: false,
    commits: pull.commits.length,
  };
}

function linksOf(urls: Urls, pull: PullRequest) {
  const repository = `${urls.api}/repos/${fullName(pull.repository)}`;
  const url = `${repository}/pulls/${pull.number}`;
  const html = htmlOf(urls, pull);
  const issue = `${repository}/issues/${pull.number}`;
  const to = {
    self: url,
    html,
    issue,
    comments: `${issue}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${repository}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${repository}/statuses/${pull.head.sha}`,
  };
  return {
    url,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issue,
    commits_url: to.commits,
    review_comments_url: to.review_comments,
    review_comment_url: to.review_comment,
    comments_url: to.comments,
    statuses_url: to.statuses,
    _links: Object.fromEntries(Object.entries(to).map(([name, href]) => [name, { href }])),
  };
}

function headJson(urls: Urls, { head, author }: PullRequest) {
  const owner = head.repository?.owner ?? author;
  return {
    label: `${owner.login}:${head.ref}`,
    ref: head.ref,
    sha: head.sha,
    user: simpleUser(urls, owner),
    repo: head.repository === null ? null : repositoryJson(urls, head.repository),
  };
}

function baseJson(urls: Urls, { base, repository }: PullRequest) {
  return {
    label: `${repository.owner.login}:${base.ref}`,
    ref: base.ref,
    sha: base.sha,
    user: simpleUser(urls, repository.owner),
    repo: repositoryJson(urls, repository),
  };
}

function autoMergeJson(urls: Urls, { autoMerge, title, number }: PullRequest) {
  if (autoMerge === null) return null;
  return {
    enabled_by: simpleUser(urls, autoMerge.by),
    merge_method: autoMerge.method,
    commit_title: `${title} (#${number})`,
    commit_message: '',
  };
}
