// The events that crew reacts to: webhooks, Actions events, the schedule, the command line. src/services builds them; the entry points,
// src/runs, src/commands and `fix` read them. run.ts uses one type. Types only.
import type { Repo } from './index.js';

/** The account that caused an event. */
export interface Actor {
  readonly login: string;
  readonly id: number;
  readonly bot: boolean;
}

/** The issue or pull request that crew replies in. */
export interface ReplyPlace {
  readonly repo: Repo;
  readonly issue: number;
}

/** The text of an issue or pull request when the event occurred. Later edits are not part of the request. */
export interface SubjectText {
  /** The time of the event, as GitHub writes it. */
  readonly at: string;
  readonly title: string;
  readonly body: string;
}

/** What the events of an issue or pull request have in common. */
interface IssueEvent {
  /** The same for each delivery of the same event. Run ids are derived from it. */
  readonly key: string;
  readonly actor: Actor;
  /** Where crew replies. */
  readonly at: ReplyPlace;
  readonly seen?: SubjectText | undefined;
}

interface CommentEvent extends IssueEvent {
  readonly kind: 'comment';
  readonly comment: CommentText;
}

interface LabelEvent extends IssueEvent {
  readonly kind: 'labelled';
  readonly label: string;
}

interface AssignEvent extends IssueEvent {
  readonly kind: 'assigned';
  readonly assignee: Actor;
}

/** A checkbox of crew's digest issue was ticked. It starts its command on the issue that it names. */
interface TickEvent extends IssueEvent {
  readonly kind: 'ticked';
  readonly command: string;
  /** The author of the issue with the checkbox. The event counts only if this is crew. */
  readonly owner: Actor;
}

/** `workflow_dispatch` with a command. */
interface DispatchEvent {
  readonly kind: 'dispatched';
  readonly key: string;
  readonly actor: Actor;
  readonly repo: Repo;
  readonly issue: number | undefined;
  readonly command: string;
}

/** `workflow_dispatch` with a recorded run. The requester is in the record, not in the event. */
interface RunDispatchEvent {
  readonly kind: 'dispatched-run';
  readonly key: string;
  readonly repo: Repo;
  readonly run: string;
  /** The issue or pull request with the command, or the issue of the run's subject. */
  readonly issue?: number | undefined;
}

/**
 * A command in a workflow file of the repository, such as a schedule. No permission is checked, because only people with write access
 * change these files.
 */
interface ScheduleEvent {
  readonly kind: 'scheduled';
  readonly key: string;
  readonly repo: Repo;
  readonly command: string;
}

/** A command line at a terminal. */
interface TypedEvent {
  readonly kind: 'typed';
  readonly key: string;
  readonly repo: Repo | undefined;
  readonly issue: number | undefined;
  /** The run that an option names. */
  readonly run?: string | undefined;
  readonly words: readonly string[];
}

export type Event =
  | CommentEvent
  | LabelEvent
  | AssignEvent
  | TickEvent
  | DispatchEvent
  | RunDispatchEvent
  | ScheduleEvent
  | TypedEvent;

/** A text with commands, and the place where it was written. */
export interface CommentText {
  readonly id: number;
  /** `body` is the text of the issue or pull request itself. Only a comment of the thread can get a reaction by its id. */
  readonly where: 'thread' | 'review' | 'inline' | 'body';
  readonly body: string;
}

/** A change on a board: the repository, and the id of the account that made it. */
export interface BoardChange {
  readonly repo: Repo;
  readonly by: number;
  /** The pull request that was merged or closed. */
  readonly closedPull?: number | undefined;
}
