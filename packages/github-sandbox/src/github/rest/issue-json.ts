// Issues as JSON, for REST routes and webhook payloads; and URLs and sub-issue counts, also for GraphQL.

import type { Urls } from '../ids.js';
import { fullName, type Issue, type Thread } from '../state.js';
import { appJson } from './apps.js';
import { labelJson } from './labels.js';
import { milestoneJson } from './milestones.js';
import { reactionRollup } from './reactions.js';
import { associationOf, simpleUser } from './users.js';

/** An issue as JSON; pull requests in the form of issues. */
export function issueJson(urls: Urls, thread: Thread) {
  return {
    ...threadJson(urls, thread),
    ...(thread.kind === 'Issue' ? issueOnlyFields(urls, thread) : pullOnlyFields(urls, thread)),
  };
}

function threadJson(urls: Urls, issue: Thread) {
  const repository = `${urls.api}/repos/${fullName(issue.repository)}`;
  const url = `${repository}/issues/${issue.number}`;
  return {
    ...linksOf(url),
    repository_url: repository,
    html_url: htmlOf(urls, issue),
    id: issue.id,
    node_id: issue.nodeId,
    number: issue.number,
    title: issue.title,
    user: simpleUser(urls, issue.author),
    labels: issue.labels.map((label) => labelJson(urls, label)),
    state: issue.state,
    locked: issue.locked,
    active_lock_reason: issue.lockReason,
    assignee: issue.assignees[0] === undefined ? null : simpleUser(urls, issue.assignees[0]),
    assignees: issue.assignees.map((account) => simpleUser(urls, account)),
    milestone: issue.milestone === null ? null : milestoneJson(urls, issue.milestone),
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    closed_by: issue.closedBy === null ? null : simpleUser(urls, issue.closedBy),
    author_association: associationOf(issue.repository, issue.author),
    body: issue.body,
    reactions: reactionRollup(url, issue.reactions),
    performed_via_github_app: issue.viaApp === null ? null : appJson(urls, issue.viaApp),
  };
}

const linksOf = (url: string) => ({
  url,
  labels_url: `${url}/labels{/name}`,
  comments_url: `${url}/comments`,
  events_url: `${url}/events`,
  timeline_url: `${url}/timeline`,
});

/** The URL of an issue's or pull request's page. */
export function htmlOf(urls: Urls, { kind, repository, number }: Thread): string {
  return `${urls.html}/${fullName(repository)}/${kind === 'Issue' ? 'issues' : 'pull'}/${number}`;
}

function issueOnlyFields(urls: Urls, issue: Issue) {
  const { parent } = issue;
  return {
    state_reason: issue.stateReason,
    ...(parent === null
      ? {}
      : { parent_issue_url: `${urls.api}/repos/${fullName(parent.repository)}/issues/${parent.number}` }),
    sub_issues_summary: subIssuesSummary(issue),
    issue_dependencies_summary: dependenciesOf(issue),
  };
}

function pullOnlyFields(urls: Urls, pull: Extract<Thread, { kind: 'PullRequest' }>) {
  const html = htmlOf(urls, pull);
  return {
    draft: pull.draft,
    pull_request: {
      url: `${urls.api}/repos/${fullName(pull.repository)}/pulls/${pull.number}`,
      html_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      merged_at: pull.merge?.at ?? null,
    },
  };
}

/** Counts of sub-issues. */
export function subIssuesSummary({ subIssues }: Issue) {
  const total = subIssues.length;
  const completed = subIssues.filter(({ state }) => state === 'closed').length;
  return { total, completed, percent_completed: total === 0 ? 0 : Math.floor((100 * completed) / total) };
}

const open = (issues: readonly Issue[]) => issues.filter(({ state }) => state === 'open').length;

const dependenciesOf = ({ blockedBy, blocking }: Issue) => ({
  blocked_by: open(blockedBy),
  total_blocked_by: blockedBy.length,
  blocking: open(blocking),
  total_blocking: blocking.length,
});
