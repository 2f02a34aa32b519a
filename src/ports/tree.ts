// A tree that crew works on: its files, its changes, its base commit, and the commits of a run. Used by environment.ts and by the work
// phases of `ask`, `fix` and `review`; src/adapters (workspace, base-commit, run-repository), agents' tools and the Verifier take it from
// index.ts. Types only.

/** The entry at a path. Symbolic links are not followed. */
export interface FileEntry {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  readonly mode: number;
}

/** What to search for in a tree. */
export interface SearchOptions {
  /** A Perl regular expression (`git grep --perl-regexp`); with `literal`, a plain string. */
  readonly pattern: string;
  readonly literal?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** The folder or file to search, relative to the root. */
  readonly under?: string | undefined;
  /** Only files that match one of these globs. */
  readonly globs?: readonly string[] | undefined;
  /** The number of lines to return before and after each match. */
  readonly context?: number | undefined;
  /** The most matches to return. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** A line in the result of a search. */
export interface SearchMatch {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** False for a context line. */
  readonly matched: boolean;
}

/** A tree of files. Paths are relative to the root. A path that leads outside the root is refused, whatever the guard decided. */
export interface Workspace {
  /** Absolute, with symbolic links resolved. */
  readonly root: string;
  entryAt(path: string): Promise<FileEntry | null>;
  /** The file, or a range of its bytes; null if there is no such file. */
  read(path: string, range?: { readonly from: number; readonly to: number }): Promise<Uint8Array | null>;
  /** Writes atomically. Keeps the mode, creates missing folders, and refuses symbolic links. */
  write(path: string, bytes: Uint8Array, mode?: number): Promise<void>;
  remove(path: string): Promise<void>;
  list(folder: string): Promise<readonly { readonly name: string; readonly kind: FileEntry['kind'] }[]>;
  /** Every file that git does not ignore, sorted. `globs` are git pathspecs. */
  files(options: {
    readonly under?: string | undefined;
    readonly globs?: readonly string[] | undefined;
  }): Promise<readonly string[]>;
  /** `more` is true if further lines match. */
  search(options: SearchOptions): Promise<{ readonly found: readonly SearchMatch[]; readonly more: boolean }>;
}

/** A change as `git diff` prints it, with its digest. A person approves a change by its digest. */
export interface Diff {
  /** The base commit of the tree; null if there is none. */
  readonly base: string | null;
  /** The digest of `text`. */
  readonly sha256: string;
  readonly files: readonly string[];
  readonly text: string;
}

/** A changed file before and after the change; null where the file does not exist. */
export interface ChangedFile {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** A copy-on-write view of a tree. Writes never reach the tree. */
export interface TreeCopy extends Workspace {
  /** The changes made in the copy. */
  changes(): Promise<TreeChanges>;
  /** Discards the writes. */
  close(): Promise<void>;
}

/**
 * Files that differ from the commit before crew changes anything, each path with git's blob id: untracked files, and files that a checkout
 * converts (line endings, LFS).
 */
export type CheckoutDifferences = Readonly<Record<string, string>>;

/** The result of a merge with conflicts. */
export interface MergeConflict {
  /** From the commit that is merged in to the merged tree, with conflict markers in the files that conflict. */
  readonly diff: Diff & { readonly base: string };
  /** The files that conflict. */
  readonly files: readonly string[];
}

/** The difference between a tree and a commit: as a diff, and as whole files. */
interface TreeChanges {
  readonly diff: Diff;
  readonly changed: readonly ChangedFile[];
}

/** The commit that a tree is checked out from. No method runs a hook, filter or other program that the repository configures. */
export interface BaseCommit {
  /** The id of HEAD or of a branch; null if there is none. */
  head(branch?: string): Promise<string | null>;
  /** The merge base of HEAD and another commit; null if they have no common ancestor. */
  mergeBase(other: string): Promise<string | null>;
  /** The state of the tree before crew changes anything. `changed` are tracked files with uncommitted changes. */
  readInitialState(
    base: string,
  ): Promise<{ readonly changed: readonly string[]; readonly checkoutDifferences: CheckoutDifferences }>;
  /** The changes since the commit, with new files and without ignored ones. A file is left out while it is as in `checkoutDifferences`. */
  changesSince(base: string, checkoutDifferences: CheckoutDifferences): Promise<TreeChanges>;
  /** The conflicted merge of a commit with another one; null if they merge without a conflict. */
  mergeConflict(ours: string, theirs: string): Promise<MergeConflict | null>;
  /** Checks out the commit as a separate tree, with this tree's installed dependencies. */
  checkOut(base: string): Promise<{ readonly tree: Workspace; close(): Promise<void> }>;
  /** Adds paths to the clone's `.git/info/exclude`, so that they are not part of the change. Rejects if one of them is tracked. */
  exclude(paths: readonly string[]): Promise<void>;
}

/** A commit of a run, checked out for one agent. */
export interface TaskTree {
  readonly tree: Workspace;
  /** The changes since the commit. */
  changes(): Promise<TreeChanges>;
  close(): Promise<void>;
}

/** A commit, given by the whole text of each file. */
export interface TextCommit {
  readonly message: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Commits of a run, on no branch. They are created, merged and checked out in a separate repository; the clone is only read. */
export interface RunRepository {
  /** A commit with the tree of the run's base commit, and without its history. */
  readonly base: string;
  /** Commits a change and returns the commit's id, which depends only on parent, change and message. */
  commit(parent: string, change: Pick<Diff, 'text'>, message: string): Promise<string>;
  /** Merges `theirs` into `ours` (three-way merge). The result is one commit with the parent `ours`. */
  merge(
    ours: string,
    theirs: string,
    message: string,
  ): Promise<
    { readonly is: 'merged'; readonly commit: string } | { readonly is: 'conflict'; readonly files: readonly string[] }
  >;
  diff(from: string, to: string): Promise<Diff>;
  /** Checks out a commit. Each call has a tree of its own. */
  checkOut(commit: string): Promise<TaskTree>;
  /**
   * Creates a branch in the clone with these commits on top of the run's base commit, and returns their ids. The clone's working tree and
   * checked-out branch stay as they are. Rejects if the branch exists.
   */
  createBranch(branch: string, commits: readonly TextCommit[]): Promise<readonly string[]>;
  close(): Promise<void>;
}
