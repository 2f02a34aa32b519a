// The records of a repository: issues, pull requests, reviews, runs. Used by project.ts; other folders import them from state.ts.

import type { CommitCache } from '../git/commit-cache.js';
import type { Commit } from '../git/commits.js';
import type { Account, App, Entity, Role } from './app.js';
import type { ChecksByCommit } from './check.js';
import type { Timeline } from './timeline.js';
import type { RunConclusion, RunStatus, Workflow, WorkflowJob } from './workflow.js';

/** The records of a repository. They are in one file because they refer to each other. */
export type Repository = Entity<'Repository'> & {
  readonly owner: Account;
  readonly name: string;
  readonly private: boolean;
  readonly description: string | null;
  readonly defaultBranch: string;
  /** The parent of a fork; a fork's branches can use the parent's commits. */
  readonly parent: Repository | null;
  /** The bare repository; branches and files are read from it. */
  readonly gitDir: string;
  readonly commits: CommitCache;
  readonly collaborators: Map<string, Role>;
  readonly labels: Label[];
  readonly milestones: Milestone[];
  readonly issues: Issue[];
  readonly pulls: PullRequest[];
  /** Issues and pull requests by number. */
  readonly threadsByNumber: Map<number, Thread>;
  /** Transferred issues by their former number. */
  readonly transferredIssues: Map<number, Issue>;
  /** Pull requests by the ids of their commits and merge commits. */
  readonly pullsByCommit: Map<string, Set<PullRequest>>;
  readonly checks: ChecksByCommit;
  /** By branch. */
  readonly rules: Map<string, BranchRule>;
  /** By base branch. */
  readonly mergeGroups: Map<string, MergeGroup>;
  readonly runs: WorkflowRun[];
  /** Ids of workflows by path. */
  readonly workflowIds: Map<string, number>;
  /** Commits signed by GitHub. */
  readonly signedCommits: Set<string>;
  /** Commits of the seed by name. */
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
  /** The contents of `secrets` and `vars`. */
  readonly secrets: { readonly [name: string]: string };
  readonly variables: { readonly [name: string]: string };
};

/** The protection rules of a branch. */
export type BranchRule = {
  readonly requiredReviews?: number;
  readonly requiredChecks?: readonly string[];
  /** The head must contain the base. */
  readonly strict?: boolean;
  /** Merges go through a merge queue. */
  readonly mergeQueue?: boolean;
};

/** The entry of a merge queue that is being checked: a temporary branch with the pull request merged into its base. */
export type MergeGroup = {
  readonly pull: PullRequest;
  readonly base: { readonly ref: string; readonly sha: string };
  /** The temporary branch and its merge commit; `pullSha` is the head commit of the pull request. */
  readonly head: { readonly name: string; readonly sha: string; readonly pullSha: string };
};

/** The account of the merge queue. */
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

/** Common fields of issues and pull requests. */
export type CommonThreadFields = {
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
  CommonThreadFields & {
    stateReason: StateReason | null;
    type: string | null;
    blockedBy: Issue[];
    /** The inverse of `blockedBy`. */
    blocking: Issue[];
    duplicateOf: Issue | null;
    parent: Issue | null;
    subIssues: Issue[];
    readonly linkedBranches: LinkedBranch[];
    /** Pull requests that close it when they are merged, by text or manual link. */
    readonly closingPulls: Set<PullRequest>;
  };

export type LinkedBranch = { readonly repository: Repository; readonly name: string };

export type PullRequest = Entity<'PullRequest'> &
  CommonThreadFields & {
    draft: boolean;
    base: { ref: string; sha: string };
    head: { readonly repository: Repository | null; readonly ref: string; sha: string };
    /** Its commits, oldest first; unchanged after the merge. */
    commits: readonly string[];
    readonly reviews: Review[];
    readonly threads: ReviewThread[];
    requestedReviewers: Account[];
    /** Issues that its merge closes: those that its text names with a closing keyword (or that its seed lists), and manually linked ones. */
    issuesClosedByText: Issue[];
    linkedIssues: Issue[];
    merge: { readonly sha: string; readonly at: string; readonly by: Account } | null;
    autoMerge: { readonly by: Account; readonly at: string; readonly method: MergeMethod } | null;
    /** Null if it is not in the merge queue. */
    queueEntry: { readonly by: Account; readonly at: string } | null;
    /** The last check for conflicts; null before the first one. */
    mergeability: ConflictCheck | null;
    /** Values that a seed sets instead of computing them. */
    readonly overrides: PullOverrides;
  };

export const mergeMethods = ['merge', 'squash'] as const;
export type MergeMethod = (typeof mergeMethods)[number];

/** A check for conflicts between two commits. It starts when mergeability is first requested. `key` is `base...head`. */
export type ConflictCheck = {
  readonly key: string;
  readonly result: Promise<'MERGEABLE' | 'CONFLICTING'>;
};

export type PullOverrides = {
  readonly mergeable?: 'MERGEABLE' | 'CONFLICTING' | 'UNKNOWN';
  readonly mergeState?: 'BLOCKED' | 'CLEAN' | 'UNKNOWN' | 'UNSTABLE' | 'BEHIND' | 'DIRTY';
  readonly reviewDecision?: 'APPROVED' | 'CHANGES_REQUESTED' | 'REVIEW_REQUIRED' | null;
  /** Closing keywords in its text have no effect, because the seed lists the issues. */
  readonly ignoresClosingKeywords?: boolean;
};

/** An issue or a pull request. Comments on lines are in a `ReviewThread`. */
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

/** The line or lines that a review comment refers to. */
export type DiffPosition = {
  readonly path: string;
  readonly side: (typeof diffSides)[number];
  readonly startLine: number | null;
  readonly line: number;
};

/** A review thread on a line. */
export type ReviewThread = Entity<'PullRequestReviewThread'> & {
  readonly pull: PullRequest;
  /** Its original position, commit and diff hunk. */
  readonly origin: DiffPosition & { readonly commit: string; readonly hunk: string };
  readonly comments: ReviewComment[];
  /** Its current line; null if the line has changed since (outdated). */
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

/** An event in the timeline of an issue or pull request. */
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
  /** Who last requested a rerun. */
  rerunBy: Account | null;
  /** Known only after the runner has read the workflow file. */
  title: string;
  /** `waiting`: the run needs approval. */
  status: RunStatus | 'waiting';
  conclusion: RunConclusion | null;
  startedAt: string;
  updatedAt: string;
  /** As reported by the runner; empty before it starts. */
  jobs: readonly WorkflowJob[];
};
