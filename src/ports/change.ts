// What crew writes to GitHub, as data: decided first, then applied or shown. Each change carries its precondition.
import type { Annotation, CheckConclusion, CheckPage, LabelLook, Reaction, Subject } from './index.js';

export type Change =
  | CommentChange
  | IssueChange
  | LabelChange
  | ReactionChange
  | CheckChange
  | BranchChange
  | FilesChange
  | PullChange
  | ReplyChange
  | RemarksChange;

/** Crew's own comment in a slot of an issue: one comment a slot, however often it is asked for. */
export interface CommentChange {
  readonly kind: 'comment';
  /** Where, on a board over several repositories; else the run's own. */
  readonly repo?: string | undefined;
  readonly issue: number;
  readonly slot: string;
  readonly body: string;
  /** Precondition: the digest of crew's comment as it stood when this was decided, null where there was none. Left out: no precondition. */
  readonly existing?: string | null | undefined;
  /** Logins that crew has written as: a marked comment of one of them is crew's own. */
  readonly authors?: readonly string[] | undefined;
  readonly while?: While | undefined;
}

/** What a planned change rests on: applied later, it is skipped where this holds no longer. */
interface While {
  /** The issue's state; left out where it does not matter. */
  readonly issue?: 'open' | 'closed' | undefined;
  /** The digest of the evidence that it was decided from: the verdict, blockers, head commits. */
  readonly evidence?: string | undefined;
}

/** Crew's own issue in a slot, such as the digest: one issue a slot. Precondition: nobody closed it. */
export interface IssueChange {
  readonly kind: 'issue';
  readonly slot: string;
  /** The issue that it is a sub-issue of. */
  readonly parent?: number | undefined;
  readonly title: string;
  readonly body: string;
  /** Logins that crew has written as: a marked issue of one of them is crew's own. */
  readonly authors?: readonly string[] | undefined;
}

/** A label on an issue. Precondition: it is not there (to be added), or is (to be removed). */
export interface LabelChange {
  readonly kind: 'label';
  readonly repo?: string | undefined;
  readonly issue: number;
  readonly label: string;
  readonly action: 'add' | 'remove';
  /** How it looks where the repository does not know it yet. */
  readonly look?: LabelLook | undefined;
  readonly while?: While | undefined;
}

/** Precondition: none. GitHub keeps one of a kind per identity. */
export interface ReactionChange {
  readonly kind: 'reaction';
  readonly on: Subject;
  readonly reaction: Reaction;
}

/**
 * Crew's own check on a commit: one for each external id, however often it is asked for. Precondition: nobody concluded it
 * otherwise. Without a conclusion it is in progress.
 */
export interface CheckChange {
  readonly kind: 'check';
  readonly name: string;
  readonly head: string;
  readonly externalId: string;
  /** Where its details are: the run that makes it. */
  readonly details: string;
  readonly conclusion: CheckConclusion | null;
  readonly page: CheckPage;
  readonly annotations: readonly Annotation[];
}

/** One commit on a branch of crew's own. Precondition: the branch still ends where it did, and the commit holds exactly what was verified. */
export interface BranchChange {
  readonly kind: 'branch';
  readonly branch: string;
  /** Where it ends now; null: it is to come into being. */
  readonly at: string | null;
  /** What the commit stands on. */
  readonly parent: string;
  /** A second parent: the commit is a merge, and its diff is the change of this parent. */
  readonly merges?: string | undefined;
  readonly message: string;
  /** The digest of the diff, whose files the hands hold. */
  readonly diff: string;
  /** Git's own name for all that the commit must hold. */
  readonly tree: string;
  /** Commits that come first, in order; the diff of each is the whole change up to there, on the same parent. */
  readonly before?: readonly { readonly message: string; readonly diff: string }[] | undefined;
}

/**
 * Commits of texts on a new branch of crew's own, which a person has approved word for word. Precondition: the branch does not exist, or
 * this identity made its last commit.
 */
export interface FilesChange {
  readonly kind: 'files';
  readonly branch: string;
  /** The commit that the first one stands on. */
  readonly parent: string;
  readonly commits: readonly {
    readonly message: string;
    readonly files: readonly { readonly path: string; readonly text: string }[];
  }[];
}

/** The one open pull request of a branch. Precondition: nobody rewrote what crew had written into it. */
export interface PullChange {
  readonly kind: 'pull';
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
  readonly reviewers: readonly string[];
  readonly labels: readonly string[];
}

/** An answer beside a line of a pull request: one for each slot. */
export interface ReplyChange {
  readonly kind: 'reply';
  readonly pull: number;
  readonly thread: number;
  readonly slot: string;
  readonly body: string;
}

/** One review with remarks beside lines, which neither approves nor blocks: one for each slot. */
export interface RemarksChange {
  readonly kind: 'remarks';
  readonly pull: number;
  readonly slot: string;
  readonly head: string;
  readonly body: string;
  readonly remarks: readonly {
    readonly path: string;
    readonly from?: number | undefined;
    readonly line: number;
    readonly body: string;
  }[];
}

/** What became of a change. */
export interface Applied {
  readonly key: string;
  readonly did: 'written' | 'there' | 'skipped';
  readonly why?: string | undefined;
  /** Of a skipped comment: the digest of what stands there instead; null where nothing does. */
  readonly existing?: string | null | undefined;
  /** What GitHub returned: number, url, id, sha; by kind of change. */
  readonly made?: unknown;
}
