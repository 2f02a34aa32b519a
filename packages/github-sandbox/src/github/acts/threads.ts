// Changes that issues and pull requests have in common. Used by acts/issues.ts and acts/pulls.ts, which export them further.

import type { Account, CommonThreadFields, Milestone, Repository, Thread } from '../state.js';
import { type Act, stamp, type World } from '../world.js';
import { addTimelineEvent, emitThread } from './emit.js';
import { crossReference, updateClosedIssues } from './references.js';

type ThreadDraft = {
  readonly repository: Repository;
  readonly title: string;
  readonly body: string | null;
  /** Default: the next number. */
  readonly number?: number;
};

/** The fields of a new issue or pull request that both kinds have. */
export function buildThreadFields(
  { world, by }: Act,
  { repository, title, body, number }: ThreadDraft,
): CommonThreadFields {
  const at = stamp(world);
  const chosenNumber = number ?? repository.nextNumber;
  if (repository.threadsByNumber.has(chosenNumber)) throw new Error(`#${chosenNumber} exists already`);
  repository.nextNumber = Math.max(repository.nextNumber, chosenNumber + 1);
  return {
    ...emptyFields(),
    repository,
    number: chosenNumber,
    author: by.account,
    viaApp: by.app,
    createdAt: at,
    updatedAt: at,
    title,
    body,
  };
}

const emptyFields = () => ({
  comments: [],
  reactions: [],
  timeline: [],
  cards: new Set<string>(),
  lastEditedAt: null,
  state: 'open' as const,
  labels: [],
  assignees: [],
  milestone: null,
  locked: false,
  lockReason: null,
  closedAt: null,
  closedBy: null,
});

/** Registers a new issue or pull request by number, by node id, and in its list. */
export function registerThread<One extends Thread>(world: World, { thread, list }: { thread: One; list: One[] }): void {
  list.push(thread);
  thread.repository.threadsByNumber.set(thread.number, thread);
  world.state.nodes.set(thread.nodeId, thread);
}

/** Edits title or body; emits nothing if nothing changed. */
export function editThread(
  act: Act,
  { issue, title, body }: { issue: Thread; title: string | undefined; body: string | null | undefined },
): void {
  const changes = {
    ...(title === undefined || title === issue.title ? {} : { title: { from: issue.title } }),
    ...(body === undefined || body === issue.body ? {} : { body: { from: issue.body ?? '' } }),
  };
  if (Object.keys(changes).length === 0) return;
  if (changes.title !== undefined && title !== undefined) {
    addTimelineEvent(act, issue, { kind: 'RenamedTitleEvent', previousTitle: issue.title, currentTitle: title });
  }
  issue.title = title ?? issue.title;
  if (changes.body !== undefined) {
    issue.body = body ?? null;
    issue.lastEditedAt = stamp(act.world);
    if (issue.kind === 'PullRequest') updateClosedIssues(act.world, issue);
  }
  emitThread(act, issue, { kind: 'edited', action: 'edited', detail: { changed: Object.keys(changes) }, changes });
  if (changes.body !== undefined) crossReference(act, { source: issue, text: issue.body });
}

/** Sets the assignees to exactly these. */
export function setAssignees(act: Act, { issue, assignees }: { issue: Thread; assignees: readonly Account[] }): void {
  const removed = issue.assignees.filter((one) => !assignees.includes(one));
  const added = assignees.filter((one) => !issue.assignees.includes(one));
  issue.assignees = [...issue.assignees.filter((one) => !removed.includes(one)), ...added];
  for (const assignee of removed) emitAssignee(act, { issue, assignee, action: 'unassigned' });
  for (const assignee of added) emitAssignee(act, { issue, assignee, action: 'assigned' });
}

function emitAssignee(
  act: Act,
  { issue, assignee, action }: { issue: Thread; assignee: Account; action: 'assigned' | 'unassigned' },
): void {
  addTimelineEvent(act, issue, { kind: action === 'assigned' ? 'AssignedEvent' : 'UnassignedEvent', assignee });
  emitThread(act, issue, { kind: action, action, detail: { assignee: assignee.login }, assignee });
}

/** Locks or unlocks a conversation. */
export function setLock(
  act: Act,
  { issue, locked, reason }: { issue: Thread; locked: boolean; reason: string | null },
): void {
  if (issue.locked === locked) return;
  issue.locked = locked;
  issue.lockReason = locked ? reason : null;
  addTimelineEvent(act, issue, locked ? { kind: 'LockedEvent', lockReason: reason } : { kind: 'UnlockedEvent' });
  const verb = locked ? 'locked' : 'unlocked';
  emitThread(act, issue, { kind: verb, action: verb });
}

/** Sets or removes the milestone. */
export function setMilestone(act: Act, { issue, milestone }: { issue: Thread; milestone: Milestone | null }): void {
  const before = issue.milestone;
  if (before === milestone) return;
  issue.milestone = milestone;
  if (before !== null) addTimelineEvent(act, issue, { kind: 'DemilestonedEvent', milestoneTitle: before.title });
  if (milestone !== null) addTimelineEvent(act, issue, { kind: 'MilestonedEvent', milestoneTitle: milestone.title });
  const verb = milestone === null ? 'demilestoned' : 'milestoned';
  emitThread(act, issue, { kind: verb, action: verb, detail: { milestone: milestone?.title ?? before?.title } });
}
