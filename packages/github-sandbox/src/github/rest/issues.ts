// REST routes of issues. Loaded by rest/index.ts.

import { z } from 'zod';
import * as acts from '../acts/issues.js';
import { setLabels } from '../acts/labels.js';
import { setPullState } from '../acts/pulls.js';
import { forbidden, validationFailed } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { created, noContent, ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import { type Account, findAccount, type Milestone, reaches, roleOf, type StateReason, type Thread } from '../state.js';
import { redirectIfMoved, threadOf } from './find.js';
import { issueJson } from './issue-json.js';
import { checkText, MAX_BODY, MAX_TITLE } from './text-limits.js';

const text = z.union([z.string(), z.number()]).transform(String);
const labelName = z
  .union([z.string(), z.object({ name: z.string() })])
  .transform((one) => (typeof one === 'string' ? one : one.name));
const draft = z.object({
  title: text,
  body: z.string().nullable().optional(),
  labels: z.array(labelName).optional(),
  assignees: z.array(z.string()).optional(),
  milestone: z.union([z.string(), z.number()]).nullable().optional(),
});
const change = draft.partial().extend({
  state: z.enum(['open', 'closed']).optional(),
  state_reason: z.enum(['completed', 'not_planned', 'duplicate', 'reopened']).nullable().optional(),
});

function checkDraft({ title, body }: { title?: string | undefined; body?: string | null | undefined }): void {
  if (title === '') throw validationFailed({ resource: 'Issue', code: 'missing_field', field: 'title' });
  checkText({ resource: 'Issue', field: 'title', text: title, longest: MAX_TITLE });
  checkText({ resource: 'Issue', field: 'body', text: body, longest: MAX_BODY });
}

function accountsOf(call: RepositoryAct, logins: readonly string[]): Account[] {
  return logins.map((login) => {
    const account = findAccount(call.world.state, login);
    if (account !== undefined && (account.kind === 'Bot' || roleOf(call.repository, account) !== null)) return account;
    throw validationFailed({ resource: 'Issue', code: 'invalid', field: 'assignees', value: login });
  });
}

/** Without triage access, GitHub silently drops the labels, assignees and milestone of a request. */
const mayTriage = ({ who, repository }: RepositoryAct): boolean =>
  who.kind !== 'user' || reaches(roleOf(repository, who.account), 'triage');

function open(call: RepositoryAct) {
  const wanted = readBody(call, draft);
  checkDraft(wanted);
  const isTriager = mayTriage(call);
  const issue = acts.openIssue(call, {
    repository: call.repository,
    draft: {
      title: wanted.title,
      body: wanted.body ?? null,
      labels: isTriager ? (wanted.labels ?? []) : [],
      assignees: isTriager ? accountsOf(call, wanted.assignees ?? []) : [],
      milestone: isTriager ? milestoneOf(call, wanted.milestone ?? null) : null,
    },
  });
  return created(issueJson(call.world.urls, issue));
}

function update(call: RepositoryAct) {
  const issue = threadOf(call);
  const wanted = readBody(call, change);
  checkDraft(wanted);
  if (!mayTriage(call) && issue.author !== call.by.account) throw forbidden('Must have admin rights to Repository.');
  acts.editIssue(call, { issue, title: wanted.title, body: wanted.body });
  if (mayTriage(call)) {
    if (wanted.labels !== undefined) setLabels(call, { issue, names: wanted.labels });
    if (wanted.assignees !== undefined) {
      acts.setAssignees(call, { issue, assignees: accountsOf(call, wanted.assignees) });
    }
    if (wanted.milestone !== undefined) {
      acts.setMilestone(call, { issue, milestone: milestoneOf(call, wanted.milestone) });
    }
  }
  if (wanted.state !== undefined) setThreadState(call, { issue, state: wanted.state, reason: wanted.state_reason });
  return ok(issueJson(call.world.urls, issue));
}

function milestoneOf({ repository }: RepositoryAct, wanted: string | number | null): Milestone | null {
  if (wanted === null) return null;
  const found = repository.milestones.find(({ number }) => number === Number(wanted));
  if (found !== undefined) return found;
  throw validationFailed({ resource: 'Issue', code: 'invalid', field: 'milestone', value: String(wanted) });
}

function setThreadState(
  call: RepositoryAct,
  { issue, state, reason = null }: { issue: Thread; state: Thread['state']; reason?: StateReason | null | undefined },
): void {
  if (issue.kind === 'PullRequest') setPullState(call, { pull: issue, state });
  else acts.setState(call, { issue, state, reason });
}

/** Filters issues by state, labels, assignee, author and time. Pull requests are included. */
function select({ repository, query }: RepositoryCall): Thread[] {
  const state = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter((name) => name !== '');
  const since = query.get('since');
  const creator = query.get('creator')?.toLowerCase();
  const assignee = query.get('assignee')?.toLowerCase();
  const fits = (issue: Thread) =>
    (state === 'all' || issue.state === state) &&
    labels.every((name) => issue.labels.some((label) => label.name.toLowerCase() === name.toLowerCase())) &&
    (since === null || Date.parse(issue.updatedAt) >= Date.parse(since)) &&
    (creator === undefined || issue.author.login.toLowerCase() === creator) &&
    (assignee === undefined || assigned(issue, assignee));
  return sort([...repository.threadsByNumber.values()].filter(fits), query);
}

function assigned(issue: Thread, assignee: string): boolean {
  if (assignee === '*') return issue.assignees.length > 0;
  if (assignee === 'none') return issue.assignees.length === 0;
  return issue.assignees.some(({ login }) => login.toLowerCase() === assignee);
}

function sort(issues: Thread[], query: URLSearchParams): Thread[] {
  const by = query.get('sort') ?? 'created';
  const rank = (issue: Thread) =>
    by === 'comments' ? issue.comments.length : Date.parse(by === 'updated' ? issue.updatedAt : issue.createdAt);
  const direction = query.get('direction') === 'asc' ? 1 : -1;
  const ranked = issues.map((issue) => ({ issue, rank: rank(issue) }));
  ranked.sort((a, b) => direction * (a.rank - b.rank || a.issue.number - b.issue.number));
  return ranked.map(({ issue }) => issue);
}

const lock = z.object({ lock_reason: z.enum(['off-topic', 'too heated', 'resolved', 'spam']).optional() }).nullable();

export const issueRoutes: readonly Route[] = [
  repositoryRoute('GET …/issues', { operation: 'issues/list-for-repo', need: reads('issues') }, (call) =>
    page(call, select(call), (issue) => issueJson(call.world.urls, issue)),
  ),
  repositoryAct('POST …/issues', { operation: 'issues/create', need: writes({ role: 'read' }, 'issues') }, open),
  repositoryRoute(
    'GET …/issues/{issue_number}',
    { operation: 'issues/get', need: reads('issues', 'pull_requests') },
    (call) => redirectIfMoved(call) ?? ok(issueJson(call.world.urls, threadOf(call))),
  ),
  repositoryAct(
    'PATCH …/issues/{issue_number}',
    { operation: 'issues/update', need: writes({ role: 'read' }, 'issues', 'pull_requests') },
    update,
  ),
  repositoryAct(
    'PUT …/issues/{issue_number}/lock',
    { operation: 'issues/lock', need: writes({ role: 'write' }, 'issues', 'pull_requests') },
    (call) => {
      const reason = readBody(call, lock)?.lock_reason ?? null;
      acts.setLock(call, { issue: threadOf(call), locked: true, reason });
      return noContent();
    },
  ),
  repositoryAct(
    'DELETE …/issues/{issue_number}/lock',
    { operation: 'issues/unlock', need: writes({ role: 'write' }, 'issues', 'pull_requests') },
    (call) => {
      acts.setLock(call, { issue: threadOf(call), locked: false, reason: null });
      return noContent();
    },
  ),
];
