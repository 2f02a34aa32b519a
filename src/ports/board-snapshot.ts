// A snapshot of a board: its issues, pull requests, commits, branches and runs. src/adapters/github/board and src/adapters/clone make it,
// src/services/board-reader.ts passes it on. `facilitate` judges it, and `fix` looks up its issue in it. board.ts and report.ts use its
// types. Types only.

/** An issue or pull request, `owner/name#12`. */
export type Ref = string;

/** A value, or `unread` if it could not be read. An issue whose state depends on an unread value gets the state `unknown`. */
export type Known<T> = T | 'unread';

/** A GitHub account. */
export interface Person {
  readonly login: string;
  readonly bot?: boolean | undefined;
}

/** The data of one scan. */
export interface BoardSnapshot {
  /** The time of the scan, in ISO 8601 as every time in this file. */
  readonly observedAt: string;
  /** The repository that the board belongs to. */
  readonly repo: string;
  readonly repos: readonly RepoFacts[];
  readonly issues: readonly IssueFacts[];
  readonly pulls: readonly PullFacts[];
  readonly commits: readonly CommitFacts[];
  readonly branches: readonly BranchFacts[];
  readonly logs: readonly LogFacts[];
  readonly runs: readonly RunFacts[];
  /** Whether a login has write access. Logins that were not queried are missing. */
  readonly mayPush: Readonly<Record<string, boolean>>;
  /** The same by repository, for the other repositories of the board. */
  readonly mayPushElsewhere?: Readonly<Record<string, Readonly<Record<string, boolean>>>> | undefined;
  /** Items of the board that are not issues. */
  readonly notIssues: readonly { readonly what: string; readonly kind: 'pull' | 'draft' | 'archived' }[];
  /** References to issues that do not exist. */
  readonly absent: readonly Ref[];
  /** What could not be read, and why. */
  readonly missing: readonly {
    readonly what: string;
    readonly why: string;
    /** Set if the data is missing by design or by one of crew's limits. The scan still counts as complete. */
    readonly isExpected?: true | undefined;
  }[];
  /** Lists that are incomplete, so a rule must not conclude anything from an entry that is missing. */
  readonly gaps?: readonly Gap[] | undefined;
}

/** An incomplete list of a repository. */
export interface Gap {
  readonly repo: string;
  readonly list: 'pulls' | 'commits' | 'branches' | 'runs';
  /** Set if the gap affects only this issue. */
  readonly issue?: Ref | undefined;
}

/** A repository of the board. */
export interface RepoFacts {
  readonly repo: string;
  /** GitHub's node id. */
  readonly id?: string | undefined;
  readonly defaultBranch: string;
  readonly private: boolean;
  /** For a fork, the time when it was created; earlier commits belong to its parent. */
  readonly forkedAt?: string | undefined;
  /** Set if none of its issues is on the board. Then only its pull requests that close issues of the board were read. */
  readonly foreign?: true | undefined;
}

/** An issue as it was at the time of the scan. */
export interface IssueFacts {
  readonly ref: Ref;
  /** GitHub's node id. */
  readonly id?: string | undefined;
  /** Set if it is in a private repository outside the board. */
  readonly private?: true | undefined;
  /** Set if it exists but could not be read. The other fields are then empty. */
  readonly unread?: true | undefined;
  readonly title: string;
  readonly body: string;
  readonly author: Person;
  readonly createdAt: string;
  readonly closed?:
    | { readonly at: string; readonly reason: 'completed' | 'not_planned' | 'duplicate' | 'converted' }
    | undefined;
  readonly duplicateOf?: Ref | undefined;
  readonly transferredTo?: Ref | undefined;
  readonly locked: boolean;
  readonly labels: readonly {
    readonly name: string;
    readonly by?: Person | undefined;
    readonly at?: string | undefined;
  }[];
  readonly assignees: readonly { readonly login: string; readonly at?: string | undefined }[];
  readonly due?: string | undefined;
  readonly milestone?: string | undefined;
  /** The issue type, as the organization defines it. */
  readonly type?: string | undefined;
  /** The times when it was reopened, oldest first. */
  readonly reopenings: readonly string[];
  /** GitHub's sub-issues. */
  readonly children: Known<readonly Ref[]>;
  /** The issue that it is a sub-issue of. */
  readonly parent?: Ref | undefined;
  /** GitHub's issue dependencies, including closed ones. */
  readonly blockedBy: Known<readonly { readonly ref: Ref; readonly since: string }[]>;
  /** The number of open dependencies that this token cannot read. */
  readonly hiddenBlockers?: number | undefined;
  /** Pull requests that GitHub links as closing it, from any repository and in any state. */
  readonly closers?: Known<readonly Ref[]> | undefined;
  /** Branches that GitHub links to it; `owner/name:branch` for other repositories. */
  readonly branches: Known<readonly string[]>;
  /** Events of its timeline, without comments. `type` is GitHub's name of the event; `what` is the label that was added or removed. */
  readonly events: readonly {
    readonly type: string;
    readonly at: string;
    readonly by: Person;
    readonly what?: string | undefined;
  }[];
  readonly comments: readonly {
    readonly at: string;
    readonly by: Person;
    readonly body: string;
    /** The time of the last edit, if it was edited. */
    readonly editedAt?: string | undefined;
  }[];
  /** The number of earlier comments that were not read. */
  readonly earlierComments?: number | undefined;
  /** Its column on the board, and who moved it there and when. */
  readonly status?:
    | { readonly name: string; readonly at?: string | undefined; readonly by?: Person | undefined }
    | undefined;
}

/** The conclusion of a check run, or the state of a commit status. */
export type CheckState =
  | 'success'
  | 'neutral'
  | 'skipped'
  | 'cancelled'
  | 'pending'
  | 'failure'
  | 'error'
  | 'timed_out'
  | 'startup_failure'
  | 'action_required';

/** A commit of a pull request. */
export interface PullCommit {
  readonly sha: string;
  readonly message: string;
  /** Committer date. */
  readonly at: string;
  readonly by: Person;
  /** Whether the commit is part of the pull request's own work; false for a merge of the base branch. */
  readonly own: boolean;
}

/** A pull request as it was at the time of the scan. */
export interface PullFacts {
  readonly ref: Ref;
  /** Set if it is in a private repository outside the board. */
  readonly private?: true | undefined;
  readonly title: string;
  /** For a merged pull request, the body at the time of the merge. */
  readonly body: string;
  readonly author: Person;
  readonly state: 'open' | 'closed' | 'merged';
  readonly draft: boolean;
  /** When it was last marked as ready for review. */
  readonly readyAt?: string | undefined;
  readonly createdAt: string;
  readonly closedAt?: string | undefined;
  readonly base: string;
  readonly head: { readonly repo: string; readonly branch: string; readonly sha: string };
  readonly commits: Known<readonly PullCommit[]>;
  /** GitHub's `closingIssuesReferences`. */
  readonly closes: Known<readonly Ref[]>;
  readonly reviewDecision: Known<'APPROVED' | 'CHANGES_REQUESTED' | 'REVIEW_REQUIRED' | 'NONE'>;
  readonly reviews: Known<
    readonly {
      readonly by: Person;
      readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
      readonly commit: string;
      readonly at: string;
    }[]
  >;
  /** Review requests, including repeated ones. */
  readonly requests: readonly { readonly login: string; readonly at: string }[];
  /** `required` is unread if GitHub does not tell which checks are required. */
  readonly checks: Known<
    readonly {
      readonly name: string;
      readonly state: CheckState;
      readonly required: Known<boolean>;
      /** When it ended. */
      readonly at?: string | undefined;
    }[]
  >;
  readonly mergeable: Known<'yes' | 'conflicts'>;
  /** Whether rules of the repository prevent the merge. */
  readonly blocked: Known<boolean>;
  readonly autoMerge: boolean;
  /** It is in a merge queue. */
  readonly queued: boolean;
  /** For a merged pull request: the merge commit, and the branches that contain it. */
  readonly merge?:
    | {
        readonly sha: string;
        readonly at: string;
        readonly by?: Person | undefined;
        readonly branches: Known<readonly string[]>;
      }
    | undefined;
}

/** A commit on the default branch or on a branch of the setting `done-branches`. */
export interface CommitFacts {
  readonly repo: string;
  readonly branch: string;
  readonly sha: string;
  readonly message: string;
  /** Committer date. */
  readonly at: string;
  readonly by: Person;
}

/** A branch other than the default branch. */
export interface BranchFacts {
  readonly repo: string;
  readonly name: string;
  /** Commits that the default branch does not have, oldest first. */
  readonly ahead: Known<
    readonly { readonly sha: string; readonly message: string; readonly at: string; readonly by: Person }[]
  >;
}

/** An agent's work log: a JSON lines file in the folder `tmp/logs/agents` of the clone. */
export interface LogFacts {
  readonly path: string;
  readonly agent: string;
  readonly issue: Ref;
  readonly startedAt: string;
  readonly lastAt: string;
  readonly ended?: { readonly at: string; readonly succeeded: boolean } | undefined;
}

/** A run of crew. */
export interface RunFacts {
  /** The run id. */
  readonly run: string;
  readonly workflow: string;
  readonly issue: Ref;
  /**
   * `running`, `awaiting`, `awaiting_approval`, or how it ended, such as `succeeded`; `no-plan` for a run of `/crew plan` that made none, `already` for a run that
   * found nothing to change.
   */
  readonly status: string;
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
}
