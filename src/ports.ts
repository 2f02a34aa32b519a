// READ FIRST. Everything crew needs from outside, by need. Each port is small, and has a user today.

import type { Field, Ref } from './field.js';
import type { Gate } from './gate.js';
import type { Ask, Turn } from './model.js';
import type { Observation } from './observation.js';

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
}

/** What a reaction stands on. */
export type Subject = { readonly issue: number } | { readonly comment: number };

export type Reaction = '+1' | 'eyes' | 'confused' | 'rocket';

/** Talking in a thread. `post` is sent once: whoever calls it looks first (see core/apply). */
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
  /** The file as it is at the ref, or as it was at a commit. */
  read(ref: string, file: string, at?: string): Promise<{ readonly text: string; readonly at: string } | null>;
  /** Refuses (Conflict) when the ref is no longer at `at`; null means it must not exist yet. */
  write(ref: string, change: { file: string; text: string; at: string | null; message: string }): Promise<string>;
  remove(ref: string): Promise<void>;
}

/** Starting a workflow file of the repository; the nonce stands in the run's name, so that it can be found. */
export interface Dispatch {
  find(workflow: string, nonce: string): Promise<number | null>;
  start(workflow: string, ask: { nonce: string; inputs: Readonly<Record<string, string>> }): Promise<number | null>;
}

/** What can be learned of a repository before anything is asked of it. */
export interface Repository {
  defaultBranch(): Promise<string>;
  /** A file of the default branch, or null. */
  file(path: string): Promise<string | null>;
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
  /** In progress. Sent once: whoever calls it looks first. */
  open(check: CheckPage & { head: string; name: string; externalId: string; details: string }): Promise<Check>;
  /** Adds what it has not yet of the annotations, then concludes. */
  conclude(
    check: Check,
    end: CheckPage & { conclusion: CheckConclusion; annotations: readonly Annotation[] },
  ): Promise<void>;
  /** One that came about twice: a check cannot be removed, so it gets another name, under which nobody waits for it. */
  setAside(check: Check, name: string): Promise<void>;
  /** The commit that an open pull request offers now; null when it is not open. */
  headOf(pull: number): Promise<string | null>;
  /** Every path that the pull requests of a branch change with this head; null where it cannot be told. */
  changedBy(ask: { owner: string; branch: string; head: string }): Promise<readonly string[] | null>;
}

/** What is to be looked at: a board, or a repository, or of either what has a label. */
export interface Look {
  readonly repo: Repo;
  readonly project?: number | undefined;
  readonly projectOwner?: string | undefined;
  readonly label?: string | undefined;
  /** Branches beside the default one on which work counts as done. */
  readonly doneBranches?: readonly string[] | undefined;
  /** The last look; then only what changed is read. */
  readonly previous?: Observation | undefined;
  /** The folder of a clone. */
  readonly clone?: string | undefined;
  readonly now: string;
}

export interface Looked {
  readonly field: Field;
  /** Issues that there are; fewer of them were seen where `field.missing` says so. */
  readonly total: number;
  /** Issues of the field that are not looked at themselves: others wait for them, or speak of them. */
  readonly outside: readonly Ref[];
}

/** Reads the whole field at once. What cannot be read is said in it; only without the repository there is nothing to say. */
export interface FieldReader {
  look(ask: Look): Promise<Looked>;
}

/** The last look, kept for the next one. */
export interface Observations {
  /** `why` it is none, where there is one that cannot be used; `at` is what the next one is written onto. */
  read(): Promise<{
    readonly observation: Observation | null;
    readonly at: string | null;
    readonly why: string | null;
  }>;
  write(observation: Observation, at: string | null): Promise<string>;
}

export interface GitHub {
  readonly thread: Thread;
  readonly issues: OwnIssues;
  readonly people: People;
  readonly refs: Refs;
  readonly dispatch: Dispatch;
  readonly repository: Repository;
  readonly pulls: Pulls;
  readonly checks: Checks;
  /** What was spent since the start. */
  spent(): Spent;
}

export interface Spent {
  readonly requests: number;
  readonly graphqlPoints: number;
}

/** Append-only logs of lines. The one primitive is "append if nothing came between": journals and leases stand on it. */
export interface Store {
  list(prefix: string): Promise<readonly string[]>;
  read(log: string): Promise<{ readonly text: string; readonly at: string } | null>;
  /** Durable when it returns. Refuses (Conflict) when the log is no longer at `at`; null means it must not exist yet. */
  append(log: string, lines: string, at: string | null): Promise<string>;
  remove(log: string): Promise<void>;
}

export interface Clock {
  now(): number;
  /** Returns early, and quietly, when the signal says so. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A language model. One turn, or a NoTurn; nothing is tried again here: whoever asks owns the retries. */
export interface Model {
  /** `hear` gets text as it comes, to be shown and nothing else: what counts is the turn. */
  turn(ask: Ask, how: { readonly hear?: (text: string) => void; readonly signal?: AbortSignal }): Promise<Turn>;
}

/** What stands at a path, links not followed. */
export interface Standing {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  readonly mode: number;
}

export interface SearchAsk {
  /** A regular expression, in ripgrep's dialect; `literal` takes it word for word. */
  readonly pattern: string;
  readonly literal?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** Below which folder or in which file, relative to the root. */
  readonly under?: string | undefined;
  /** Only files that fit one of these. */
  readonly globs?: readonly string[] | undefined;
  readonly context?: number | undefined;
  readonly most: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Found {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** False for a line that only stands beside one. */
  readonly matched: boolean;
}

/** A tree of files. Paths are relative to the root; what leads outside is refused here too, whatever the gate said. */
export interface Workspace {
  /** Absolute, without links. */
  readonly root: string;
  look(path: string): Promise<Standing | null>;
  /** Null when there is no such file. A range of bytes, where a file is long. */
  read(path: string, range?: { readonly from: number; readonly to: number }): Promise<Uint8Array | null>;
  /** Whole or not at all; the mode stays; folders on the way come into being. Never through a link. */
  write(path: string, bytes: Uint8Array, mode?: number): Promise<void>;
  remove(path: string): Promise<void>;
  list(folder: string): Promise<readonly { readonly name: string; readonly kind: Standing['kind'] }[]>;
  /** Every file that git would not ignore, sorted; `globs` as git and ripgrep mean them. */
  files(ask: {
    readonly under?: string | undefined;
    readonly globs?: readonly string[] | undefined;
  }): Promise<readonly string[]>;
  search(ask: SearchAsk): Promise<{ readonly found: readonly Found[]; readonly more: boolean }>;
}

/** A command line of the repository's or an agent's, for bash. */
export interface Command {
  readonly line: string;
  /** Absolute, inside the tree. */
  readonly cwd: string;
  /** Added to the few variables that a cell gives; never crew's own. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Output as it comes. Nothing is kept by the cell: a log of 100 MB costs it no memory. */
  readonly hear: (chunk: Uint8Array, from: 'out' | 'err') => void;
}

/** What surely happened. `exit` is null when it did not end by itself; `started` is false when there was no shell to start it. */
export interface Ran {
  readonly started: boolean;
  readonly exit: number | null;
  readonly ended: 'itself' | 'time-out' | 'cancelled' | 'signal';
  readonly signal?: string | undefined;
  readonly ms: number;
  /** Hosts that were refused while it ran, each with the setting that would let it through. */
  readonly refused: readonly { readonly host: string; readonly remedy: string }[];
}

/** Where commands run. All of a command's processes end with it. */
export interface Cell {
  /** `sealed`: no network but the proxy, no secrets, nothing outside the tree is written. */
  readonly strength: 'sealed' | 'open';
  /** What it is, for `crew doctor` and the run's page: "bubblewrap 0.8.0". */
  readonly name: string;
  run(command: Command): Promise<Ran>;
  /** Ends what belongs to it (the proxy, mounts). */
  close(): Promise<void>;
}

/** The way to other hosts; which of them, whoever asks it has to mind. */
export interface Web {
  get(
    url: string,
    how: {
      readonly redirect: 'manual';
      readonly signal: AbortSignal;
      readonly headers: Readonly<Record<string, string>>;
    },
  ): Promise<Response>;
  /** Those that may be reached: names in small letters, exactly. */
  readonly hosts: readonly string[];
}

/** An output that is too long to be shown, while it comes. */
export interface Kept {
  add(chunk: Uint8Array): void;
  /** Where it can be read; or it is forgotten, when it is not wanted after all. */
  close(wanted: boolean): Promise<string | null>;
}

/** A change as exact bytes: what git writes and takes, and the digest by which a person names it. */
export interface Diff {
  /** The commit below the tree that was changed, where there is one. */
  readonly base: string | null;
  /** Of the text. */
  readonly sha256: string;
  readonly files: readonly string[];
  readonly text: string;
}

/** A file of a change, whole: null where it is not there. */
export interface ChangedFile {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** A copy of a tree: what is written to it lies beside, and the tree never hears of it. */
export interface Copy extends Workspace {
  /** What was done to it. */
  since(): Promise<{ readonly diff: Diff; readonly changed: readonly ChangedFile[] }>;
  /** Forgets all of it. */
  close(): Promise<void>;
}

/** Files that are not as the commit has them although nobody is at work yet, each by the digest of its bytes. */
export type Apart = Readonly<Record<string, string>>;

/** The commit below a tree. Nothing that the repository configures is run to ask for it. */
export interface Below {
  /** Its id, or that of a branch; null where there is none. */
  head(branch?: string): Promise<string | null>;
  /** What stands in the tree before anybody works: tracked files that somebody has changed, and what else is apart. */
  standing(base: string): Promise<{ readonly changed: readonly string[]; readonly apart: Apart }>;
  /** What is not as the commit has it, new files too, ignored ones not; what is still apart as it was is left out. */
  since(base: string, apart: Apart): Promise<{ readonly diff: Diff; readonly changed: readonly ChangedFile[] }>;
  /** The commit as a tree of its own, outside of this one, with what is installed here. */
  beside(base: string): Promise<{ readonly tree: Workspace; close(): Promise<void> }>;
  /** Keeps paths out of the change through the clone's own exclude file; refused where one of them is tracked. */
  hide(paths: readonly string[]): Promise<void>;
}

/** Where a verification leaves what it saw: a folder a run, outside the tree. Only the Verifier writes there. */
export interface Artifacts {
  /** A new folder, named by a time and something that nobody can guess. */
  open(stamp: string): Promise<Folder>;
}

export interface Folder {
  /** The run's name, and the folder's. */
  readonly id: string;
  readonly path: string;
  log(name: string): LogFile;
  /** Written last, whole or not at all: a folder without it is half a run, and nothing is read from it. */
  finish(manifest: unknown): Promise<void>;
}

export interface LogFile {
  /** Below the run's folder. */
  readonly name: string;
  /** On the disk when it returns, so that nothing piles up. Never throws: what could not be written is said at the end. */
  write(chunk: Uint8Array): void;
  /** The digest of what is on the disk, and whether that is all. */
  close(): { readonly sha256: string; readonly bytes: number; readonly full: boolean };
  /** The last bytes as text. */
  tail(bytes: number): string;
}

/** What the Verifier needs beside a tree. */
export interface Bench {
  /** Walls for a tree. New ones each time, so that nothing that an agent left behind stands within them. */
  cell(root: string): Promise<Cell>;
  /** For what runs before the sandbox closes. */
  openCell(): Promise<Cell>;
  readonly artifacts: Artifacts;
  /** What verifications left, to be read: a folder a run. */
  evidence(): Promise<Workspace>;
  /** This run's evidence is never removed by age. */
  keep(run: string): Promise<void>;
}

/** A tree to work on, and what is at hand there. */
export interface Workshop {
  readonly workspace: Workspace;
  readonly gate: Gate;
  /** The same gate before another tree of this repository. */
  readonly gateFor: (tree: Workspace) => Gate;
  readonly cell: Cell;
  /** Refused by name when it is first wanted and there is no key to it. */
  readonly model: Model;
  readonly web: Web;
  readonly keep: () => Kept;
  /** The repository's own folder of agents, as far as it may be read. */
  readonly agents: string;
  readonly below: Below;
  readonly copy: () => Copy;
  /** Brings the exact bytes of a change into a tree, whole or not at all; refused where a file is not as it was. */
  readonly apply: (diff: Pick<Diff, 'text' | 'sha256'>, to: Workspace) => Promise<readonly string[]>;
  readonly bench: Bench;
  close(): Promise<void>;
}

/** For operators, never for the thread. */
export type Log = (line: string, fields?: Readonly<Record<string, string | number>>) => void;
