// Writes to GitHub, as data. The workflows and src/runs produce changes, `applyChanges` (src/changes) applies them, and a dry run prints
// them. Its types are also used by board.ts, workflow.ts, src/services/board-reader.ts and src/text/lang/en.ts. Types only.
import type { Annotation, CheckConclusion, CheckPage, LabelLook, Reaction, ReactionTarget, Remark } from './index.js';

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

/** crew's comment in a slot of an issue: one comment for each slot. */
export interface CommentChange {
  readonly kind: 'comment';
  /** The repository, if it is not the run's own. */
  readonly repo?: string | undefined;
  readonly issue: number;
  readonly slot: string;
  readonly body: string;
  /** Precondition: the digest of crew's comment when this was decided; null if there was none. Absent: no precondition. */
  readonly existing?: string | null | undefined;
  /** Only an existing comment is edited; none is created. */
  readonly isEditOnly?: true | undefined;
  /** Logins that crew has used. A marked comment by one of them is crew's own. */
  readonly authors?: readonly string[] | undefined;
  readonly while?: ChangeCondition | undefined;
}

/** The precondition of a planned change. The change is skipped if it no longer holds. */
interface ChangeCondition {
  /** The issue's state; absent if any state is accepted. */
  readonly issue?: 'open' | 'closed' | undefined;
  /** The digest of the evidence for the decision: verdict, blockers, head commits. */
  readonly evidence?: string | undefined;
}

/** crew's issue in a slot, such as the digest: one issue for each slot. Precondition: no person closed it. */
export interface IssueChange {
  readonly kind: 'issue';
  readonly slot: string;
  /** The issue that it is a sub-issue of. */
  readonly parent?: number | undefined;
  readonly title: string;
  readonly body: string;
  /** Logins that crew has used. A marked issue by one of them is crew's own. */
  readonly authors?: readonly string[] | undefined;
}

/** A label to add to or remove from an issue. */
export interface LabelChange {
  readonly kind: 'label';
  readonly repo?: string | undefined;
  readonly issue: number;
  readonly label: string;
  readonly action: 'add' | 'remove';
  /** Colour and description, if the repository does not have the label yet. */
  readonly look?: LabelLook | undefined;
  readonly while?: ChangeCondition | undefined;
}

/** A reaction of crew. Needs no precondition, because GitHub keeps one reaction of a kind for each account. */
export interface ReactionChange {
  readonly kind: 'reaction';
  readonly on: ReactionTarget;
  readonly reaction: Reaction;
}

/** crew's check on a commit: one for each external id. Precondition: the check has no other conclusion yet. */
export interface CheckChange {
  readonly kind: 'check';
  readonly name: string;
  readonly head: string;
  readonly externalId: string;
  /** The page that GitHub links as details: the Actions run. */
  readonly details: string;
  /** Null while the check is in progress. */
  readonly conclusion: CheckConclusion | null;
  readonly page: CheckPage;
  readonly annotations: readonly Annotation[];
}

/** One commit on a branch of crew. Precondition: the branch has not moved, and the commit has exactly the verified tree. */
export interface BranchChange {
  readonly kind: 'branch';
  readonly branch: string;
  /** The tip of the branch when this was decided; null if the branch did not exist. */
  readonly tip: string | null;
  /** The parent commit. */
  readonly parent: string;
  /** For a merge commit. The diff is then relative to this parent. */
  readonly secondParent?: string | undefined;
  readonly message: string;
  /** The digest of the diff. */
  readonly diff: string;
  /** The id of the tree that the commit must have. */
  readonly tree: string;
  /** Commits to create before this one, in order. `diff` is the digest of the whole change up to that commit, relative to `parent`. */
  readonly earlierCommits?: readonly { readonly message: string; readonly diff: string }[] | undefined;
}

/** Commits of approved texts on a new branch of crew. Precondition: the branch does not exist, or crew made its last commit. */
export interface FilesChange {
  readonly kind: 'files';
  readonly branch: string;
  /** The parent of the first commit. */
  readonly parent: string;
  readonly commits: readonly {
    readonly message: string;
    readonly files: readonly { readonly path: string; readonly text: string }[];
  }[];
}

/** The open pull request of a branch. Precondition: no person edited its body. */
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

/** A reply in a review thread: one for each slot. */
export interface ReplyChange {
  readonly kind: 'reply';
  readonly pull: number;
  readonly thread: number;
  readonly slot: string;
  readonly body: string;
}

/** A review with line comments that neither approves nor requests changes: one for each slot. */
export interface RemarksChange {
  readonly kind: 'remarks';
  readonly pull: number;
  readonly slot: string;
  readonly head: string;
  readonly body: string;
  readonly remarks: readonly Remark[];
}

/** The result of a change. `did: 'there'` means that GitHub already had it. */
export interface Applied {
  /** Identifies the change: its kind, target and content. */
  readonly key: string;
  readonly did: 'written' | 'there' | 'skipped';
  /** Why it was skipped. */
  readonly why?: string | undefined;
  /** For a skipped comment: the digest of the comment on GitHub; null if there is none. */
  readonly existing?: string | null | undefined;
  /** What was created or found. Its form depends on the kind of change: number, URL, id or sha. */
  readonly made?: unknown;
}
