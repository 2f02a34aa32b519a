import type { Files } from '../git/create-bare.js';
import type { Permissions } from '../permissions.js';
import type {
  BranchRule,
  CheckConclusion,
  CommitStatus,
  MergeMethod,
  ReviewState,
  Role,
  Said,
  StateReason,
} from '../state.js';

/** What a sandbox holds before anybody comes. Everything is optional but names. */
export type Seed = {
  readonly users?: readonly (string | AccountSeed)[];
  readonly organizations?: readonly string[];
  readonly repositories?: readonly RepositorySeed[];
  readonly projects?: readonly ProjectSeed[];
  readonly apps?: readonly AppSeed[];
};

export type AccountSeed = { readonly login: string; readonly name?: string; readonly email?: string };

/** An ISO time. What has none happened when the seed was sown. */
type Time = string;

/** A number of the same repository, or `owner/name#12`. */
export type RefSeed = number | string;

export type RepositorySeed = {
  readonly owner: string;
  readonly name: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly defaultBranch?: string;
  /** `owner/name` of what it was forked from; it must stand earlier. Files are then the parent's. */
  readonly forkOf?: string;
  readonly createdAt?: Time;
  readonly files?: Files;
  readonly collaborators?: { readonly [login: string]: Role };
  readonly labels?: readonly (string | { name: string; color?: string; description?: string })[];
  readonly milestones?: readonly MilestoneSeed[];
  readonly issues?: readonly IssueSeed[];
  readonly pulls?: readonly PullSeed[];
  /** Commits on the default branch, or the one they name, beside those that merges bring. */
  readonly commits?: readonly (CommitSeed & { readonly branch?: string })[];
  readonly branches?: readonly BranchSeed[];
  /** What branches ask of whoever merges into them. */
  readonly rules?: { readonly [branch: string]: BranchRule };
  readonly actionsMayOpenPulls?: boolean;
  /** What its workflows find under `secrets` and `vars`. */
  readonly secrets?: { readonly [name: string]: string };
  readonly variables?: { readonly [name: string]: string };
};

type MilestoneSeed = { readonly title: string; readonly dueOn?: Time; readonly closedAt?: Time };

type Done = { readonly at?: Time; readonly by?: string };

export type DiscussionSeed = {
  /** Without one the next is taken. */
  readonly number?: number;
  readonly title: string;
  readonly body?: string;
  readonly author?: string;
  readonly createdAt?: Time;
  /** Without one the time of whatever happened last. */
  readonly updatedAt?: Time;
  readonly closedAt?: Time;
  readonly closedBy?: string;
  readonly lastEditedAt?: Time;
  readonly labels?: readonly (string | (Done & { readonly name: string }))[];
  readonly assignees?: readonly (string | (Done & { readonly login: string }))[];
  readonly milestone?: string;
  readonly locked?: boolean;
  readonly comments?: readonly (Done & { readonly author?: string; readonly body: string })[];
  /** What happened besides, and no longer shows. */
  readonly events?: readonly EventSeed[];
};

export type EventSeed = Done &
  (
    | { readonly type: 'labeled' | 'unlabeled'; readonly label: string }
    | { readonly type: 'assigned' | 'unassigned'; readonly assignee: string }
    | { readonly type: 'renamed'; readonly from: string; readonly to: string }
    | { readonly type: 'locked' | 'unlocked' }
    | { readonly type: 'milestoned' | 'demilestoned'; readonly milestone: string }
  );

export type IssueSeed = DiscussionSeed & {
  readonly state?: 'open' | 'closed';
  readonly stateReason?: StateReason;
  /** What closed it, beside somebody. */
  readonly closer?: { readonly pull: RefSeed } | { readonly commit: string };
  /** Every reopening; before each it was closed for a moment. */
  readonly reopened?: readonly (Time | Done)[];
  /** Turned into a discussion, which closes it. */
  readonly converted?: boolean;
  readonly type?: string;
  readonly blockedBy?: readonly (RefSeed | (Done & { readonly issue: RefSeed }))[];
  readonly duplicateOf?: RefSeed;
  readonly parent?: RefSeed;
  readonly children?: readonly RefSeed[];
  /** Branches that were created for it, here or in another repository. */
  readonly linkedBranches?: readonly (string | { readonly repository: string; readonly name: string })[];
  /** Where it went: it leaves its number here, and is `owner/name#12` now. Nothing else of it is needed there. */
  readonly transferredTo?: string;
};

export type CommitSeed = Done & {
  /** A name by which reviews, checks and merges of the seed, and `namedCommits` afterwards, mean it. */
  readonly name?: string;
  readonly message: string;
  /** What it writes; null deletes. Without any it changes nothing. */
  readonly files?: { readonly [path: string]: string | null };
};

export type BranchSeed = { readonly name: string; readonly from?: string; readonly commits?: readonly CommitSeed[] };

export type PullSeed = DiscussionSeed & {
  readonly state?: 'open' | 'closed' | 'merged';
  readonly draft?: boolean;
  readonly base?: string;
  /** A repository that is not there is made, as a fork. */
  readonly head?: { readonly repository?: string; readonly branch?: string; readonly deleted?: boolean };
  /** Without any there is one, by its author, with its title. An empty list takes the branch as it is. */
  readonly commits?: readonly CommitSeed[];
  /** Exactly these are closed by its text, whatever it says. */
  readonly closes?: readonly RefSeed[];
  /** Linked by hand. */
  readonly linked?: readonly RefSeed[];
  readonly reviews?: readonly (Done & {
    readonly state: ReviewState;
    readonly commit?: string;
    readonly body?: string;
  })[];
  readonly requests?: readonly (Done & { readonly login: string })[];
  readonly checks?: readonly CheckSeed[];
  readonly said?: Pick<Said, 'mergeable' | 'mergeState' | 'reviewDecision'>;
  readonly autoMerge?: boolean | (Done & { readonly method?: MergeMethod });
  readonly queued?: boolean;
  readonly merge?: Done & {
    /** Of a commit of the seed that is the merge; else the merge is written, and gets this name. */
    readonly name?: string;
    readonly method?: MergeMethod;
    readonly message?: string;
    /** The branches that hold it now, by default its base. */
    readonly branches?: readonly string[];
  };
};

export type CheckSeed = {
  readonly name: string;
  /** With a conclusion or `pending` a check run, with `status:` before it the older kind. */
  readonly state: CheckConclusion | 'pending' | `status:${CommitStatus['state']}`;
  /** Left out, the rules of the base branch say so. */
  readonly required?: boolean;
  /** By name; the head where nothing is said. */
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
  /** Besides Status, which is always there. */
  readonly fields?: readonly {
    readonly name: string;
    readonly type: 'SINGLE_SELECT' | 'TEXT' | 'NUMBER' | 'DATE';
    readonly options?: readonly string[];
  }[];
  readonly statuses?: readonly string[];
  readonly repositories?: readonly string[];
  readonly items?: readonly ItemSeed[];
};

export type ItemSeed = Done & {
  /** `owner/name#12` of an issue or pull request, or a draft that is written here. */
  readonly of: string | { readonly title: string; readonly body?: string };
  readonly status?: string | (Done & { readonly name: string; readonly from?: string; readonly automated?: boolean });
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
  /** Without one a pair is made. */
  readonly keys?: { readonly publicKey: string; readonly privateKey: string };
  /** Accounts it is installed on: all of their repositories, or those named. */
  readonly installations?: readonly { readonly account: string; readonly repositories?: readonly string[] }[];
};
