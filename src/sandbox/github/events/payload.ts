import { commentJson } from '../rest/comments.js';
import { issueJson } from '../rest/issues.js';
import { labelJson } from '../rest/labels.js';
import { repositoryJson } from '../rest/repositories.js';
import { simpleUser } from '../rest/users.js';
import { runJson } from '../rest/workflow-runs.js';
import type { Urls } from '../urls.js';
import type { Happening, Subjects } from './happening.js';

export type Payload = { readonly [name: string]: unknown };

/** The body of a webhook about something that just happened; taken at once, because it must not show what comes after. */
export function payloadOf(urls: Urls, happening: Happening): Payload {
  const { action, repository, sender, subjects, extra } = happening;
  const organization = repository.owner.kind === 'Organization';
  const orgUrl = `${urls.api}/orgs/${repository.owner.login}`;
  return {
    ...(action === undefined ? {} : { action }),
    ...showSubjects(urls, subjects),
    ...extra,
    repository: repositoryJson(urls, repository),
    ...(organization ? { organization: { ...simpleUser(urls, repository.owner), url: orgUrl } } : {}),
    sender: simpleUser(urls, sender),
  };
}

/** THE LIST of what an event can be about, and how each is shown. */
function showSubjects(urls: Urls, subjects: Subjects): Payload {
  const { issue, comment, label, assignee, workflow_run } = subjects;
  return {
    ...(issue && { issue: issueJson(urls, issue) }),
    ...(comment && { comment: commentJson(urls, comment) }),
    ...(label && { label: labelJson(urls, label) }),
    ...(assignee && { assignee: simpleUser(urls, assignee) }),
    ...(workflow_run && { workflow_run: runJson(urls, workflow_run) }),
  };
}
