// A tree that crew works on: its files, the sandboxes for its commands, its base commit, and what the Verifier needs.
import type { Guard } from './guard.js';
import type { Model } from './model.js';

/** The entry at a path. Symbolic links are not followed. */
export interface FileEntry {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  readonly mode: number;
}

export interface SearchAsk {
  /** A Perl regular expression (`git grep --perl-regexp`); with `literal`, a plain string. */
  readonly pattern: string;
  readonly literal?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** The folder or file to search, relative to the root. */
  readonly under?: string | undefined;
  /** Only files that match one of these globs. */
  readonly globs?: readonly string[] | undefined;
  readonly context?: number | undefined;
  readonly most: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Found {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** False for a context line. */
  readonly matched: boolean;
}

/** A tree of files. Paths are relative to the root. A path that leads outside is refused, even if the guard allowed it. */
export interface Workspace {
  /** Absolute, with symbolic links resolved. */
  readonly root: string;
  look(path: string): Promise<FileEntry | null>;
  /** The file, or a range of its bytes; null if there is no such file. */
  read(path: string, range?: { readonly from: number; readonly to: number }): Promise<Uint8Array | null>;
  /** Writes atomically. Keeps the mode, creates missing folders, and refuses symbolic links. */
  write(path: string, bytes: Uint8Array, mode?: number): Promise<void>;
  remove(path: string): Promise<void>;
  list(folder: string): Promise<readonly { readonly name: string; readonly kind: FileEntry['kind'] }[]>;
  /** Every file that git does not ignore, sorted. `globs` are git pathspecs. */
  files(ask: {
    readonly under?: string | undefined;
    readonly globs?: readonly string[] | undefined;
  }): Promise<readonly string[]>;
  search(ask: SearchAsk): Promise<{ readonly found: readonly Found[]; readonly more: boolean }>;
}

/** A command line for bash, from the repository or from an agent. */
export interface Command {
  readonly line: string;
  /** Absolute, inside the tree. */
  readonly cwd: string;
  /** Added to the variables of the sandbox. crew's own environment is never passed on. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Receives output as it is written. The sandbox buffers none of it, so large logs need no memory. */
  readonly onOutput: (chunk: Uint8Array, from: 'out' | 'err') => void;
}

/** The result of a command. `exit` is null if it did not end by itself; `started` is false if no shell could be started. */
export interface Ran {
  readonly started: boolean;
  readonly exit: number | null;
  readonly ended: 'itself' | 'time-out' | 'cancelled' | 'signal' | 'full disk';
  readonly signal?: string | undefined;
  readonly ms: number;
  /** Hosts that the proxy refused, each with the setting that would allow it. */
  readonly refused: readonly { readonly host: string; readonly remedy: string }[];
}

/** Which output files of commands to take. */
export interface TakeAsk {
  /** A name without a path. A missing folder counts as empty; files whose names begin with a dot are skipped. */
  readonly folder: string;
  /** The limit for all files together, in bytes. A folder with thousands of files is also too large. */
  readonly most: number;
  /** Called at the start of each file; returns the function that receives its bytes. */
  readonly open: (bytes: number, name: string) => (chunk: Uint8Array) => void;
}

/** `no files`: an entry is not a regular file (a link or a folder); nothing after it is taken. */
export type Taken = 'taken' | 'too large' | 'no files';

/** Runs commands. When a command ends, all of its processes are ended. */
export interface Sandbox {
  /** `sealed`: no network except the proxy, no secrets, no writes outside the tree. */
  readonly strength: 'sealed' | 'open';
  /** For `crew doctor` and the run page: "bubblewrap 0.8.0". */
  readonly name: string;
  /** `HOME` as its commands see it: a separate folder, outside the tree. */
  readonly home: string;
  run(command: Command): Promise<Ran>;
  /** Reads the files of a folder in `home`, sorted by name, and deletes the folder. Call it only while no command runs. */
  take(ask: TakeAsk): Promise<Taken>;
  /** Stops the proxy and removes the mounts. */
  close(): Promise<void>;
}

/** Fetches from other hosts. The caller must check `hosts` first. */
export interface Web {
  get(
    url: string,
    how: {
      readonly redirect: 'manual';
      readonly signal: AbortSignal;
      readonly headers: Readonly<Record<string, string>>;
    },
  ): Promise<Response>;
  /** The allowed hosts: exact names in lower case. */
  readonly hosts: readonly string[];
}

/** Stores an output that is too long to show. */
export interface OutputFile {
  add(chunk: Uint8Array): void;
  /** Returns the path of the stored output, or deletes it if it is not wanted. */
  close(wanted: boolean): Promise<string | null>;
}

/** A change as git writes it, with its digest. A person approves a change by its digest. */
export interface Diff {
  /** The base commit of the tree; null if there is none. */
  readonly base: string | null;
  /** The digest of `text`. */
  readonly sha256: string;
  readonly files: readonly string[];
  readonly text: string;
}

/** A changed file before and after; null where it does not exist. */
export interface ChangedFile {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** A copy-on-write view of a tree. Writes never reach the tree. */
export interface Copy extends Workspace {
  /** The changes made in the copy. */
  changes(): Promise<TreeChanges>;
  /** Discards the writes. */
  close(): Promise<void>;
}

/** By path, the digests of files that differ from the commit before crew works: untracked files, and files that a checkout converts. */
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

/** Commits of a run, on no branch. They are created, merged and checked out in a separate repository; the clone is only read. */
export interface RunRepository {
  /** A commit with the tree of the run's base commit, and without its history. */
  readonly base: string;
  /** Commits a change. Deterministic: the same change on the same parent has the same id on every machine. */
  commit(parent: string, change: Pick<Diff, 'text'>, message: string): Promise<string>;
  /** A three-way merge: `theirs` becomes one commit on `ours`. */
  merge(
    ours: string,
    theirs: string,
    message: string,
  ): Promise<
    { readonly is: 'merged'; readonly commit: string } | { readonly is: 'conflict'; readonly files: readonly string[] }
  >;
  diff(from: string, to: string): Promise<Diff>;
  /** Checks out a separate tree for each call. */
  open(commit: string): Promise<TaskTree>;
  /**
   * Creates a branch of the clone with these commits on the run's base commit, and returns their ids. The clone's tree and its
   * checked-out branch stay as they are. Rejects if the branch exists.
   */
  keep(branch: string, commits: readonly TextCommit[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Stores the evidence of verifications: one folder for each, outside the tree. Only the Verifier writes there. */
export interface Artifacts {
  /** Creates a folder whose name is a time and a random part. */
  open(stamp: string): Promise<Folder>;
}

export interface Folder {
  /** The id of the verification, which is also the folder's name. */
  readonly id: string;
  readonly path: string;
  log(name: string): LogFile;
  /** Writes the manifest atomically, last. A folder without a manifest is incomplete and is not read. */
  finish(manifest: unknown): Promise<void>;
}

export interface LogFile {
  /** Relative to the folder. */
  readonly name: string;
  /** Writes synchronously, so that no output piles up in memory. Never throws; `close` reports whether the log is complete. */
  write(chunk: Uint8Array): void;
  /** The digest of the file; `full` is false if some output could not be written. */
  close(): { readonly sha256: string; readonly bytes: number; readonly full: boolean };
  /** The last bytes as text. */
  tail(bytes: number): string;
}

/** What the Verifier needs besides a tree. */
export interface Bench {
  /** Opens a new sandbox for a tree, so that it holds nothing that an agent left behind. */
  sandbox(root: string): Promise<Sandbox>;
  /** For setup steps, which run outside the sandbox. */
  unsandboxed(): Promise<Sandbox>;
  /** Setup steps also run in the sandbox, because code from outside the repository decides what they install. */
  readonly setsUpWithin?: boolean | undefined;
  readonly artifacts: Artifacts;
  /** The stored evidence, read-only: one folder for each verification. */
  evidence(): Promise<Workspace>;
  /** Excludes this evidence from removal by age. */
  keep(run: string): Promise<void>;
}

/** Computes a value when a run starts and returns the recorded value when the run is continued. */
export type Once = (find: () => Promise<string>) => Promise<string>;

/** A tool of a configured MCP server. */
export interface RemoteTool {
  /** `mcp__SERVER__TOOL`, as guard rules name it. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments, from the server. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Never rejects: with `failed`, the text is the error. */
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
  /** By the names of the installed runtimes. */
  readonly versions: Readonly<Record<string, string>>;
}

/** What agents and the Verifier work with. */
export interface WorkEnvironment {
  readonly workspace: Workspace;
  readonly gate: Guard;
  /** The guard for another tree of this repository. */
  readonly gateFor: (tree: Workspace) => Guard;
  readonly sandbox: Sandbox;
  /** Throws at the first use if its key is missing. */
  readonly model: Model;
  readonly web: Web;
  readonly machine: () => Promise<MachineFacts>;
  /** Tools of the configured MCP servers. Connects at the first call. */
  readonly remote: () => Promise<RemoteTools>;
  readonly keep: () => OutputFile;
  /** The folder of the repository's own agents. */
  readonly agents: string;
  readonly baseCommit: BaseCommit;
  /** Opens a repository for a run's commits, based on a commit of this tree's repository. */
  readonly repository: (base: string) => Promise<RunRepository>;
  /** Opens a folder outside this tree, such as the run's folder. */
  readonly folder: (folder: string) => Workspace;
  readonly copy: () => Copy;
  /** Applies a diff to a tree, completely or not at all, and returns the paths. Rejects if a file differs from the diff's base. */
  readonly apply: (diff: Pick<Diff, 'text' | 'sha256'>, to: Workspace) => Promise<readonly string[]>;
  readonly bench: Bench;
  close(): Promise<void>;
}
