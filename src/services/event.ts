// Turns webhooks and Actions events into crew's Event, and into changes of a board. Used by the App and by the Action's gate.

import type { Actor, BoardChange, CommentText, Event, ReplyPlace, SubjectText } from '../ports/event.js';
import type { Repo } from '../ports/index.js';
import { type Fields, fieldsOf } from '../text/json.js';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A positive integer; 0 for anything else. */
const number = (value: unknown): number => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0);

function actorOf(value: unknown): Actor {
  const user = fieldsOf(value);
  const login = text(user.login);
  return { login, id: number(user.id), bot: user.type !== 'User' || login.endsWith('[bot]') };
}

function placeOf(payload: Fields): ReplyPlace | null {
  const subject = fieldsOf(payload.issue ?? payload.pull_request);
  const repo = text(fieldsOf(payload.repository).full_name);
  const issue = number(subject.number);
  return repo && issue ? { repo, issue } : null;
}

/** Title and text of the subject at a time; empty if the payload has none. */
function subjectTextOf(payload: Fields, time: unknown): { readonly seen?: SubjectText } {
  const { title, body } = fieldsOf(payload.issue ?? payload.pull_request);
  return text(title) === '' || text(time) === ''
    ? {}
    : { seen: { at: text(time), title: text(title), body: text(body) } };
}

/** The webhooks that have a comment. Only new comments count; a later edit starts nothing. */
const COMMENT_HOOKS: Readonly<Record<string, { action: string; where: CommentText['where']; field: string }>> = {
  issue_comment: { action: 'created', where: 'thread', field: 'comment' },
  pull_request_review: { action: 'submitted', where: 'review', field: 'review' },
  pull_request_review_comment: { action: 'created', where: 'inline', field: 'comment' },
};

/** When a comment became public. Comments of a review are created before the review is submitted. */
const publishedAt = (comment: Fields, where: CommentText['where']): unknown => {
  if (where === 'inline') return comment.updated_at ?? comment.created_at;
  return where === 'review' ? (comment.submitted_at ?? comment.created_at) : comment.created_at;
};

function commentEvent(name: string, payload: Fields, place: ReplyPlace): Event | null {
  const hook = Object.hasOwn(COMMENT_HOOKS, name) ? COMMENT_HOOKS[name] : undefined;
  if (!hook || payload.action !== hook.action) return null;
  const comment = fieldsOf(payload[hook.field]);
  const id = number(comment.id);
  const actor = actorOf(payload.sender);
  // The sender must be the author of the comment; events without a sender id are rejected.
  if (!id || !actor.id || actor.id !== number(fieldsOf(comment.user).id)) return null;
  const written = { id, where: hook.where, body: text(comment.body) };
  const seen = subjectTextOf(payload, publishedAt(comment, hook.where));
  return { kind: 'comment', key: `${hook.where}-${id}`, actor, at: place, comment: written, ...seen };
}

function issueEvent(name: string, payload: Fields, place: ReplyPlace): Event | null {
  if (!['issues', 'pull_request'].includes(name)) return null;
  const subject = fieldsOf(payload.issue ?? payload.pull_request);
  const stamp = text(subject.updated_at);
  if (payload.action === 'opened') return openedEvent(subject, payload, place);
  const base = { actor: actorOf(payload.sender), at: place, ...subjectTextOf(payload, stamp) };
  if (payload.action === 'labeled') {
    const label = text(fieldsOf(payload.label).name);
    return { kind: 'labelled', key: `label-${place.issue}-${label}-${stamp}`, label, ...base };
  }
  if (payload.action === 'assigned') {
    const assignee = actorOf(payload.assignee);
    return { kind: 'assigned', key: `assign-${place.issue}-${assignee.id}-${stamp}`, assignee, ...base };
  }
  return null;
}

/** Commands in the text of a new issue or pull request, sent by its author. */
function openedEvent(subject: Fields, payload: Fields, place: ReplyPlace): Event | null {
  const actor = actorOf(payload.sender);
  if (!actor.id || actor.id !== number(fieldsOf(subject.user).id)) return null;
  const written = { id: place.issue, where: 'body', body: text(subject.body) } as const;
  return {
    kind: 'comment',
    key: `body-${place.issue}`,
    actor,
    at: place,
    comment: written,
    ...subjectTextOf(payload, subject.created_at),
  };
}

/** A checkbox of the digest issue, with the command that ticking it starts. */
const CHECKBOX = /^- \[([ x])\] .*<!-- crew:box (\d{1,9}) (\/crew [a-z]+) -->$/gm;

/** Commands that a checkbox may start: none that takes free text. */
const TICKABLE_COMMANDS = ['/crew fix', '/crew review', '/crew facilitate'];

/** The checkboxes of a text by command and issue, and whether they are ticked. */
function checkboxesIn(body: string): ReadonlyMap<string, boolean> {
  const boxes = [...body.replaceAll('\r\n', '\n').matchAll(CHECKBOX)];
  return new Map(boxes.map(([, mark, issue, command]) => [`${issue} ${command}`, mark === 'x']));
}

/** The first checkbox that an edit of the digest issue ticked; null for every other edit. */
function tickedEvent(name: string, payload: Fields, place: ReplyPlace): Event | null {
  if (name !== 'issues' || payload.action !== 'edited') return null;
  const issue = fieldsOf(payload.issue);
  const boxesBefore = checkboxesIn(text(fieldsOf(fieldsOf(payload.changes).body).from));
  const ticked = [...checkboxesIn(text(issue.body))].find(
    ([box, isTicked]) => isTicked && boxesBefore.get(box) === false,
  );
  if (!ticked) return null;
  const [, issueNumber = '', command = ''] = /^(\d+) (.+)$/.exec(ticked[0]) ?? [];
  if (!TICKABLE_COMMANDS.includes(command)) return null;
  const key = `tick-${place.issue}-${issueNumber}-${command.replace(/\W+/g, '-')}-${text(issue.updated_at)}`;
  const boardIssue = { repo: place.repo, issue: Number(issueNumber) };
  return { kind: 'ticked', key, actor: actorOf(payload.sender), at: boardIssue, command, owner: actorOf(issue.user) };
}

/** A webhook as an event; null if it does not concern crew. */
export function fromWebhook(name: string, payload: unknown): Event | null {
  const body = fieldsOf(payload);
  const place = placeOf(body);
  if (!place) return null;
  return commentEvent(name, body, place) ?? issueEvent(name, body, place) ?? tickedEvent(name, body, place);
}

/** The event of an Actions run. Its key holds the run id: two scheduled runs are two events, and a re-run is the same event. */
export function fromAction(
  name: string,
  payload: unknown,
  run: { repo: Repo; id: string; command: string },
): Event | null {
  const { repo, command } = run;
  if (name === 'workflow_dispatch') {
    const { sender, inputs } = fieldsOf(payload);
    const runId = text(fieldsOf(inputs).run);
    const issue = number(Number(fieldsOf(inputs).issue)) || undefined;
    if (runId !== '') return { kind: 'dispatched-run', key: `turn-${run.id}`, repo, run: runId, issue };
    return { kind: 'dispatched', key: `dispatch-${run.id}`, actor: actorOf(sender), repo, issue, command };
  }
  // A command in a workflow file of the default branch, or its schedule, comes from the owner. The actor of the event does not matter.
  if (command || name === 'schedule') {
    return { kind: 'scheduled', key: `schedule-${run.id}`, repo, command: command || 'facilitate' };
  }
  return fromWebhook(name, payload);
}

/** By webhook: the actions that may change the verdict of an issue. */
const BOARD_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  issues: [
    'opened',
    'closed',
    'reopened',
    'edited',
    'labeled',
    'unlabeled',
    'assigned',
    'unassigned',
    'transferred',
    'deleted',
  ],
  issue_dependencies: ['blocked_by_added', 'blocked_by_removed', 'blocking_added', 'blocking_removed'],
  sub_issues: ['sub_issue_added', 'sub_issue_removed', 'parent_issue_added', 'parent_issue_removed'],
  pull_request: [
    'opened',
    'closed',
    'reopened',
    'edited',
    'synchronize',
    'ready_for_review',
    'converted_to_draft',
    'review_requested',
    'auto_merge_enabled',
    'auto_merge_disabled',
    'enqueued',
    'dequeued',
  ],
  pull_request_review: ['submitted', 'dismissed'],
  check_suite: ['completed'],
  push: [''],
};

/** The change of a board, if a webhook may change the verdict of an issue; else null. */
export function changedBy(name: string, payload: unknown): BoardChange | null {
  const body = fieldsOf(payload);
  const actions = Object.hasOwn(BOARD_ACTIONS, name) ? BOARD_ACTIONS[name] : undefined;
  const repo = text(fieldsOf(body.repository).full_name);
  if (!repo || !actions?.includes(text(body.action))) return null;
  const by = number(fieldsOf(body.sender).id);
  const isClosedPull = name === 'pull_request' && body.action === 'closed';
  return isClosedPull ? { repo, by, closedPull: number(fieldsOf(body.pull_request).number) } : { repo, by };
}
