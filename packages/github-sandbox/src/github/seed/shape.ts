// The type of a seed: the initial content of an embedded GitHub. Used by seed.ts, the files of seed/ and add-account.ts, and by tests
// through index.ts. Types only.

import type { Files } from '../git/create-bare.js';
import type { Permissions } from '../permissions.js';
import type {
  BranchRule,
  CheckConclusion,
  CommitStatus,
  MergeMethod,
  PullOverrides,
  ReviewState,
  Role,
  StateReason,
} from '../state.js';

/** The initial content of a sandbox. Everything except names is optional. */
export type Seed = {
  readonly users?: readonly (string | AccountSeed)[];
  readonly organizations?: readonly string[];
  readonly repositories?: readonly RepositorySeed[];
  readonly projects?: readonly ProjectSeed[];
  readonly apps?: readonly AppSeed[];
};

export type AccountSeed = { readonly login: string; readonly name?: string; readonly email?: string };

/** An ISO time. Default: when the seed is applied. */
type Time = string;

/** A number in the same repository, or `owner/name#12`. */
export type RefSeed = number | string;

export type RepositorySeed = {
  readonly owner: string;
  readonly name: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly defaultBranch?: string;
  /** `owner/name` of the parent, which must come earlier. Its files are the parent's. */
  readonly forkOf?: string;
  readonly createdAt?: Time;
  readonly files?: Files;
  readonly collaborators?: { readonly [login: string]: Role };
  readonly labels?: readonly (string | { name: string; color?: string; description?: string })[];
  readonly milestones?: readonly MilestoneSeed[];
  readonly issues?: readonly IssueSeed[];
  readonly pulls?: readonly PullSeed[];
  /** Commits on the default branch, or the named one, besides those of merges. */
  readonly commits?: readonly (CommitSeed & { readonly branch?: string })[];
  readonly branches?: readonly BranchSeed[];
  /** Rules of branches. */
  readonly rules?: { readonly [branch: string]: BranchRule };
  readonly actionsMayOpenPulls?: boolean;
  /** The contents of `secrets` and `vars`. */
  readonly secrets?: { readonly [name: string]: string };
  readonly variables?: { readonly [name: string]: string };
};

type MilestoneSeed = { readonly title: string; readonly dueOn?: Time; readonly closedAt?: Time };

/** When something happened, and the login of the account that did it. */
type TimeAndActor = { readonly at?: Time; readonly by?: string };

export type ThreadSeed = {
  /** Default: the next number. */
  readonly number?: number;
  readonly title: string;
  readonly body?: string;
  readonly author?: string;
  readonly createdAt?: Time;
  /** Default: the time of the last event. */
  readonly updatedAt?: Time;
  readonly closedAt?: Time;
  readonly closedBy?: string;
  readonly lastEditedAt?: Time;
  readonly labels?: readonly (string | (TimeAndActor & { readonly name: string }))[];
  readonly assignees?: readonly (string | (TimeAndActor & { readonly login: string }))[];
  readonly milestone?: string;
  readonly locked?: boolean;
  readonly comments?: readonly (TimeAndActor & { readonly author?: string; readonly body: string })[];
  /** Further events of the timeline. */
  readonly events?: readonly EventSeed[];
};

export type EventSeed = TimeAndActor &
  (
    | { readonly type: 'labeled' | 'unlabeled'; readonly label: string }
    | { readonly type: 'assigned' | 'unassigned'; readonly assignee: string }
    | { readonly type: 'renamed'; readonly from: string; readonly to: string }
    | { readonly type: 'locked' | 'unlocked' }
    | { readonly type: 'milestoned' | 'demilestoned'; readonly milestone: string }
  );

export type IssueSeed = ThreadSeed & {
  readonly state?: 'open' | 'closed';
  readonly stateReason?: StateReason;
  /** The commit or pull request that closed it. */
  readonly closer?: { readonly pull: RefSeed } | { readonly commit: string };
  /** The times at which it was reopened; each time it was closed just before. */
  readonly reopened?: readonly (Time | TimeAndActor)[];
  /** Converted to a discussion, which closes it. */
  readonly converted?: boolean;
  readonly type?: string;
  readonly blockedBy?: readonly (RefSeed | (TimeAndActor & { readonly issue: RefSeed }))[];
  readonly duplicateOf?: RefSeed;
  readonly parent?: RefSeed;
  readonly children?: readonly RefSeed[];
  /** Linked branches, here or in another repository. */
  readonly linkedBranches?: readonly (string | { readonly repository: string; readonly name: string })[];
  /** `owner/name#12` of the transferred issue; the number here stays unused. */
  readonly transferredTo?: string;
};

export type CommitSeed = TimeAndActor & {
  /** A name by which reviews, checks and merges of the seed, and `namedCommits`, refer to it. */
  readonly name?: string;
  readonly message: string;
  /** Files to write; null deletes the file. Without `files`, the commit is empty. */
  readonly files?: { readonly [path: string]: string | null };
};

export type BranchSeed = { readonly name: string; readonly from?: string; readonly commits?: readonly CommitSeed[] };

export type PullSeed = ThreadSeed & {
  readonly state?: 'open' | 'closed' | 'merged';
  readonly draft?: boolean;
  readonly base?: string;
  /** A missing repository is created as a fork. */
  readonly head?: { readonly repository?: string; readonly branch?: string; readonly deleted?: boolean };
  /** Default: one commit by the author with the title. An empty list uses the branch as it is. */
  readonly commits?: readonly CommitSeed[];
  /** Closes exactly these issues, regardless of its text. */
  readonly closes?: readonly RefSeed[];
  /** Issues linked manually. */
  readonly linked?: readonly RefSeed[];
  readonly reviews?: readonly (TimeAndActor & {
    readonly state: ReviewState;
    readonly commit?: string;
    readonly body?: string;
  })[];
  readonly requests?: readonly (TimeAndActor & { readonly login: string })[];
  readonly checks?: readonly CheckSeed[];
  readonly overrides?: Pick<PullOverrides, 'mergeable' | 'mergeState' | 'reviewDecision'>;
  readonly autoMerge?: boolean | (TimeAndActor & { readonly method?: MergeMethod });
  readonly queued?: boolean;
  readonly merge?: TimeAndActor & {
    /** The name of an existing commit that is the merge; otherwise the new merge gets this name. */
    readonly name?: string;
    readonly method?: MergeMethod;
    readonly message?: string;
    /** The branches that contain it; default: the base. */
    readonly branches?: readonly string[];
  };
};

export type CheckSeed = {
  readonly name: string;
  /** A conclusion or `pending` for a check run; `status:` and a state for a commit status. */
  readonly state: CheckConclusion | 'pending' | `status:${CommitStatus['state']}`;
  /** Default: as the rules of the base branch say. */
  readonly required?: boolean;
  /** The name of a commit; default: the head. */
  readonly commit?: string;
  readonly app?: string;
  readonly at?: Time;
};

export type ProjectSeed = {
  readonly owner: string;
  readonly number?: number;
  readonly title: string;
  readonly public?: boolean;
  readonly createdAt?: Time;
  /** Fields besides Status, which always exists. */
  readonly fields?: readonly {
    readonly name: string;
    readonly type: 'SINGLE_SELECT' | 'TEXT' | 'NUMBER' | 'DATE';
    readonly options?: readonly string[];
  }[];
  readonly statuses?: readonly string[];
  readonly repositories?: readonly string[];
  readonly items?: readonly ItemSeed[];
};

export type ItemSeed = TimeAndActor & {
  /** `owner/name#12` of an issue or pull request, or a draft. */
  readonly of: string | { readonly title: string; readonly body?: string };
  readonly status?:
    | string
    | (TimeAndActor & { readonly name: string; readonly from?: string; readonly automated?: boolean });
  readonly values?: { readonly [field: string]: string };
  readonly archived?: boolean;
};

export type AppSeed = {
  readonly slug: string;
  readonly name?: string;
  readonly owner?: string;
  readonly permissions?: Permissions;
  readonly events?: readonly string[];
  readonly webhook?: { readonly url: string; readonly secret: string };
  /** Default: a new key pair. */
  readonly keys?: { readonly publicKey: string; readonly privateKey: string };
  /** Accounts on which it is installed: all their repositories, or the named ones. */
  readonly installations?: readonly { readonly account: string; readonly repositories?: readonly string[] }[];
};
