// A board at one moment, as data. The adapter fills it in from GitHub; the facilitator's rules read nothing else.

/** An issue or pull request, `owner/name#12`. */
export type Ref = string;

/** What could not be read is not absent: it is said, and a judgement that needs it is `unknown`. */
export type Known<T> = T | 'unread';

export interface Person {
  readonly login: string;
  readonly bot?: boolean | undefined;
}

export interface BoardSnapshot {
  /** When it was looked at. */
  readonly observedAt: string;
  /** The repository that the board belongs to; references to others are written out. */
  readonly repo: string;
  readonly repos: readonly RepoFacts[];
  readonly issues: readonly IssueFacts[];
  readonly pulls: readonly PullFacts[];
  readonly commits: readonly CommitFacts[];
  readonly branches: readonly BranchFacts[];
  readonly logs: readonly LogFacts[];
  readonly runs: readonly RunFacts[];
  /** Who may push, where it was asked; logins of others are not in it. */
  readonly mayPush: Readonly<Record<string, boolean>>;
  /** The same of each other repository of the board. */
  readonly mayPushElsewhere?: Readonly<Record<string, Readonly<Record<string, boolean>>>> | undefined;
  /** What is on the board and is no issue. */
  readonly notIssues: readonly { readonly what: string; readonly kind: 'pull' | 'draft' | 'archived' }[];
  /** References that GitHub says lead nowhere. */
  readonly absent: readonly Ref[];
  readonly missing: readonly {
    readonly what: string;
    readonly why: string;
    /** Left out by a bound of crew's own, the oldest first: said, and no reason to call the look incomplete. */
    readonly bound?: true | undefined;
  }[];
  /** Lists that did not come whole: nothing can be concluded from what is not in them. */
  readonly gaps?: readonly Gap[] | undefined;
}

export interface Gap {
  readonly repo: string;
  readonly of: 'pulls' | 'commits' | 'branches' | 'runs';
  /** It matters to this issue only. */
  readonly issue?: Ref | undefined;
}

export interface RepoFacts {
  readonly repo: string;
  /** GitHub's node id. */
  readonly id?: string | undefined;
  readonly defaultBranch: string;
  readonly private: boolean;
  /** The repository that it is a fork of; commits up to the fork's making are its parent's. */
  readonly forkedAt?: string | undefined;
  /** Nothing of it is on the board: only pull requests were read that GitHub says close an issue of the board. */
  readonly foreign?: true | undefined;
}

export interface IssueFacts {
  readonly ref: Ref;
  /** GitHub's node id. */
  readonly id?: string | undefined;
  /** Outside of the board, in a repository that not everybody sees. */
  readonly private?: true | undefined;
  /** It is there, but nothing of it could be read. */
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
  /** Of the organisation's issue types. */
  readonly type?: string | undefined;
  /** Every reopening, oldest first. */
  readonly reopenings: readonly string[];
  /** GitHub's own sub-issues, and the issue that this one is a sub-issue of. */
  readonly children: Known<readonly Ref[]>;
  readonly parent?: Ref | undefined;
  /** GitHub's own dependencies, closed ones too. */
  readonly blockedBy: Known<readonly { readonly ref: Ref; readonly since: string }[]>;
  /** So many open dependencies more are there, and cannot be seen with this token. */
  readonly hiddenBlockers?: number | undefined;
  /** Pull requests that GitHub says close it, of any repository, closed and merged ones too. */
  readonly closers?: Known<readonly Ref[]> | undefined;
  /** Branches that GitHub says were created for it; of another repository `owner/name:branch`. */
  readonly branches: Known<readonly string[]>;
  /** What people, agents and crew did here besides comments; `what` is the label that was added or removed. */
  readonly acts: readonly {
    readonly type: string;
    readonly at: string;
    readonly by: Person;
    readonly what?: string | undefined;
  }[];
  readonly comments: readonly {
    readonly at: string;
    readonly by: Person;
    readonly body: string;
    /** When it was made to say what it says now, where that was later. */
    readonly editedAt?: string | undefined;
  }[];
  /** How many stand before these, and were not read. */
  readonly earlierComments?: number | undefined;
  /** On a board: its column, and who moved it there when. */
  readonly status?:
    | { readonly name: string; readonly at?: string | undefined; readonly by?: Person | undefined }
    | undefined;
}

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

export interface PullCommit {
  readonly sha: string;
  readonly message: string;
  /** Committer date. */
  readonly at: string;
  readonly by: Person;
  /** Not a merge of the base into it. */
  readonly own: boolean;
}

export interface PullFacts {
  readonly ref: Ref;
  /** As of an issue. */
  readonly private?: true | undefined;
  readonly title: string;
  /** Of a merged one, as it stood at the merge. */
  readonly body: string;
  readonly author: Person;
  readonly state: 'open' | 'closed' | 'merged';
  readonly draft: boolean;
  /** When it was last said to be ready, after having been a draft. */
  readonly readyAt?: string | undefined;
  readonly createdAt: string;
  readonly closedAt?: string | undefined;
  readonly base: string;
  readonly head: { readonly repo: string; readonly branch: string; readonly sha: string };
  readonly commits: Known<readonly PullCommit[]>;
  /** GitHub's own closing references. */
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
  /** Reviews that were asked for, again too. */
  readonly requests: readonly { readonly login: string; readonly at: string }[];
  /** `required` is unread where GitHub does not say which are. */
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
  /** Whether rules of the repository keep it from being merged. */
  readonly blocked: Known<boolean>;
  readonly autoMerge: boolean;
  readonly queued: boolean;
  /** Of a merged one: its merge commit, and the branches that hold it now. */
  readonly merge?:
    | {
        readonly sha: string;
        readonly at: string;
        readonly by?: Person | undefined;
        readonly reaches: Known<readonly string[]>;
      }
    | undefined;
}

/** A commit on the default branch or one of the done-branches. */
export interface CommitFacts {
  readonly repo: string;
  readonly branch: string;
  readonly sha: string;
  readonly message: string;
  /** Committer date. */
  readonly at: string;
  readonly by: Person;
}

/** A branch that is not the default one. */
export interface BranchFacts {
  readonly repo: string;
  readonly name: string;
  /** Commits that the default branch lacks, oldest first. */
  readonly ahead: Known<
    readonly { readonly sha: string; readonly message: string; readonly at: string; readonly by: Person }[]
  >;
}

/** A work log of an agent. */
export interface LogFacts {
  readonly path: string;
  readonly agent: string;
  readonly issue: Ref;
  readonly startedAt: string;
  readonly lastAt: string;
  readonly ended?: { readonly at: string; readonly well: boolean } | undefined;
}

/** A run of crew itself, or a lease that is held on an issue. */
export interface RunFacts {
  readonly run: string;
  readonly workflow: string;
  readonly issue: Ref;
  readonly status: string;
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
}
