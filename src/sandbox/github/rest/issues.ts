import { z } from 'zod';
import * as acts from '../acts/issues.js';
import { setLabels } from '../acts/labels.js';
import { created, noContent, ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import { forbidden, validationFailed } from '../refusal.js';
import { type Account, findAccount, fullName, type Issue, reaches, roleOf } from '../state.js';
import type { Urls } from '../urls.js';
import { reads, writesAs } from '../who/need.js';
import { appJson } from './apps.js';
import { associationOf } from './association.js';
import { checkText, longestBody, longestTitle } from './check-text.js';
import { issueOf } from './find.js';
import { labelJson } from './labels.js';
import { reactionRollup } from './reactions.js';
import { simpleUser } from './users.js';

/** An issue as the API and the webhooks show it. */
export function issueJson(urls: Urls, issue: Issue) {
  const repository = `${urls.api}/repos/${fullName(issue.repository)}`;
  const url = `${repository}/issues/${issue.number}`;
  return {
    ...linksOf(url),
    repository_url: repository,
    html_url: `${urls.html}/${fullName(issue.repository)}/issues/${issue.number}`,
    id: issue.id,
    node_id: issue.nodeId,
    number: issue.number,
    title: issue.title,
    user: simpleUser(urls, issue.author),
    labels: issue.labels.map((label) => labelJson(urls, label)),
    state: issue.state,
    state_reason: issue.stateReason,
    locked: issue.locked,
    active_lock_reason: issue.lockReason,
    assignee: issue.assignees[0] === undefined ? null : simpleUser(urls, issue.assignees[0]),
    assignees: issue.assignees.map((account) => simpleUser(urls, account)),
    milestone: null,
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    closed_by: issue.closedBy === null ? null : simpleUser(urls, issue.closedBy),
    author_association: associationOf(issue.repository, issue.author),
    body: issue.body,
    reactions: reactionRollup(url, issue.reactions),
    performed_via_github_app: issue.viaApp === null ? null : appJson(urls, issue.viaApp),
    issue_dependencies_summary: dependenciesOf(issue),
  };
}

const linksOf = (url: string) => ({
  url,
  labels_url: `${url}/labels{/name}`,
  comments_url: `${url}/comments`,
  events_url: `${url}/events`,
  timeline_url: `${url}/timeline`,
});

function dependenciesOf(issue: Issue) {
  const blocks = issue.repository.issues.filter((other) => other.blockedBy.includes(issue));
  const open = (issues: readonly Issue[]) => issues.filter(({ state }) => state === 'open').length;
  return {
    blocked_by: open(issue.blockedBy),
    total_blocked_by: issue.blockedBy.length,
    blocking: open(blocks),
    total_blocking: blocks.length,
  };
}

const text = z.union([z.string(), z.number()]).transform(String);
const labelName = z
  .union([z.string(), z.object({ name: z.string() })])
  .transform((one) => (typeof one === 'string' ? one : one.name));
const draft = z.object({
  title: text,
  body: z.string().nullable().optional(),
  labels: z.array(labelName).optional(),
  assignees: z.array(z.string()).optional(),
});
const change = draft.partial().extend({
  state: z.enum(['open', 'closed']).optional(),
  state_reason: z.enum(['completed', 'not_planned', 'duplicate', 'reopened']).nullable().optional(),
});

function checkDraft({ title, body }: { title?: string | undefined; body?: string | null | undefined }): void {
  if (title === '') throw validationFailed({ resource: 'Issue', code: 'missing_field', field: 'title' });
  checkText({ resource: 'Issue', field: 'title', text: title, longest: longestTitle });
  checkText({ resource: 'Issue', field: 'body', text: body, longest: longestBody });
}

function accountsOf(call: RepositoryAct, logins: readonly string[]): Account[] {
  return logins.map((login) => {
    const account = findAccount(call.world.state, login);
    if (account !== undefined && (account.kind === 'Bot' || roleOf(call.repository, account) !== null)) return account;
    throw validationFailed({ resource: 'Issue', code: 'invalid', field: 'assignees', value: login });
  });
}

/** People below triage may write, but what they say about labels and assignees is dropped without a word. */
const sorts = ({ who, repository }: RepositoryAct): boolean =>
  who.kind !== 'user' || reaches(roleOf(repository, who.account), 'triage');

function open(call: RepositoryAct) {
  const wanted = readBody(call, draft);
  checkDraft(wanted);
  const may = sorts(call);
  const issue = acts.openIssue(call, {
    repository: call.repository,
    draft: {
      title: wanted.title,
      body: wanted.body ?? null,
      labels: may ? (wanted.labels ?? []) : [],
      assignees: may ? accountsOf(call, wanted.assignees ?? []) : [],
    },
  });
  return created(issueJson(call.world.urls, issue));
}

function update(call: RepositoryAct) {
  const issue = issueOf(call);
  const wanted = readBody(call, change);
  checkDraft(wanted);
  if (!sorts(call) && issue.author !== call.by.account) throw forbidden('Must have admin rights to Repository.');
  acts.editIssue(call, { issue, title: wanted.title, body: wanted.body });
  if (sorts(call)) {
    if (wanted.labels !== undefined) setLabels(call, { issue, names: wanted.labels });
    if (wanted.assignees !== undefined) {
      acts.setAssignees(call, { issue, assignees: accountsOf(call, wanted.assignees) });
    }
  }
  if (wanted.state !== undefined)
    acts.setState(call, { issue, state: wanted.state, reason: wanted.state_reason ?? null });
  return ok(issueJson(call.world.urls, issue));
}

/** The issues a list asks for: by state, labels, assignee, author and time of the last change. */
function select({ repository, query }: RepositoryCall): Issue[] {
  const state = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter((name) => name !== '');
  const since = query.get('since');
  const creator = query.get('creator')?.toLowerCase();
  const assignee = query.get('assignee')?.toLowerCase();
  const fits = (issue: Issue) =>
    (state === 'all' || issue.state === state) &&
    labels.every((name) => issue.labels.some((label) => label.name.toLowerCase() === name.toLowerCase())) &&
    (since === null || Date.parse(issue.updatedAt) >= Date.parse(since)) &&
    (creator === undefined || issue.author.login.toLowerCase() === creator) &&
    (assignee === undefined || assigned(issue, assignee));
  return sort(repository.issues.filter(fits), query);
}

function assigned(issue: Issue, assignee: string): boolean {
  if (assignee === '*') return issue.assignees.length > 0;
  if (assignee === 'none') return issue.assignees.length === 0;
  return issue.assignees.some(({ login }) => login.toLowerCase() === assignee);
}

function sort(issues: Issue[], query: URLSearchParams): Issue[] {
  const by = query.get('sort') ?? 'created';
  const rank = (issue: Issue) =>
    by === 'comments' ? issue.comments.length : Date.parse(by === 'updated' ? issue.updatedAt : issue.createdAt);
  const direction = query.get('direction') === 'asc' ? 1 : -1;
  return issues.sort((a, b) => direction * (rank(a) - rank(b) || a.number - b.number));
}

const lock = z.object({ lock_reason: z.enum(['off-topic', 'too heated', 'resolved', 'spam']).optional() }).nullable();

export const issueRoutes: readonly Route[] = [
  repositoryRoute('GET …/issues', { operation: 'issues/list-for-repo', need: reads('issues') }, (call) =>
    page(call, select(call), (issue) => issueJson(call.world.urls, issue)),
  ),
  repositoryAct('POST …/issues', { operation: 'issues/create', need: writesAs('read', 'issues') }, open),
  repositoryRoute(
    'GET …/issues/{issue_number}',
    { operation: 'issues/get', need: reads('issues', 'pull_requests') },
    (call) => ok(issueJson(call.world.urls, issueOf(call))),
  ),
  repositoryAct(
    'PATCH …/issues/{issue_number}',
    { operation: 'issues/update', need: writesAs('read', 'issues', 'pull_requests') },
    update,
  ),
  repositoryAct(
    'PUT …/issues/{issue_number}/lock',
    { operation: 'issues/lock', need: writesAs('write', 'issues', 'pull_requests') },
    (call) => {
      const reason = readBody(call, lock)?.lock_reason ?? null;
      acts.setLock(call, { issue: issueOf(call), locked: true, reason });
      return noContent();
    },
  ),
  repositoryAct(
    'DELETE …/issues/{issue_number}/lock',
    { operation: 'issues/unlock', need: writesAs('write', 'issues', 'pull_requests') },
    (call) => {
      acts.setLock(call, { issue: issueOf(call), locked: false, reason: null });
      return noContent();
    },
  ),
];
