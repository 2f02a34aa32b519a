// What crew needs of a tree it works on: its files, cells for its commands, the commit below it, and the Verifier's bench.
import type { Guard } from './guard.js';
import type { Model } from './model.js';

/** What stands at a path, links not followed. */
export interface FileEntry {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  readonly mode: number;
}

export interface SearchAsk {
  /** A regular expression, in Perl's dialect (`git grep --perl-regexp`); `literal` takes it word for word. */
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
  look(path: string): Promise<FileEntry | null>;
  /** Null when there is no such file. A range of bytes, where a file is long. */
  read(path: string, range?: { readonly from: number; readonly to: number }): Promise<Uint8Array | null>;
  /** Whole or not at all; the mode stays; folders on the way come into being. Never through a link. */
  write(path: string, bytes: Uint8Array, mode?: number): Promise<void>;
  remove(path: string): Promise<void>;
  list(folder: string): Promise<readonly { readonly name: string; readonly kind: FileEntry['kind'] }[]>;
  /** Every file that git would not ignore, sorted; `globs` as git means them. */
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
  readonly onOutput: (chunk: Uint8Array, from: 'out' | 'err') => void;
}

/** What surely happened. `exit` is null when it did not end by itself; `started` is false when there was no shell to start it. */
export interface Ran {
  readonly started: boolean;
  readonly exit: number | null;
  readonly ended: 'itself' | 'time-out' | 'cancelled' | 'signal' | 'full disk';
  readonly signal?: string | undefined;
  readonly ms: number;
  /** Hosts that were refused while it ran, each with the setting that would let it through. */
  readonly refused: readonly { readonly host: string; readonly remedy: string }[];
}

/** What commands left behind, wanted. */
export interface TakeAsk {
  /** The name alone. What is not there has no files; those whose name begins with a dot do not count. */
  readonly folder: string;
  /** So many bytes, all files together. Beyond some thousand files it is too large as well. */
  readonly most: number;
  /** A file of so many bytes and this name begins; what comes back hears them. */
  readonly open: (bytes: number, name: string) => (chunk: Uint8Array) => void;
}

/** `no files`: something there is none, a link or a folder; it ends there. */
export type Taken = 'taken' | 'too large' | 'no files';

/** Where commands run. All of a command's processes end with it. */
export interface Sandbox {
  /** `sealed`: no network but the proxy, no secrets, nothing outside the tree is written. */
  readonly strength: 'sealed' | 'open';
  /** What it is, for `crew doctor` and the run's page: "bubblewrap 0.8.0". */
  readonly name: string;
  /** Where its commands are at home, as they see it. Nobody else's home, and nothing of the tree. */
  readonly home: string;
  run(command: Command): Promise<Ran>;
  /** Gives the files of a folder in `home`, by name, and takes the folder away; for when no command runs. */
  take(ask: TakeAsk): Promise<Taken>;
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
export interface OutputFile {
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
  /** The changes made in the copy. */
  changes(): Promise<TreeChanges>;
  /** Forgets all of it. */
  close(): Promise<void>;
}

/** Files that are not as the commit has them although nobody is at work yet, each by the digest of its bytes. */
export type CheckoutDifferences = Readonly<Record<string, string>>;

/** A merge with conflicts, as a change of the commit that is merged in. */
export interface MergeConflict {
  /** The merged tree, with conflict markers. */
  readonly diff: Diff & { readonly base: string };
  /** The files that conflict. */
  readonly files: readonly string[];
}

/** The difference between a tree and a commit: as a diff, and as whole files. */
interface TreeChanges {
  readonly diff: Diff;
  readonly changed: readonly ChangedFile[];
}

/** The commit that a tree is checked out from. Its methods run no hook, filter or program that the repository configures. */
export interface BaseCommit {
  /** The id of HEAD or of a branch; null if there is none. */
  head(branch?: string): Promise<string | null>;
  /** The merge base of HEAD and another commit; null if they have no common ancestor. */
  mergeBase(other: string): Promise<string | null>;
  /** The tree before crew works: `changed` are tracked files with uncommitted changes. */
  changedBefore(
    base: string,
  ): Promise<{ readonly changed: readonly string[]; readonly checkoutDifferences: CheckoutDifferences }>;
  /** The changes since the commit, with new files and without ignored ones. Files that still have a checkout difference are left out. */
  changesSince(base: string, checkoutDifferences: CheckoutDifferences): Promise<TreeChanges>;
  /** The conflicted merge of a commit with another one; null if they merge without a conflict. */
  mergeConflict(ours: string, theirs: string): Promise<MergeConflict | null>;
  /** Checks out the commit as a separate tree, with this tree's installed dependencies. */
  checkOut(base: string): Promise<{ readonly tree: Workspace; close(): Promise<void> }>;
  /** Adds paths to the clone's exclude file, so that they are not part of the change. Rejects if one of them is tracked. */
  hide(paths: readonly string[]): Promise<void>;
}

/** A checked-out commit of a run, for one agent. */
export interface TaskTree {
  readonly tree: Workspace;
  /** The changes since the commit. */
  changes(): Promise<TreeChanges>;
  close(): Promise<void>;
}

/** A commit of whole files. */
export interface TextCommit {
  readonly message: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Commits of a run's own, which no branch names: made, merged and checked out beside the clone, which is only read. */
export interface RunRepository {
  /** Stands for the commit that the run begins from, without its history. */
  readonly base: string;
  /** A change as a commit. The same change on the same commit is the same commit, on every machine. */
  commit(parent: string, change: Pick<Diff, 'text'>, message: string): Promise<string>;
  /** Three-way: `theirs` as one commit on `ours`. */
  merge(
    ours: string,
    theirs: string,
    message: string,
  ): Promise<
    { readonly is: 'merged'; readonly commit: string } | { readonly is: 'conflict'; readonly files: readonly string[] }
  >;
  diff(from: string, to: string): Promise<Diff>;
  /** A tree of its own for each call. */
  open(commit: string): Promise<TaskTree>;
  /**
   * Commits of texts as a new branch of the clone, on the commit that the run begins from; gives their ids. Neither the tree of the clone
   * nor its checked-out branch is touched. Refused where the branch exists.
   */
  keep(branch: string, commits: readonly TextCommit[]): Promise<readonly string[]>;
  close(): Promise<void>;
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
  sandbox(root: string): Promise<Sandbox>;
  /** For what runs before the sandbox closes. */
  unsandboxed(): Promise<Sandbox>;
  /** What sets a tree up runs within the walls as well, since strangers wrote what it installs. */
  readonly setsUpWithin?: boolean | undefined;
  readonly artifacts: Artifacts;
  /** What verifications left, to be read: a folder a run. */
  evidence(): Promise<Workspace>;
  /** This run's evidence is never removed by age. */
  keep(run: string): Promise<void>;
}

/** Finds something in a run's first life and gives it back in the later ones, which may find it changed. */
export type Once = (find: () => Promise<string>) => Promise<string>;

/** A tree to work on, and what is at hand there. */
/** A tool of a server of the configuration. */
export interface RemoteTool {
  /** `mcp__SERVER__TOOL`, as rules of the guard name it. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, as the server says it. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Never rejects: what went wrong is the text. */
  call(args: Readonly<Record<string, unknown>>): Promise<{ readonly text: string; readonly failed: boolean }>;
}

export interface RemoteTools {
  readonly tools: readonly RemoteTool[];
  /** Servers that did not answer. */
  readonly silent: readonly string[];
}

/** The machine that commands run on. */
export interface MachineFacts {
  /** `Debian GNU/Linux 12 (bookworm), x86_64` */
  readonly system: string;
  /** By the name of each runtime that is there. */
  readonly versions: Readonly<Record<string, string>>;
}

export interface WorkEnvironment {
  readonly workspace: Workspace;
  readonly gate: Guard;
  /** The same gate before another tree of this repository. */
  readonly gateFor: (tree: Workspace) => Guard;
  readonly sandbox: Sandbox;
  /** Refused by name when it is first wanted and there is no key to it. */
  readonly model: Model;
  readonly web: Web;
  readonly machine: () => Promise<MachineFacts>;
  /** Tools of the servers of the configuration, connected when they are first wanted. */
  readonly remote: () => Promise<RemoteTools>;
  readonly keep: () => OutputFile;
  /** The repository's own folder of agents, as far as it may be read. */
  readonly agents: string;
  readonly baseCommit: BaseCommit;
  /** Commits of a run, on top of a commit of this tree's repository. */
  readonly repository: (base: string) => Promise<RunRepository>;
  /** A folder of the run, outside of this tree, as a tree of files. */
  readonly folder: (folder: string) => Workspace;
  readonly copy: () => Copy;
  /** Brings the exact bytes of a change into a tree, whole or not at all; refused where a file is not as it was. */
  readonly apply: (diff: Pick<Diff, 'text' | 'sha256'>, to: Workspace) => Promise<readonly string[]>;
  readonly bench: Bench;
  close(): Promise<void>;
}
