// Converts an issue of GitHub's GraphQL API to IssueFacts, for issues of the board (details.ts) and those that it references (referenced.ts).
import type { IssueFacts, Known, Person, Ref } from '../../../ports/board-snapshot.js';
import {
  isCut,
  nodesOf,
  personOf,
  type RawBlockers,
  type RawCard,
  type RawChildren,
  type RawDetails,
  type RawEvent,
  type RawIssue,
  refOf,
} from './raw.js';

/** What was read of an issue; null for parts that were not requested or failed. */
export interface IssueParts {
  readonly issue: RawIssue;
  readonly details: RawDetails | null;
  readonly children: RawChildren | null;
  readonly blockers: RawBlockers | null;
  readonly item: RawCard | null;
}

const CLOSE_REASONS: Readonly<Record<string, 'completed' | 'not_planned' | 'duplicate'>> = {
  NOT_PLANNED: 'not_planned',
  DUPLICATE: 'duplicate',
};

/** Timeline events that count as activity, with their names in the report. */
const EVENT_NAMES: Readonly<Record<string, string>> = {
  LabeledEvent: 'labeled',
  UnlabeledEvent: 'unlabeled',
  AssignedEvent: 'assigned',
  UnassignedEvent: 'unassigned',
  ClosedEvent: 'issue_closed',
  ReopenedEvent: 'issue_reopened',
  RenamedTitleEvent: 'renamed',
  MilestonedEvent: 'milestoned',
  DemilestonedEvent: 'demilestoned',
  BlockedByAddedEvent: 'blocked_added',
  BlockedByRemovedEvent: 'blocked_removed',
  ProjectV2ItemStatusChangedEvent: 'status_moved',
};

/** The facts of an issue, as far as it was read. */
export function issueOf(parts: IssueParts): IssueFacts {
  const { issue, details } = parts;
  const events = eventsOf(details);
  return {
    ref: refOf(issue),
    id: issue.id,
    title: issue.title,
    body: issue.body,
    author: personOf(issue.author),
    createdAt: issue.createdAt,
    closed: closedOf(issue, events),
    duplicateOf: issue.duplicateOf ? refOf(issue.duplicateOf) : undefined,
    locked: issue.locked,
    labels: labelsOf(details, events),
    assignees: assigneesOf(details, events),
    due: issue.milestone?.dueOn ?? undefined,
    milestone: issue.milestone?.title,
    type: issue.issueType?.name,
    reopenings: events.filter((event) => event.__typename === 'ReopenedEvent').map(({ createdAt }) => createdAt),
    children: childrenOf(parts),
    parent: issue.parent ? refOf(issue.parent) : undefined,
    blockedBy: blockersOf(parts, events),
    ...hiddenBlockersOf(parts),
    branches: branchesOf(details, issue.repository.nameWithOwner),
    closers: closersOf(details),
    events: events.flatMap(activityOf),
    comments: commentsOf(details),
    ...(isCut(details?.comments) ? { earlierComments: earlierCommentsOf(details) } : {}),
    status: statusOf(parts.item, events),
  };
}

const eventsOf = (details: RawDetails | null): readonly RawEvent[] => {
  const events = nodesOf(details?.timelineItems);
  return events === 'unread' ? [] : events;
};

function closedOf(issue: RawIssue, events: readonly RawEvent[]): IssueFacts['closed'] {
  if (issue.state !== 'CLOSED') return undefined;
  const converted = events.some((event) => event.__typename === 'ConvertedToDiscussionEvent');
  const reason = converted ? 'converted' : (CLOSE_REASONS[issue.stateReason ?? ''] ?? 'completed');
  return { at: issue.closedAt ?? issue.updatedAt, reason };
}

/** The current labels, each with the person who added it last. */
function labelsOf(details: RawDetails | null, events: readonly RawEvent[]): IssueFacts['labels'] {
  const labels = nodesOf(details?.labels);
  if (labels === 'unread') return [];
  return labels.map(({ name }) => {
    const setEvent = events.findLast((event) => event.__typename === 'LabeledEvent' && event.label?.name === name);
    return { name, by: setEvent?.actor ? personOf(setEvent.actor) : undefined, at: setEvent?.createdAt };
  });
}

function assigneesOf(details: RawDetails | null, events: readonly RawEvent[]): IssueFacts['assignees'] {
  const assignees = nodesOf(details?.assignees);
  if (assignees === 'unread') return [];
  return assignees.map(({ login }) => {
    const setEvent = events.findLast(
      (event) => event.__typename === 'AssignedEvent' && event.assignee?.login === login,
    );
    return { login, at: setEvent?.createdAt };
  });
}

function childrenOf({ issue, children }: IssueParts): Known<readonly Ref[]> {
  if (issue.subIssuesSummary.total === 0) return [];
  const nodes = nodesOf(children?.subIssues);
  // GitHub omits sub-issues that this token cannot see; only the count shows it.
  const isWhole = nodes !== 'unread' && !isCut(children?.subIssues) && nodes.length >= issue.subIssuesSummary.total;
  return isWhole ? nodes.map(refOf) : 'unread';
}

function blockersOf({ issue, blockers }: IssueParts, events: readonly RawEvent[]): IssueFacts['blockedBy'] {
  if (!issue.issueDependenciesSummary || issue.issueDependenciesSummary.totalBlockedBy === 0) return [];
  const nodes = nodesOf(blockers?.blockedBy);
  if (nodes === 'unread' || isCut(blockers?.blockedBy)) return 'unread';
  return nodes.map((node) => {
    const ref = refOf(node);
    const added = events.findLast(({ blockingIssue }) => blockingIssue && refOf(blockingIssue) === ref);
    return { ref, since: added?.createdAt ?? issue.createdAt };
  });
}

/** The number of open blockers that the token cannot read. */
function hiddenBlockersOf({ issue, blockers }: IssueParts): Pick<IssueFacts, 'hiddenBlockers'> {
  const nodes = nodesOf(blockers?.blockedBy);
  if (!issue.issueDependenciesSummary || nodes === 'unread' || isCut(blockers?.blockedBy)) return {};
  const hidden = issue.issueDependenciesSummary.blockedBy - nodes.filter(({ state }) => state === 'OPEN').length;
  return hidden > 0 ? { hiddenBlockers: hidden } : {};
}

/** Branches of other repositories are written `owner/name:branch`. Links to deleted branches are left out. */
function branchesOf(details: RawDetails | null, home: string): Known<readonly string[]> {
  const branches = nodesOf(details?.linkedBranches);
  if (branches === 'unread') return 'unread';
  return branches.flatMap(({ ref }) => {
    if (!ref) return [];
    const repo = ref.repository?.nameWithOwner ?? home;
    return [repo === home ? ref.name : `${repo}:${ref.name}`];
  });
}

function closersOf(details: RawDetails | null): Known<readonly Ref[]> {
  const closers = nodesOf(details?.closers);
  return closers === 'unread' ? 'unread' : closers.map(refOf);
}

function activityOf({ __typename, createdAt, actor, wasAutomated, label }: RawEvent): IssueFacts['events'] {
  const type = EVENT_NAMES[__typename];
  if (type === undefined || !actor) return [];
  const by: Person = wasAutomated ? { ...personOf(actor), bot: true } : personOf(actor);
  return [{ type, at: createdAt, by, ...(label ? { what: label.name } : {}) }];
}

function commentsOf(details: RawDetails | null): IssueFacts['comments'] {
  const comments = nodesOf(details?.comments);
  if (comments === 'unread') return [];
  return comments.map(({ createdAt, lastEditedAt, author, body }) => ({
    at: createdAt,
    by: personOf(author),
    body,
    ...(lastEditedAt ? { editedAt: lastEditedAt } : {}),
  }));
}

/** The number of comments before the newest ones that were read. */
const earlierCommentsOf = (details: RawDetails | null): number =>
  (details?.comments?.totalCount ?? 0) - (details?.comments?.nodes?.length ?? 0);

/** The status column with its last change. An automated change counts as one by a bot. */
function statusOf(item: RawCard | null, events: readonly RawEvent[]): IssueFacts['status'] {
  const status = item?.status;
  if (!status?.name) return undefined;
  const moveEvent = events.findLast(
    (event) => event.__typename === 'ProjectV2ItemStatusChangedEvent' && event.status === status.name,
  );
  if (moveEvent) {
    const by = personOf(moveEvent.actor);
    return { name: status.name, at: moveEvent.createdAt, by: moveEvent.wasAutomated ? { ...by, bot: true } : by };
  }
  return { name: status.name, at: status.updatedAt, by: status.creator ? personOf(status.creator) : undefined };
}

/** An issue that exists but could not be read. */
export function unreadIssue(ref: Ref): IssueFacts {
  return {
    ref,
    unread: true,
    title: '',
    body: '',
    author: personOf(null),
    createdAt: '',
    locked: false,
    labels: [],
    assignees: [],
    reopenings: [],
    children: 'unread',
    blockedBy: 'unread',
    branches: 'unread',
    closers: 'unread',
    events: [],
    comments: [],
  };
}
