// Opens, closes and edits issues. Used by REST, the pages, seeds, the package's src/index.ts, and merges and pushes that close issues.

import { nodeId } from '../ids.js';
import type { Account, Issue, Milestone, Repository, StateReason, TimelineEvent } from '../state.js';
import { type Act, stamp } from '../world.js';
import { addTimelineEvent, emitThread } from './emit.js';
import { addLabels } from './labels.js';
import { crossReference } from './references.js';
import { buildThreadFields, registerThread, setAssignees, setMilestone } from './threads.js';

export { editThread as editIssue, setAssignees, setLock, setMilestone } from './threads.js';

export type IssueDraft = {
  readonly title: string;
  readonly body: string | null;
  readonly labels: readonly string[];
  readonly assignees: readonly Account[];
  readonly milestone: Milestone | null;
};

/** Opens an issue; emits one event for opening and one for each label, assignee and milestone, as GitHub does. */
export function openIssue(act: Act, { repository, draft }: { repository: Repository; draft: IssueDraft }): Issue {
  const issue = buildIssue(act, { repository, title: draft.title, body: draft.body });
  emitThread(act, issue, { kind: 'opened', action: 'opened', detail: { title: issue.title } });
  crossReference(act, { source: issue, text: issue.body });
  addLabels(act, { issue, names: draft.labels });
  setAssignees(act, { issue, assignees: draft.assignees });
  setMilestone(act, { issue, milestone: draft.milestone });
  return issue;
}

/** Creates an issue without events; used by seeds. */
export function buildIssue(
  act: Act,
  { repository, title, body, number }: { repository: Repository; title: string; body: string | null; number?: number },
): Issue {
  const { world } = act;
  const id = world.ids.next();
  const issue: Issue = {
    ...buildThreadFields(act, { repository, title, body, ...(number === undefined ? {} : { number }) }),
    kind: 'Issue',
    id,
    nodeId: nodeId('I', id),
    stateReason: null,
    type: null,
    blockedBy: [],
    blocking: [],
    duplicateOf: null,
    parent: null,
    subIssues: [],
    linkedBranches: [],
    closingPulls: new Set(),
  };
  registerThread(world, { thread: issue, list: repository.issues });
  return issue;
}

/** Closes or reopens an issue; does nothing if it already has the state. */
export function setState(
  act: Act,
  given: { issue: Issue; state: Issue['state']; reason: StateReason | null; closer?: IssueCloser | null },
): void {
  const { issue, state, reason, closer = null } = given;
  if (issue.state === state) return;
  issue.state = state;
  issue.stateReason = reason ?? (state === 'closed' ? 'completed' : 'reopened');
  issue.closedAt = state === 'closed' ? stamp(act.world) : null;
  issue.closedBy = state === 'closed' ? act.by.account : null;
  const { stateReason } = issue;
  addTimelineEvent(
    act,
    issue,
    state === 'closed' ? { kind: 'ClosedEvent', stateReason, closer } : { kind: 'ReopenedEvent', stateReason },
  );
  const verb = state === 'closed' ? 'closed' : 'reopened';
  emitThread(act, issue, { kind: verb, action: verb, detail: { reason: stateReason } });
}

type IssueCloser = NonNullable<Extract<TimelineEvent, { kind: 'ClosedEvent' }>['closer']>;

/** Marks an issue as duplicate and closes it. */
export function markDuplicate(act: Act, { issue, canonical }: { issue: Issue; canonical: Issue }): void {
  issue.duplicateOf = canonical;
  addTimelineEvent(act, issue, { kind: 'MarkedAsDuplicateEvent', canonical });
  setState(act, { issue, state: 'closed', reason: 'duplicate' });
}
