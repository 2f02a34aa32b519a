// What makes crew act: webhooks, Actions events, the schedule, the command line. Types only.
import type { Repo } from './index.js';

export interface Actor {
  readonly login: string;
  readonly id: number;
  readonly bot: boolean;
}

/** Where an answer belongs. */
export interface Place {
  readonly repo: Repo;
  readonly issue: number;
}

/** The issue or pull request as the trigger saw it: what is written there afterwards was not what somebody asked for. */
export interface Seen {
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
      readonly at: Place;
      readonly comment: CommentText;
      readonly seen?: Seen | undefined;
    }
  | {
      readonly kind: 'labelled';
      readonly key: string;
      readonly actor: Actor;
      readonly at: Place;
      readonly label: string;
      readonly seen?: Seen | undefined;
    }
  | {
      readonly kind: 'assigned';
      readonly key: string;
      readonly actor: Actor;
      readonly at: Place;
      readonly assignee: Actor;
      readonly seen?: Seen | undefined;
    }
  /** A box of crew's digest issue was ticked: its command is asked for on the issue that it names. */
  | {
      readonly kind: 'ticked';
      readonly key: string;
      readonly actor: Actor;
      readonly at: Place;
      readonly command: string;
      /** Whoever opened the issue that holds the box: it counts only where that is crew. */
      readonly owner: Actor;
      readonly seen?: Seen | undefined;
    }
  | {
      readonly kind: 'dispatched';
      readonly key: string;
      readonly actor: Actor;
      readonly repo: Repo;
      readonly issue: number | undefined;
      readonly command: string;
    }
  /** `workflow_dispatch` with a run that was recorded before. The requester stands in the record, not in the event. */
  | {
      readonly kind: 'turn';
      readonly key: string;
      readonly repo: Repo;
      readonly run: string;
      /** The number of the run's subject. */
      readonly issue?: number | undefined;
    }
  /** By the repository's own workflow files and settings: nobody asked, so nobody has to be permitted. */
  | { readonly kind: 'scheduled'; readonly key: string; readonly repo: Repo; readonly command: string }
  | {
      readonly kind: 'typed';
      readonly key: string;
      readonly repo: Repo | undefined;
      readonly issue: number | undefined;
      /** A run that is meant by name. */
      readonly run?: string | undefined;
      readonly words: readonly string[];
    };

export interface CommentText {
  readonly id: number;
  /** `body`: the text of the issue or pull request itself. Only a comment of the thread can carry a reaction by its id. */
  readonly where: 'thread' | 'review' | 'inline' | 'body';
  readonly body: string;
}

/** Something on the field changed: where, and by whom. What it was does not matter; whoever looks sees it. */
export interface Changed {
  readonly repo: Repo;
  readonly by: number;
}
