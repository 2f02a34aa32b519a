import { nodeId } from '../ids.js';
import type { Account, Issue, Repository, StateReason } from '../state.js';
import { type Act, stamp } from '../world.js';
import { addLabels } from './labels.js';
import { tell } from './tell.js';

export type IssueDraft = {
  readonly title: string;
  readonly body: string | null;
  readonly labels: readonly string[];
  readonly assignees: readonly Account[];
};

/** Opens an issue: one event for the opening, one for each label and each assignee, as GitHub sends them. */
export function openIssue(act: Act, { repository, draft }: { repository: Repository; draft: IssueDraft }): Issue {
  const issue = buildIssue(act, { repository, title: draft.title, body: draft.body });
  const event = { name: 'issues', action: 'opened', subjects: { issue } };
  tell(act, { repository, kind: 'issue.opened', subject: `#${issue.number}`, detail: { title: issue.title }, event });
  addLabels(act, { issue, names: draft.labels });
  setAssignees(act, { issue, assignees: draft.assignees });
  return issue;
}

/** An issue without anybody being told: what a seed puts there. */
export function buildIssue(
  { world, by }: Act,
  { repository, title, body }: { repository: Repository; title: string; body: string | null },
): Issue {
  const id = world.ids.next();
  const at = stamp(world);
  const issue: Issue = {
    ...blank,
    kind: 'Issue',
    id,
    nodeId: nodeId('I', id),
    repository,
    number: repository.nextNumber,
    author: by.account,
    viaApp: by.app,
    createdAt: at,
    updatedAt: at,
    title,
    body,
    comments: [],
    reactions: [],
  };
  repository.nextNumber += 1;
  repository.issues.push(issue);
  world.state.nodes.set(issue.nodeId, issue);
  return issue;
}

const blank = {
  state: 'open',
  stateReason: null,
  labels: [],
  assignees: [],
  locked: false,
  lockReason: null,
  type: null,
  blockedBy: [],
  duplicateOf: null,
  closedAt: null,
  closedBy: null,
} satisfies Partial<Issue>;

/** Changes title or body; nothing is told when nothing changed. */
export function editIssue(
  act: Act,
  { issue, title, body }: { issue: Issue; title: string | undefined; body: string | null | undefined },
): void {
  const changes = {
    ...(title === undefined || title === issue.title ? {} : { title: { from: issue.title } }),
    ...(body === undefined || body === issue.body ? {} : { body: { from: issue.body ?? '' } }),
  };
  if (Object.keys(changes).length === 0) return;
  issue.title = title ?? issue.title;
  issue.body = body === undefined ? issue.body : body;
  tellOf(act, issue, { kind: 'issue.edited', action: 'edited', detail: { changed: Object.keys(changes) }, changes });
}

/** Closes or reopens an issue; asking for the state it is in changes only the reason. */
export function setState(
  act: Act,
  { issue, state, reason }: { issue: Issue; state: Issue['state']; reason: StateReason | null },
): void {
  if (issue.state === state) return;
  issue.state = state;
  issue.stateReason = reason ?? (state === 'closed' ? 'completed' : 'reopened');
  issue.closedAt = state === 'closed' ? stamp(act.world) : null;
  issue.closedBy = state === 'closed' ? act.by.account : null;
  const verb = state === 'closed' ? 'closed' : 'reopened';
  tellOf(act, issue, { kind: `issue.${verb}`, action: verb, detail: { reason: issue.stateReason } });
}

/** Makes the assignees of an issue exactly these. */
export function setAssignees(act: Act, { issue, assignees }: { issue: Issue; assignees: readonly Account[] }): void {
  const gone = issue.assignees.filter((one) => !assignees.includes(one));
  const added = assignees.filter((one) => !issue.assignees.includes(one));
  issue.assignees = [...issue.assignees.filter((one) => !gone.includes(one)), ...added];
  for (const assignee of gone) tellAssignee(act, { issue, assignee, action: 'unassigned' });
  for (const assignee of added) tellAssignee(act, { issue, assignee, action: 'assigned' });
}

function tellAssignee(
  act: Act,
  { issue, assignee, action }: { issue: Issue; assignee: Account; action: 'assigned' | 'unassigned' },
): void {
  tellOf(act, issue, { kind: `issue.${action}`, action, detail: { assignee: assignee.login }, assignee });
}

/** Locks or opens a conversation. */
export function setLock(
  act: Act,
  { issue, locked, reason }: { issue: Issue; locked: boolean; reason: string | null },
): void {
  if (issue.locked === locked) return;
  issue.locked = locked;
  issue.lockReason = locked ? reason : null;
  const verb = locked ? 'locked' : 'unlocked';
  tellOf(act, issue, { kind: `issue.${verb}`, action: verb });
}

type News = {
  kind: string;
  action: string;
  detail?: { readonly [name: string]: unknown };
  changes?: unknown;
  assignee?: Account;
};

function tellOf(act: Act, issue: Issue, { kind, action, detail, changes, assignee }: News): void {
  issue.updatedAt = stamp(act.world);
  tell(act, {
    repository: issue.repository,
    kind,
    subject: `#${issue.number}`,
    ...(detail === undefined ? {} : { detail }),
    event: {
      name: 'issues',
      action,
      subjects: { issue, ...(assignee === undefined ? {} : { assignee }) },
      ...(changes === undefined ? {} : { extra: { changes } }),
    },
  });
}
