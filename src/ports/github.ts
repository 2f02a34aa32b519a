// What crew needs of GitHub, by need: talking in a thread, refs, branches and pull requests, reviews, checks, the whole field.
import type { BoardSnapshot, Ref } from './board-snapshot.js';
import type { ScanRecord } from './scan-record.js';
/** A repository by owner and name, everywhere written `owner/name`. */
export type Repo = string;

export type Permission = 'admin' | 'write' | 'read' | 'none';

/** Who acts. An id is what cannot be renamed; a login is only what people read. */
export interface Identity {
  readonly login: string;
  readonly id: number;
}

export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly author: Identity;
  readonly url: string;
  /** When it was said, where that is known; and when it was changed last, where that was later. */
  readonly at?: string | undefined;
  readonly editedAt?: string | undefined;
}

/** What a reaction stands on. */
export type Subject = { readonly issue: number } | { readonly comment: number };

export type Reaction = '+1' | 'eyes' | 'confused' | 'rocket';

/** Talking in a thread. `post` is sent once: whoever calls it looks first (see changes/apply). */
export interface Thread {
  /** Every comment, oldest first. */
  read(issue: number): Promise<readonly Comment[]>;
  /** Every comment of the repository whose body names crew's marker, for cleaning up. */
  marked(): Promise<readonly Comment[]>;
  post(issue: number, body: string): Promise<Comment>;
  edit(id: number, body: string): Promise<Comment>;
  remove(id: number): Promise<void>;
  labels(issue: number): Promise<readonly string[]>;
  /** Both may be repeated; a label that the repository does not know yet comes into being, and looks as it is said here. */
  label(issue: number, name: string, look?: LabelLook): Promise<void>;
  unlabel(issue: number, name: string): Promise<void>;
  /** GitHub keeps one reaction of a kind per person, so this may be repeated. */
  react(subject: Subject, reaction: Reaction): Promise<void>;
}

/** An issue of crew's own making. */
export interface OwnIssue {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly open: boolean;
  readonly author: Identity;
  readonly url: string;
}

/** Issues that crew keeps itself, such as the digest. `open` is sent once: whoever calls it looks first. */
export interface OwnIssues {
  /** What an identity opened, oldest first, closed ones too. */
  by(login: string): Promise<readonly OwnIssue[]>;
  open(issue: { readonly title: string; readonly body: string }): Promise<OwnIssue>;
  rewrite(number: number, issue: { readonly title: string; readonly body: string }): Promise<void>;
  /** One that came about twice. */
  close(number: number): Promise<void>;
  /** Numbers of the sub-issues of an issue. */
  children(parent: number): Promise<readonly number[]>;
  /** Makes an issue, by its id, a sub-issue. */
  adopt(parent: number, id: number): Promise<void>;
}

/** How a label looks where it comes into being. */
export interface LabelLook {
  readonly colour: string;
  readonly description: string;
}

export interface People {
  /** The identity that this token writes as. */
  me(): Promise<Identity>;
  permission(login: string): Promise<Permission>;
}

/** A ref that holds files, for journals and leases. `at` is the commit that was read. */
export interface Refs {
  list(prefix: string): Promise<readonly string[]>;
  /** The commit that the ref points to; null where there is none. */
  tip(ref: string): Promise<string | null>;
  /** The file as it is at the ref, or as it was at a commit. */
  read(ref: string, file: string, at?: string): Promise<{ readonly text: string; readonly at: string } | null>;
  /** Refuses (Conflict) when the ref is no longer at `at`; null means it must not exist yet. */
  write(ref: string, change: { file: string; text: string; at: string | null; message: string }): Promise<string>;
  /** The same with several files; the others stay, null removes one. */
  commit(
    ref: string,
    change: { files: Readonly<Record<string, string | null>>; at: string | null; message: string },
  ): Promise<string>;
  /** Like `commit`, but the commit has no parent: nothing of what was there before can be reached from the ref. */
  replace(
    ref: string,
    change: { files: Readonly<Record<string, string | null>>; at: string | null; message: string },
  ): Promise<string>;
  remove(ref: string): Promise<void>;
}

/** Starting a workflow file of the repository; the nonce stands in the run's name, so that it can be found. */
export interface Dispatch {
  find(workflow: string, nonce: string): Promise<number | null>;
  start(workflow: string, ask: { nonce: string; inputs: Readonly<Record<string, string>> }): Promise<number | null>;
}

/** Which jobs of an Actions run have started, by name, and whether the run is over. */
export interface ActionsRunState {
  readonly completed: boolean;
  readonly title: string;
  readonly url: string;
  readonly started: readonly string[];
}

/** Runs of GitHub Actions. */
export interface ActionsRuns {
  /** Starts a workflow file of the default branch. Sent once; a doubled start ends when the second claims the run. */
  dispatch(workflow: string, inputs: Readonly<Record<string, string>>): Promise<void>;
  /** Null where there is no such run. */
  state(id: number): Promise<ActionsRunState | null>;
  /** Asks GitHub to cancel it; jobs with `if: always()` still run. */
  cancel(id: number): Promise<void>;
}

/** What can be learned of a repository before anything is asked of it. */
export interface Repository {
  defaultBranch(): Promise<string>;
  /** A file of the default branch, or null. */
  file(path: string): Promise<string | null>;
  /** The same file in the repository `.github` of the owner, or null where there is none, or none that this token may read. */
  ownersFile(path: string): Promise<string | null>;
  /** The files of a name, one folder below another, on the default branch. */
  files(folder: string, name: string): Promise<readonly { readonly path: string; readonly text: string }[]>;
}

/** Files for the default branch, as a pull request. */
export interface Proposal {
  readonly branch: string;
  readonly title: string;
  readonly body: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export interface Pulls {
  /** Opens it, or gives the one that is open already. Never forced over somebody's branch. */
  propose(proposal: Proposal): Promise<{ readonly url: string; readonly did: 'opened' | 'there' }>;
  /** Those that a branch of this repository offers, newest first, closed ones too. */
  from(branch: string): Promise<readonly Pull[]>;
  read(number: number): Promise<Pull | null>;
  /** The open pull requests from branches of this repository whose names begin with `prefix`. */
  openFrom(prefix: string): Promise<readonly Pull[]>;
  /** Sent once: whoever calls it looks first. `forbidden`: the repository lets no Action open one. */
  open(pull: {
    readonly branch: string;
    readonly base: string;
    readonly title: string;
    readonly body: string;
    readonly draft: boolean;
  }): Promise<Pull | 'forbidden'>;
  /** These may be repeated. */
  amend(number: number, to: { readonly title?: string; readonly body?: string }): Promise<void>;
  /** Whoever cannot be asked is named, and the others are asked. */
  ask(
    number: number,
    who: { readonly reviewers: readonly string[]; readonly labels: readonly string[] },
  ): Promise<{ readonly notAsked: readonly string[] }>;
}

export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'cancelled';

/** A remark of a check, beside a line of the repository. */
export interface Annotation {
  /** Relative to the root. */
  readonly path: string;
  readonly line: number;
  readonly level: 'failure' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** What a check shows: one line, and a page in Markdown. */
export interface CheckPage {
  readonly title: string;
  readonly summary: string;
}

/** What a check comes to. */
export interface CheckEnd extends CheckPage {
  readonly conclusion: CheckConclusion;
  readonly annotations: readonly Annotation[];
}

/** A check of crew's own on a commit. */
export interface Check {
  readonly id: number;
  /** What crew calls it. */
  readonly externalId: string;
  /** Null while it is in progress. */
  readonly conclusion: string | null;
  /** How many annotations it has: they can be added, never taken back. */
  readonly annotations: number;
  readonly url: string;
}

/** Checks on commits, and what GitHub says of the pull requests they are for. */
export interface Checks {
  /** Those of a name that this identity made, oldest first. */
  on(head: string, name: string): Promise<readonly Check[]>;
  /** In progress, or concluded at once. Sent once: whoever calls it looks first. */
  open(
    check: CheckPage & { head: string; name: string; externalId: string; details: string; end?: CheckEnd | undefined },
  ): Promise<Check>;
  /** Adds what it has not yet of the annotations, then concludes. */
  conclude(check: Check, end: CheckEnd): Promise<void>;
  /** One that came about twice: a check cannot be removed, so it gets another name, under which nobody waits for it. */
  setAside(check: Check, name: string): Promise<void>;
  /** The commit that an open pull request offers now; null when it is not open. */
  headOf(pull: number): Promise<string | null>;
  /** Every path that the pull requests of a branch change with this head; null where it cannot be told. */
  changedBy(ask: { owner: string; branch: string; head: string }): Promise<readonly string[] | null>;
}

/** A change of one file, as bytes; null where it is to be gone. */
export interface FileChange {
  readonly path: string;
  /** As git writes it: 100644, 100755 or 120000. */
  readonly mode: string;
  readonly bytes: Uint8Array | null;
}

export interface Commit {
  readonly sha: string;
  /** What it holds, by git's own digest: two trees of one name are the same bytes. */
  readonly tree: string;
  /** GitHub's own signature stands on it. */
  readonly verified: boolean;
}

/** Branches, written through the API: nothing of them is ever on a machine of crew's that holds a token. */
export interface Branches {
  /** The commit that it ends with; null where there is no such branch. */
  head(branch: string): Promise<string | null>;
  /** The commit as it stands, and who is said to have written it. */
  read(sha: string): Promise<Commit & { readonly parents: readonly string[]; readonly author: string | null }>;
  /** Files as they are at a commit; those that are not there are left out. */
  files(sha: string, paths: readonly string[]): Promise<readonly FileChange[]>;
  /** A commit on top of another, on no branch yet. Without an author, so that GitHub signs it; made twice it lies there twice, unseen. */
  commit(change: {
    readonly parent: string;
    /** A second parent, which is merged: the files are changes of its tree. */
    readonly merges?: string | undefined;
    readonly message: string;
    readonly files: readonly FileChange[];
  }): Promise<Commit>;
  /** Refuses (Conflict) when the branch does not end with `at`; null means it must not exist yet. Never forced. */
  place(branch: string, to: { sha: string; at: string | null }): Promise<void>;
}

/** A pull request, as far as crew works with it. */
export interface Pull {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'closed' | 'merged';
  readonly draft: boolean;
  readonly title: string;
  readonly body: string;
  readonly author: Identity;
  /** `repo` is null when the fork is gone. */
  readonly head: { readonly repo: Repo | null; readonly branch: string; readonly sha: string };
  readonly base: { readonly branch: string; readonly sha: string };
}

/** Something said beside a line of a pull request, and what was answered. */
export interface ReviewThread {
  /** By which it is answered: the first comment's. */
  readonly id: number;
  readonly path: string;
  /** Null where the line is gone. */
  readonly line: number | null;
  readonly resolved: boolean;
  readonly comments: readonly Comment[];
}

export interface ReviewRead {
  /** Reviews with words of their own, oldest first; whoever asked for changes is told by `wantsChanges`. */
  readonly reviews: readonly (Comment & { readonly wantsChanges: boolean; readonly head: string })[];
  readonly threads: readonly ReviewThread[];
}

/** What people say of a pull request's change, beside its thread. */
export interface Reviews {
  read(pull: number): Promise<ReviewRead>;
  /** Sent once: whoever calls it looks first. */
  reply(pull: number, to: { thread: number; body: string }): Promise<Comment>;
  /** One review that neither approves nor blocks, with remarks beside lines of the head. Sent once: whoever calls it looks first. */
  remark(
    pull: number,
    review: {
      readonly head: string;
      readonly body: string;
      readonly remarks: readonly {
        readonly path: string;
        /** The first of several lines, where it is about several. */
        readonly from?: number | undefined;
        readonly line: number;
        readonly body: string;
      }[];
    },
  ): Promise<Comment>;
}

/** How checks stand together. `waits`: for a person who has to let them run. `unknown` is never green. */
export type CiState = 'green' | 'red' | 'pending' | 'waits' | 'none' | 'unknown';

/** What the repository's own checks say of a commit. Crew's own are left out. */
export interface CiRead {
  readonly state: CiState;
  /** The same without what is red: what there is to be said where that is nobody's doing here. */
  readonly besides: CiState;
  /** All that said something, by name, crew's own too. */
  readonly names: readonly string[];
  readonly failures: readonly CiFailure[];
}

export interface CiFailure {
  readonly name: string;
  readonly url: string;
  readonly summary: string;
  readonly annotations: readonly Annotation[];
  /** It remarks more than was read, or than may be read. */
  readonly unread?: true | undefined;
}

/** What a branch asks of a change before it takes it, and what is the matter with the branch itself. */
export interface CiBase {
  readonly required: readonly string[];
  /** What is red on its last commit, wherever it runs under that name. */
  readonly red: readonly Pick<CiFailure, 'name' | 'annotations'>[];
}

export interface Ci {
  on(head: string): Promise<CiRead>;
  /** In one request. What cannot be known of it is left out: then it excuses nothing. */
  base(branch: string): Promise<CiBase>;
}

/** What to read: a board, or a repository, or of either the issues with a label. */
export interface SnapshotQuery {
  readonly repo: Repo;
  readonly project?: number | undefined;
  readonly projectOwner?: string | undefined;
  readonly label?: string | undefined;
  /** Branches beside the default one on which work counts as done. */
  readonly doneBranches?: readonly string[] | undefined;
  /** The folder of a clone. */
  readonly clone?: string | undefined;
  readonly now: string;
}

export interface SnapshotRead {
  readonly board: BoardSnapshot;
  /** How many issues there are; fewer were seen where `board.missing` says so. */
  readonly total: number;
  /** Issues that are not on the board: others wait for them, or name them. They are not assessed. */
  readonly outside: readonly Ref[];
}

/** Reads a whole board. What cannot be read is named in the result; without access to the repository it throws. */
export interface SnapshotReader {
  read(query: SnapshotQuery): Promise<SnapshotRead>;
}

/** The record of the last scan, kept for the next one. */
export interface ScanRecords {
  /** `why` there is none, where one is there that cannot be used; `at` is what the next one replaces. */
  read(): Promise<{
    readonly record: ScanRecord | null;
    readonly at: string | null;
    readonly why: string | null;
  }>;
  /** Refuses (Conflict) when another scan replaced it since `at`. `hidden`: issues and repositories that are left out. */
  write(
    record: ScanRecord,
    to: { readonly at: string | null; readonly hidden: readonly string[]; readonly repositoryId: string },
  ): Promise<string>;
}

/** A label to be added to an issue or taken off it. */
export interface LabelWrite {
  readonly repo: Repo;
  readonly issue: number;
  /** The issue's node id, where it is known. */
  readonly id?: string | undefined;
  readonly label: string;
  readonly action: 'add' | 'remove';
  /** How the label looks where the repository does not have it yet. */
  readonly look?: LabelLook | undefined;
}

/** Why it was not done, in GitHub's words; null: it was. */
export type LabelWritten = { readonly why: string | null };

/** Many labels in few requests. Adding a label that is there, or removing one that is gone, counts as done. */
export interface LabelWriter {
  write(changes: readonly LabelWrite[]): Promise<readonly LabelWritten[]>;
}

export interface GitHub {
  readonly thread: Thread;
  readonly issues: OwnIssues;
  readonly labels: LabelWriter;
  readonly people: People;
  readonly refs: Refs;
  readonly dispatch: Dispatch;
  readonly actions: ActionsRuns;
  readonly repository: Repository;
  readonly branches: Branches;
  readonly pulls: Pulls;
  readonly reviews: Reviews;
  readonly ci: Ci;
  readonly checks: Checks;
  /** What was spent since the start. */
  spent(): Spent;
}

export interface Spent {
  readonly requests: number;
  readonly graphqlPoints: number;
}
