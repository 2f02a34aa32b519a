// The events that crew reacts to: webhooks, Actions events, the schedule, the command line. Types only.
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

/** The issue or pull request when the event occurred. Later edits are not part of the request. */
export interface SubjectText {
  /** When, as GitHub writes it. */
  readonly at: string;
  readonly title: string;
  readonly body: string;
}

export type Event =
  | {
      readonly kind: 'comment';
      readonly key: string;
      readonly actor: Actor;
      readonly at: ReplyPlace;
      readonly comment: CommentText;
      readonly seen?: SubjectText | undefined;
    }
  | {
      readonly kind: 'labelled';
      readonly key: string;
      readonly actor: Actor;
      readonly at: ReplyPlace;
      readonly label: string;
      readonly seen?: SubjectText | undefined;
    }
  | {
      readonly kind: 'assigned';
      readonly key: string;
      readonly actor: Actor;
      readonly at: ReplyPlace;
      readonly assignee: Actor;
      readonly seen?: SubjectText | undefined;
    }
  /** A checkbox of crew's digest issue was ticked: it starts its command on the issue that it names. */
  | {
      readonly kind: 'ticked';
      readonly key: string;
      readonly actor: Actor;
      readonly at: ReplyPlace;
      readonly command: string;
      /** The author of the issue with the checkbox; the event counts only if that is crew. */
      readonly owner: Actor;
      readonly seen?: SubjectText | undefined;
    }
  | {
      readonly kind: 'dispatched';
      readonly key: string;
      readonly actor: Actor;
      readonly repo: Repo;
      readonly issue: number | undefined;
      readonly command: string;
    }
  /** `workflow_dispatch` with a recorded run. The requester is in the record, not in the event. */
  | {
      readonly kind: 'dispatched-run';
      readonly key: string;
      readonly repo: Repo;
      readonly run: string;
      /** The number of the run's subject. */
      readonly issue?: number | undefined;
    }
  /**
   * A command in a workflow file of the repository, such as a schedule. No permission is checked, because only people with write access
   * change these files.
   */
  | { readonly kind: 'scheduled'; readonly key: string; readonly repo: Repo; readonly command: string }
  | {
      readonly kind: 'typed';
      readonly key: string;
      readonly repo: Repo | undefined;
      readonly issue: number | undefined;
      /** The named run. */
      readonly run?: string | undefined;
      readonly words: readonly string[];
    };

/** A comment, with the place where it was written. */
export interface CommentText {
  readonly id: number;
  /** `body`: the text of the issue or pull request itself. Only a comment of the thread can carry a reaction by its id. */
  readonly where: 'thread' | 'review' | 'inline' | 'body';
  readonly body: string;
}

/** A change of a board: the repository and the actor's id. */
export interface BoardChange {
  readonly repo: Repo;
  readonly by: number;
}
