// Branches, pull requests and their reviews: parts of the `GitHub` client (github.ts). Used by `fix` and `review`; other folders take them
// from index.ts. Types only.
import type { Comment, Identity, Repo } from './threads.js';

/** The new content of a file; null deletes it. */
export interface FileChange {
  readonly path: string;
  /** The git file mode: 100644, 100755 or 120000. */
  readonly mode: string;
  readonly bytes: Uint8Array | null;
}

/** A commit on GitHub. */
export interface Commit {
  readonly sha: string;
  /** The id of its git tree. Equal ids mean equal content. */
  readonly tree: string;
  /** Whether GitHub shows its signature as verified. */
  readonly verified: boolean;
}

/** Branches, read and written through the API. No checkout is needed. */
export interface Branches {
  /** The tip of the branch; null if there is no such branch. */
  head(branch: string): Promise<string | null>;
  /** A commit with its parents; `author` is the author's login, null if the author has no account. */
  read(sha: string): Promise<Commit & { readonly parents: readonly string[]; readonly author: string | null }>;
  /** Files at a commit; missing ones are left out. */
  files(sha: string, paths: readonly string[]): Promise<readonly FileChange[]>;
  /** Creates a commit on no branch. It names no author, so that GitHub signs it. A repeated call leaves an unreachable duplicate. */
  commit(change: {
    readonly parent: string;
    /** For a merge commit. `files` are then changes of this parent's tree. */
    readonly secondParent?: string | undefined;
    readonly message: string;
    readonly files: readonly FileChange[];
  }): Promise<Commit>;
  /** Moves the branch to a commit, without force. Rejects with Conflict if its tip is not `expectedTip`; null: the branch must not exist yet. */
  move(branch: string, to: { sha: string; expectedTip: string | null }): Promise<void>;
}

/** A pull request that adds files to the default branch. */
export interface Proposal {
  readonly branch: string;
  readonly title: string;
  readonly body: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
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
  /** False if it conflicts with its base; null while GitHub still computes it; absent in lists. */
  readonly mergeable?: boolean | null | undefined;
  /** The login of the person who merged it; absent if it is not merged, in lists, and if GitHub no longer knows the account. */
  readonly mergedBy?: string | undefined;
}

/** Pull requests. */
export interface Pulls {
  /** Opens the pull request, or returns the one that is open. Never forces a branch. */
  propose(proposal: Proposal): Promise<{ readonly url: string; readonly did: 'opened' | 'there' }>;
  /** The pull requests from a branch of this repository, newest first, including closed ones. */
  listByBranch(branch: string): Promise<readonly Pull[]>;
  read(number: number): Promise<Pull | null>;
  /** The open pull requests from branches of this repository whose names begin with `prefix`. */
  listOpenByPrefix(prefix: string): Promise<readonly Pull[]>;
  /** Not idempotent: the caller lists the existing ones first. `forbidden`: the repository does not let Actions open pull requests. */
  create(pull: {
    readonly branch: string;
    readonly base: string;
    readonly title: string;
    readonly body: string;
    readonly draft: boolean;
  }): Promise<Pull | 'forbidden'>;
  /** Idempotent. */
  update(number: number, to: { readonly title?: string; readonly body?: string }): Promise<void>;
  /** Requests reviews and adds labels. Returns the reviewers that GitHub rejected; the others were requested. */
  requestReview(
    number: number,
    who: { readonly reviewers: readonly string[]; readonly labels: readonly string[] },
  ): Promise<{ readonly rejected: readonly string[] }>;
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

/** All reviews and review threads of a pull request. */
export interface ReviewRead {
  /**
   * Reviews with a body, oldest first. `wantsChanges`: the review requests changes. `asks`: it requests changes or comments, and its author
   * has not approved since then.
   */
  readonly reviews: readonly (Comment & {
    readonly wantsChanges: boolean;
    readonly asks: boolean;
    readonly head: string;
  })[];
  readonly threads: readonly ReviewThread[];
}

/** A line comment of a review. */
export interface Remark {
  readonly path: string;
  /** The first line, if it covers several lines. */
  readonly startLine?: number | undefined;
  readonly line: number;
  readonly body: string;
}

/** Reviews and review threads of a pull request. */
export interface Reviews {
  read(pull: number): Promise<ReviewRead>;
  /** Not idempotent: the caller reads the thread first. */
  reply(pull: number, to: { thread: number; body: string }): Promise<Comment>;
  /** Creates a review of kind `COMMENT` with line comments on the head. Not idempotent: the caller reads the reviews first. */
  create(
    pull: number,
    review: { readonly head: string; readonly body: string; readonly remarks: readonly Remark[] },
  ): Promise<Comment>;
}
