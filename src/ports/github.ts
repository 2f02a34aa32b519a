// GitHub's API as crew uses it: threads, refs, branches, pull requests, reviews, checks and boards. Types only.
import type { BoardSnapshot, Ref } from './board-snapshot.js';
import type { ScanRecord } from './scan-record.js';
/** `owner/name` */
export type Repo = string;

export type Permission = 'admin' | 'write' | 'read' | 'none';

/** A GitHub account. Compare ids: logins can be renamed. */
export interface Identity {
  readonly login: string;
  readonly id: number;
}

export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly author: Identity;
  readonly url: string;
  /** When it was created, if known, and when it was last edited, if it was. */
  readonly at?: string | undefined;
  readonly editedAt?: string | undefined;
}

/** The target of a reaction. */
export type Subject = { readonly issue: number } | { readonly comment: number };

export type Reaction = '+1' | 'eyes' | 'confused' | 'rocket';

/** Comments, labels and reactions of issues. `post` is not idempotent: the caller looks for an existing comment first (changes/apply). */
export interface Thread {
  /** Every comment, oldest first. */
  read(issue: number): Promise<readonly Comment[]>;
  /** Every comment of the repository with crew's marker, for `crew clean`. */
  marked(): Promise<readonly Comment[]>;
  post(issue: number, body: string): Promise<Comment>;
  edit(id: number, body: string): Promise<Comment>;
  remove(id: number): Promise<void>;
  labels(issue: number): Promise<readonly string[]>;
  /** `label` and `unlabel` are idempotent. A label that the repository does not have is created with this look. */
  label(issue: number, name: string, look?: LabelLook): Promise<void>;
  unlabel(issue: number, name: string): Promise<void>;
  /** Idempotent: GitHub keeps one reaction of a kind for each account. */
  react(subject: Subject, reaction: Reaction): Promise<void>;
}

/** An issue that crew created. */
export interface OwnIssue {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly open: boolean;
  readonly author: Identity;
  readonly url: string;
}

/** Issues that crew maintains, such as the digest. `open` is not idempotent: the caller looks for an existing issue first. */
export interface OwnIssues {
  /** The issues that an account opened, oldest first, including closed ones. */
  by(login: string): Promise<readonly OwnIssue[]>;
  open(issue: { readonly title: string; readonly body: string }): Promise<OwnIssue>;
  rewrite(number: number, issue: { readonly title: string; readonly body: string }): Promise<void>;
  /** Closes a duplicate. */
  close(number: number): Promise<void>;
  /** Numbers of the sub-issues of an issue. */
  children(parent: number): Promise<readonly number[]>;
  /** Makes the issue with this id a sub-issue. */
  adopt(parent: number, id: number): Promise<void>;
}

/** Colour and description of a label that is created. */
export interface LabelLook {
  readonly colour: string;
  readonly description: string;
}

export interface People {
  /** The account that this token writes as. */
  me(): Promise<Identity>;
  permission(login: string): Promise<Permission>;
}

/** Refs that hold files, for journals and leases. `at` is the commit that was read. */
export interface Refs {
  list(prefix: string): Promise<readonly string[]>;
  /** The commit that the ref points to; null if there is no such ref. */
  tip(ref: string): Promise<string | null>;
  /** The file at the ref, or at the commit `at`; null if there is no such file or ref. */
  read(ref: string, file: string, at?: string): Promise<{ readonly text: string; readonly at: string } | null>;
  /**
   * Commits files. Null removes a file; files that are not named stay. Rejects with Conflict if the ref is no longer at `at`; null means
   * that it must not exist yet.
   */
  commit(
    ref: string,
    change: { files: Readonly<Record<string, string | null>>; at: string | null; message: string },
  ): Promise<string>;
  /** Like `commit`, but without a parent, so that earlier content is not reachable from the ref. */
  replace(
    ref: string,
    change: { files: Readonly<Record<string, string | null>>; at: string | null; message: string },
  ): Promise<string>;
  remove(ref: string): Promise<void>;
}

/** The state of an Actions run; `started` are the names of its started jobs. */
export interface ActionsRunState {
  readonly completed: boolean;
  readonly title: string;
  readonly url: string;
  readonly started: readonly string[];
}

/** Runs of GitHub Actions. */
export interface ActionsRuns {
  /** Starts a workflow file of the default branch. If it is started twice, the second Actions run ends because the first holds the claim. */
  dispatch(workflow: string, inputs: Readonly<Record<string, string>>): Promise<void>;
  /** Null if there is no such run. */
  state(id: number): Promise<ActionsRunState | null>;
  /** Requests cancellation. Jobs with `if: always()` still run. */
  cancel(id: number): Promise<void>;
}

/** Reads files of a repository's default branch. */
export interface Repository {
  defaultBranch(): Promise<string>;
  /** The text of a file; null if there is none. */
  file(path: string): Promise<string | null>;
  /** The file in the owner's `.github` repository; null if there is none or this token cannot read it. */
  ownersFile(path: string): Promise<string | null>;
  /** The files called `name` in the direct subfolders of a folder. */
  files(folder: string, name: string): Promise<readonly { readonly path: string; readonly text: string }[]>;
}

/** A pull request that adds files to the default branch. */
export interface Proposal {
  readonly branch: string;
  readonly title: string;
  readonly body: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export interface Pulls {
  /** Opens it, or returns the open one. Never forces a branch. */
  propose(proposal: Proposal): Promise<{ readonly url: string; readonly did: 'opened' | 'there' }>;
  /** The pull requests from a branch of this repository, newest first, including closed ones. */
  from(branch: string): Promise<readonly Pull[]>;
  read(number: number): Promise<Pull | null>;
  /** The open pull requests from branches of this repository whose names begin with `prefix`. */
  openFrom(prefix: string): Promise<readonly Pull[]>;
  /** Not idempotent: the caller looks first. `forbidden`: the repository does not let Actions open pull requests. */
  open(pull: {
    readonly branch: string;
    readonly base: string;
    readonly title: string;
    readonly body: string;
    readonly draft: boolean;
  }): Promise<Pull | 'forbidden'>;
  /** Idempotent. */
  amend(number: number, to: { readonly title?: string; readonly body?: string }): Promise<void>;
  /** Requests reviews and adds labels. `notAsked` are the reviewers that GitHub rejected; the others are requested. */
  ask(
    number: number,
    who: { readonly reviewers: readonly string[]; readonly labels: readonly string[] },
  ): Promise<{ readonly notAsked: readonly string[] }>;
}

export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'cancelled';

/** An annotation of a check on a line of a file. */
export interface Annotation {
  /** Relative to the root. */
  readonly path: string;
  readonly line: number;
  readonly level: 'failure' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** The text of a check: its title and a page in Markdown. */
export interface CheckPage {
  readonly title: string;
  readonly summary: string;
}

/** The conclusion of a check, with its page and annotations. */
export interface CheckEnd extends CheckPage {
  readonly conclusion: CheckConclusion;
  readonly annotations: readonly Annotation[];
}

/** A check run that crew created. */
export interface Check {
  readonly id: number;
  /** crew's id of it. */
  readonly externalId: string;
  /** Null while it is in progress. */
  readonly conclusion: string | null;
  /** The number of annotations. GitHub's API can add annotations and not remove them. */
  readonly annotations: number;
  readonly url: string;
}

/** Check runs on commits, and the pull requests they belong to. */
export interface Checks {
  /** The check runs with this name that this account created, oldest first. */
  on(head: string, name: string): Promise<readonly Check[]>;
  /** Creates a check run, in progress or with a conclusion. Not idempotent: the caller looks first. */
  open(
    check: CheckPage & { head: string; name: string; externalId: string; details: string; end?: CheckEnd | undefined },
  ): Promise<Check>;
  /** Adds the missing annotations, then concludes. */
  conclude(check: Check, end: CheckEnd): Promise<void>;
  /** Renames a duplicate: a check run cannot be deleted, and no branch rule requires the new name. */
  setAside(check: Check, name: string): Promise<void>;
  /** The current head of an open pull request; null if it is not open. */
  headOf(pull: number): Promise<string | null>;
  /** The paths that the pull requests of this branch and head change; null if they cannot be determined. */
  changedBy(ask: { owner: string; branch: string; head: string }): Promise<readonly string[] | null>;
}

/** The new content of a file; null deletes it. */
export interface FileChange {
  readonly path: string;
  /** The git file mode: 100644, 100755 or 120000. */
  readonly mode: string;
  readonly bytes: Uint8Array | null;
}

export interface Commit {
  readonly sha: string;
  /** The id of its git tree. Equal ids mean equal content. */
  readonly tree: string;
  /** GitHub signed it. */
  readonly verified: boolean;
}

/** Branches, written through the API, so that a machine with a write token needs no checkout. */
export interface Branches {
  /** The tip of the branch; null if there is no such branch. */
  head(branch: string): Promise<string | null>;
  /** A commit with its parents; `author` is its author as recorded. */
  read(sha: string): Promise<Commit & { readonly parents: readonly string[]; readonly author: string | null }>;
  /** Files at a commit; missing ones are left out. */
  files(sha: string, paths: readonly string[]): Promise<readonly FileChange[]>;
  /** Creates a commit on no branch. It names no author, so that GitHub signs it. A repeated call leaves an unreachable duplicate. */
  commit(change: {
    readonly parent: string;
    /** A second parent. The commit is then a merge, and `files` are changes of the second parent's tree. */
    readonly merges?: string | undefined;
    readonly message: string;
    readonly files: readonly FileChange[];
  }): Promise<Commit>;
  /** Moves the branch without force. Rejects with Conflict if its tip is not `at`; null means that it must not exist yet. */
  place(branch: string, to: { sha: string; at: string | null }): Promise<void>;
}

/** A pull request. */
export interface Pull {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'closed' | 'merged';
  readonly draft: boolean;
  readonly title: string;
  readonly body: string;
  readonly author: Identity;
  /** `repo` is null if the fork was deleted. */
  readonly head: { readonly repo: Repo | null; readonly branch: string; readonly sha: string };
  readonly base: { readonly branch: string; readonly sha: string };
}

/** A review thread of a pull request. */
export interface ReviewThread {
  /** The id of the first comment, to which replies are sent. */
  readonly id: number;
  readonly path: string;
  /** Null if the thread is outdated. */
  readonly line: number | null;
  readonly resolved: boolean;
  readonly comments: readonly Comment[];
}

export interface ReviewRead {
  /** Reviews with a body, oldest first. `wantsChanges`: the review requests changes. */
  readonly reviews: readonly (Comment & { readonly wantsChanges: boolean; readonly head: string })[];
  readonly threads: readonly ReviewThread[];
}

/** Reviews and review threads of a pull request. */
export interface Reviews {
  read(pull: number): Promise<ReviewRead>;
  /** Not idempotent: the caller looks first. */
  reply(pull: number, to: { thread: number; body: string }): Promise<Comment>;
  /** Creates a review of kind `COMMENT` with line comments on the head. Not idempotent: the caller looks first. */
  remark(
    pull: number,
    review: {
      readonly head: string;
      readonly body: string;
      readonly remarks: readonly {
        readonly path: string;
        /** The first line, if it covers several lines. */
        readonly from?: number | undefined;
        readonly line: number;
        readonly body: string;
      }[];
    },
  ): Promise<Comment>;
}

/** The combined state of checks. `waits`: a person must approve their workflow runs. `unknown` never counts as green. */
export type CiState = 'green' | 'red' | 'pending' | 'waits' | 'none' | 'unknown';

/** The repository's checks on a commit, without crew's own checks. */
export interface CiRead {
  readonly state: CiState;
  /** The state without the failed checks, for when the change did not cause the failures. */
  readonly besides: CiState;
  /** The names of all checks that reported, including crew's own. */
  readonly names: readonly string[];
  readonly failures: readonly CiFailure[];
}

export interface CiFailure {
  readonly name: string;
  readonly url: string;
  readonly summary: string;
  readonly annotations: readonly Annotation[];
  /** Not all of its annotations were read, or could be read. */
  readonly unread?: true | undefined;
}

/** The required checks of a branch, and the checks that fail on the branch itself. */
export interface CiBase {
  readonly required: readonly string[];
  /** The failed checks of its tip, by name. */
  readonly red: readonly Pick<CiFailure, 'name' | 'annotations'>[];
}

export interface Ci {
  on(head: string): Promise<CiRead>;
  /** One request. Checks that cannot be read are left out; they then excuse no failure. */
  base(branch: string): Promise<CiBase>;
}

/** What to read: a board or a repository, optionally only issues with a label. */
export interface SnapshotQuery {
  readonly repo: Repo;
  readonly project?: number | undefined;
  readonly projectOwner?: string | undefined;
  readonly label?: string | undefined;
  /** Branches besides the default branch on which work counts as done. */
  readonly doneBranches?: readonly string[] | undefined;
  /** The folder of a clone. */
  readonly clone?: string | undefined;
  readonly now: string;
}

export interface SnapshotRead {
  readonly board: BoardSnapshot;
  /** The total number of issues. If fewer were read, `board.missing` says so. */
  readonly total: number;
  /** Issues outside the board that issues of the board wait for or mention. They are not assessed. */
  readonly outside: readonly Ref[];
}

/** Reads a board. The result names what could not be read. Rejects without access to the repository. */
export interface SnapshotReader {
  read(query: SnapshotQuery): Promise<SnapshotRead>;
}

/** Stores the record of the last scan. */
export interface ScanRecords {
  /** `why`: the reason if a record exists and cannot be used. `at`: pass it to `write`. */
  read(): Promise<{
    readonly record: ScanRecord | null;
    readonly at: string | null;
    readonly why: string | null;
  }>;
  /** Rejects with Conflict if another scan replaced the record since `at`. `hidden`: issues and repositories to leave out. */
  write(
    record: ScanRecord,
    to: { readonly at: string | null; readonly hidden: readonly string[]; readonly repositoryId: string },
  ): Promise<string>;
}

/** A label to add to an issue or to remove from it. */
export interface LabelWrite {
  readonly repo: Repo;
  readonly issue: number;
  /** The issue's node id, if known. */
  readonly id?: string | undefined;
  readonly label: string;
  readonly action: 'add' | 'remove';
  /** The look of a label that the repository does not have yet. */
  readonly look?: LabelLook | undefined;
}

/** `why`: GitHub's error message; null if the label was written. */
export type LabelWritten = { readonly why: string | null };

/** Writes many labels in few requests. Idempotent. */
export interface LabelWriter {
  write(changes: readonly LabelWrite[]): Promise<readonly LabelWritten[]>;
}

export interface GitHub {
  readonly thread: Thread;
  readonly issues: OwnIssues;
  readonly labels: LabelWriter;
  readonly people: People;
  readonly refs: Refs;
  readonly actions: ActionsRuns;
  readonly repository: Repository;
  readonly branches: Branches;
  readonly pulls: Pulls;
  readonly reviews: Reviews;
  readonly ci: Ci;
  readonly checks: Checks;
  /** API usage since the start. */
  spent(): Spent;
}

export interface Spent {
  readonly requests: number;
  readonly graphqlPoints: number;
}
