// Builds the payloads of webhooks and Actions events. Used by create-world.ts and actions/start-runs.ts; event.ts uses its type.

import type { Urls } from '../ids.js';
import type { RepositoryEvent, Subjects } from '../repository-event.js';
import { checkRunJson, checkSuiteJson } from '../rest/check-json.js';
import { commentJson } from '../rest/comments.js';
import { issueJson } from '../rest/issue-json.js';
import { labelJson } from '../rest/labels.js';
import { webhookPullJson } from '../rest/pull-json.js';
import { repositoryJson } from '../rest/repositories.js';
import { reviewCommentJson } from '../rest/review-comment-json.js';
import { reviewJson } from '../rest/review-json.js';
import { simpleUser } from '../rest/users.js';
import { jobJson } from '../rest/workflow-jobs.js';
import { runJson } from '../rest/workflow-runs.js';
import type { Repository } from '../state.js';

export type Payload = { readonly [name: string]: unknown };

/** The payload of a webhook and of an Actions event. It is built when the event happens, so it shows the state at that time. */
export function payloadOf(urls: Urls, repositoryEvent: RepositoryEvent): Payload {
  const { action, repository, sender, subjects, extra } = repositoryEvent;
  const organization = repository.owner.kind === 'Organization';
  const orgUrl = `${urls.api}/orgs/${repository.owner.login}`;
  return {
    ...(action === undefined ? {} : { action }),
    ...subjectFields(urls, { subjects, repository }),
    ...extra,
    repository: repositoryJson(urls, repository),
    ...(organization ? { organization: { ...simpleUser(urls, repository.owner), url: orgUrl } } : {}),
    sender: simpleUser(urls, sender),
  };
}

/** The payload fields of all kinds of subjects. */
function subjectFields(urls: Urls, { subjects, repository }: { subjects: Subjects; repository: Repository }): Payload {
  const { issue, comment, label, assignee, requested_reviewer, workflow_run, workflow_job, pull_request, review } =
    subjects;
  const { review_comment, check_run, check_suite, blocked_issue, blocking_issue, parent_issue, sub_issue } = subjects;
  return {
    ...(issue && { issue: issueJson(urls, issue) }),
    ...(comment && { comment: commentJson(urls, comment) }),
    ...(label && { label: labelJson(urls, label) }),
    ...(assignee && { assignee: simpleUser(urls, assignee) }),
    ...(requested_reviewer && { requested_reviewer: simpleUser(urls, requested_reviewer) }),
    ...(workflow_run && { workflow_run: runJson(urls, workflow_run) }),
    ...(workflow_job && { workflow_job: jobJson(urls, workflow_job) }),
    ...(pull_request && { pull_request: webhookPullJson(urls, pull_request) }),
    ...(review && { review: { ...reviewJson(urls, review), state: review.state.toLowerCase() } }),
    ...(review_comment && { comment: reviewCommentJson(urls, review_comment) }),
    ...(check_run && { check_run: checkRunJson(urls, { repository, run: check_run }) }),
    ...(check_suite && { check_suite: checkSuiteJson(urls, { repository, suite: check_suite }) }),
    ...(blocked_issue && { blocked_issue: issueJson(urls, blocked_issue) }),
    ...(blocking_issue && { blocking_issue: issueJson(urls, blocking_issue) }),
    ...(parent_issue && { parent_issue: issueJson(urls, parent_issue) }),
    ...(sub_issue && { sub_issue: issueJson(urls, sub_issue) }),
  };
}
