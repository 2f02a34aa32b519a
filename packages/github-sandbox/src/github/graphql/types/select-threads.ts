import type { Issue, PullRequest, Thread } from '../../state.js';
import type { PageArguments } from '../connection.js';

type Narrowed = PageArguments & {
  readonly states?: readonly string[] | null;
  readonly labels?: readonly string[] | null;
  readonly orderBy?: { readonly field: string; readonly direction: string } | null;
};

export type IssueArguments = Narrowed & {
  readonly filterBy?: {
    readonly since?: string | null;
    readonly states?: readonly string[] | null;
    readonly labels?: readonly string[] | null;
    readonly assignee?: string | null;
    readonly createdBy?: string | null;
  } | null;
};

export type PullArguments = Narrowed & { readonly baseRefName?: string | null; readonly headRefName?: string | null };

/** The issues that are asked for, in the order that is asked for. */
export function selectIssues(issues: readonly Issue[], given: IssueArguments): Issue[] {
  const { filterBy } = given;
  const states = given.states ?? filterBy?.states;
  const since = filterBy?.since == null ? null : Date.parse(filterBy.since);
  const fits = (issue: Issue) =>
    (states == null || states.includes(issue.state.toUpperCase())) &&
    hasLabel(issue, given.labels ?? filterBy?.labels) &&
    (since === null || Date.parse(issue.updatedAt) >= since) &&
    (filterBy?.createdBy == null || issue.author.login === filterBy.createdBy) &&
    (filterBy?.assignee == null || isAssigned(issue, filterBy.assignee));
  return order(issues.filter(fits), given.orderBy);
}

const isAssigned = ({ assignees }: Issue, login: string): boolean =>
  login === '*' ? assignees.length > 0 : assignees.some((one) => one.login === login);

/** The pull requests that are asked for; merged ones are not closed ones here. */
export function selectPulls(pulls: readonly PullRequest[], given: PullArguments): PullRequest[] {
  const { states, labels, baseRefName, headRefName } = given;
  const fits = (pull: PullRequest) =>
    (states == null || states.includes(pull.merge === null ? pull.state.toUpperCase() : 'MERGED')) &&
    hasLabel(pull, labels) &&
    (baseRefName == null || pull.base.ref === baseRefName) &&
    (headRefName == null || pull.head.ref === headRefName);
  return order(pulls.filter(fits), given.orderBy);
}

const hasLabel = (thread: Thread, labels: readonly string[] | null | undefined): boolean =>
  labels == null || thread.labels.some(({ name }) => labels.includes(name));

/** Each rank is made once, not at every comparison: boards have ten thousand issues. */
function order<One extends Thread>(threads: readonly One[], by: Narrowed['orderBy']): One[] {
  const ranked = threads.map((thread) => ({ thread, rank: rankOf(thread, by?.field ?? 'CREATED_AT') }));
  const direction = by?.direction === 'DESC' ? -1 : 1;
  ranked.sort((a, b) => direction * (a.rank - b.rank || a.thread.number - b.thread.number));
  return ranked.map(({ thread }) => thread);
}

function rankOf(thread: Thread, field: string): number {
  if (field === 'COMMENTS') return thread.comments.length;
  return Date.parse(field === 'UPDATED_AT' ? thread.updatedAt : thread.createdAt);
}
