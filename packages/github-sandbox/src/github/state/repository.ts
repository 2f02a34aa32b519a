import type { CommitBook } from '../git/commit-book.js';
import type { Commit } from '../git/commits.js';
import type { Account, App, Entity, Role } from './app.js';
import type { CheckBook } from './check.js';
import type { Timeline } from './timeline.js';
import type { RunConclusion, RunStatus, Workflow, WorkflowJob } from './workflow.js';

/** What lives in a repository. These records point at each other in circles, which is why they stand in one file. */
export type Repository = Entity<'Repository'> & {
  readonly owner: Account;
  readonly name: string;
  readonly private: boolean;
  readonly description: string | null;
  readonly defaultBranch: string;
  /** What it was forked from; its branches know the parent's commits. */
  readonly parent: Repository | null;
  /** The bare repository on disk: branches and files are read from there, never kept twice. */
  readonly gitDir: string;
  readonly commits: CommitBook;
  readonly collaborators: Map<string, Role>;
  readonly labels: Label[];
  readonly milestones: Milestone[];
  readonly issues: Issue[];
  readonly pulls: PullRequest[];
  /** Issues and pull requests by their number, which they share. */
  readonly numbered: Map<number, Thread>;
  /** Where transferred issues are now, by the number they had here. */
  readonly moved: Map<number, Issue>;
  readonly pullsByCommit: Map<string, Set<PullRequest>>;
  readonly checks: CheckBook;
  readonly rules: Map<string, BranchRule>;
  /** By the branch that they are to go into. */
  readonly mergeGroups: Map<string, MergeGroup>;
  readonly runs: WorkflowRun[];
  readonly workflowIds: Map<string, number>;
  /** Commits that GitHub signed with its own key. */
  readonly signedCommits: Set<string>;
  /** Commits of the seed, by the names it gave them. */
  readonly namedCommits: Map<string, string>;
  readonly actions: ActionsSettings;
  readonly createdAt: string;
  nextNumber: number;
  pushedAt: string;
  updatedAt: string;
};

type ActionsSettings = {
  enabled: boolean;
  defaultPermissions: 'read' | 'write';
  canApprovePullRequests: boolean;
  /** What jobs find under `secrets` and `vars`. */
  readonly secrets: { readonly [name: string]: string };
  readonly variables: { readonly [name: string]: string };
};

/** What a branch asks of whoever merges into it. */
export type BranchRule = {
  readonly requiredReviews?: number;
  readonly requiredChecks?: readonly string[];
  /** The head must hold all of the base. */
  readonly strict?: boolean;
  /** Nothing is merged by hand: it is put into a queue, and goes in when its turn has come and its group has passed. */
  readonly mergeQueue?: boolean;
};

/** What a queue of merges has checked now: a pull request on top of its base, as one commit. */
export type MergeGroup = {
  readonly pull: PullRequest;
  readonly base: { readonly ref: string; readonly sha: string };
  /** `of` is the head of the pull request that went into it. */
  readonly head: { readonly name: string; readonly sha: string; readonly of: string };
};

/** Who does what a queue does. */
export const mergeQueueBot = 'github-merge-queue[bot]';

export type Label = Entity<'Label'> & {
  readonly repository: Repository;
  readonly createdAt: string;
  name: string;
  color: string;
  description: string | null;
};

export type Milestone = Entity<'Milestone'> & {
  readonly repository: Repository;
  readonly number: number;
  readonly creator: Account;
  readonly createdAt: string;
  readonly title: string;
  readonly description: string | null;
  readonly dueOn: string | null;
  readonly closedAt: string | null;
};

/** What issues and pull requests have in common. */
export type Discussion = {
  readonly repository: Repository;
  readonly number: number;
  readonly author: Account;
  readonly viaApp: App | null;
  readonly createdAt: string;
  readonly comments: Comment[];
  readonly reactions: Reaction[];
  readonly timeline: TimelineEvent[];
  /** The node ids of its cards on boards. */
  readonly cards: Set<string>;
  title: string;
  body: string | null;
  lastEditedAt: string | null;
  state: 'open' | 'closed';
  labels: Label[];
  assignees: Account[];
  milestone: Milestone | null;
  locked: boolean;
  lockReason: string | null;
  updatedAt: string;
  closedAt: string | null;
  closedBy: Account | null;
};

export type StateReason = 'completed' | 'not_planned' | 'duplicate' | 'reopened';

export type Issue = Entity<'Issue'> &
  Discussion & {
    stateReason: StateReason | null;
    type: string | null;
    blockedBy: Issue[];
    /** The same from the other end, so that nobody has to search. */
    blocking: Issue[];
    duplicateOf: Issue | null;
    parent: Issue | null;
    subIssues: Issue[];
    readonly linkedBranches: LinkedBranch[];
    /** Pull requests that close it when they are merged: by their text, or linked by hand. */
    readonly closers: Set<PullRequest>;
  };

export type LinkedBranch = { readonly repository: Repository; readonly name: string };

export type PullRequest = Entity<'PullRequest'> &
  Discussion & {
    draft: boolean;
    base: { ref: string; sha: string };
    head: { readonly repository: Repository | null; readonly ref: string; sha: string };
    /** What it would bring, oldest first; stays as it was when it is merged. */
    commits: readonly string[];
    readonly reviews: Review[];
    readonly threads: ReviewThread[];
    requested: Account[];
    /** Issues its text closes, and those that somebody linked by hand. */
    closes: Issue[];
    linked: Issue[];
    merge: { readonly sha: string; readonly at: string; readonly by: Account } | null;
    autoMerge: { readonly by: Account; readonly at: string; readonly method: MergeMethod } | null;
    queued: { readonly by: Account; readonly at: string } | null;
    /** What GitHub found out about merging these two commits; found out anew when one of them moves. */
    found: Mergeability | null;
    /** What a seed says outright instead of letting it be found out. */
    readonly said: Said;
  };

export const mergeMethods = ['merge', 'squash'] as const;
export type MergeMethod = (typeof mergeMethods)[number];

/** Null while nobody knows yet: the first who asks is told so, and makes GitHub look. */
export type Mergeability = {
  readonly key: string;
  readonly looked: Promise<'MERGEABLE' | 'CONFLICTING'>;
};

export type Said = {
  readonly mergeable?: 'MERGEABLE' | 'CONFLICTING' | 'UNKNOWN';
  readonly mergeState?: 'BLOCKED' | 'CLEAN' | 'UNKNOWN' | 'UNSTABLE' | 'BEHIND' | 'DIRTY';
  readonly reviewDecision?: 'APPROVED' | 'CHANGES_REQUESTED' | 'REVIEW_REQUIRED' | null;
  /** Then the text closes nothing of itself. */
  readonly closes?: boolean;
};

export type Thread = Issue | PullRequest;

export const reviewStates = ['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED', 'PENDING'] as const;
export type ReviewState = (typeof reviewStates)[number];

export type Review = Entity<'PullRequestReview'> & {
  readonly pull: PullRequest;
  readonly author: Account;
  readonly commit: string;
  readonly createdAt: string;
  body: string;
  state: ReviewState;
  submittedAt: string | null;
};

export const diffSides = ['LEFT', 'RIGHT'] as const;

/** Where something is said: beside a line of the base or of the head, or beside several. */
export type Beside = {
  readonly path: string;
  readonly side: (typeof diffSides)[number];
  readonly startLine: number | null;
  readonly line: number;
};

/** What is said beside a line of a pull request, and what was answered. */
export type ReviewThread = Entity<'PullRequestReviewThread'> & {
  readonly pull: PullRequest;
  /** Where it began, on which commit, and the part of the difference down to it. */
  readonly began: Beside & { readonly commit: string; readonly hunk: string };
  readonly comments: ReviewComment[];
  /** Where the line is by now; null once the head changed it. */
  line: number | null;
  resolvedBy: Account | null;
};

export type ReviewComment = Entity<'PullRequestReviewComment'> & {
  readonly thread: ReviewThread;
  readonly review: Review;
  readonly author: Account;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly body: string;
};

export type Comment = Entity<'IssueComment'> & {
  readonly issue: Thread;
  readonly author: Account;
  readonly viaApp: App | null;
  readonly createdAt: string;
  readonly reactions: Reaction[];
  body: string;
  updatedAt: string;
};

export const reactionContents = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const;
export type ReactionContent = (typeof reactionContents)[number];

export type Reaction = Entity<'Reaction'> & {
  readonly account: Account;
  readonly content: ReactionContent;
  readonly subject: Thread | Comment;
  readonly createdAt: string;
};

export type TimelineEvent = Timeline<{
  repository: Repository;
  thread: Thread;
  issue: Issue;
  pull: PullRequest;
  label: Label;
  review: Review;
}>;

export type WorkflowRun = {
  readonly id: number;
  readonly nodeId: string;
  readonly number: number;
  readonly repository: Repository;
  readonly workflow: Workflow;
  readonly event: string;
  readonly headBranch: string;
  readonly headCommit: Commit;
  readonly actor: Account;
  readonly inputs: { readonly [name: string]: unknown };
  readonly payload: unknown;
  readonly createdAt: string;
  attempt: number;
  /** Who had it run again last. */
  rerunBy: Account | null;
  /** A run-name is known only when the runner has read the file. */
  title: string;
  /** `waiting`: somebody has to let it go on. */
  status: RunStatus | 'waiting';
  conclusion: RunConclusion | null;
  startedAt: string;
  updatedAt: string;
  /** As the runner says; none before it has begun. */
  jobs: readonly WorkflowJob[];
};
