// Check runs that crew creates, and the repository's own checks. Part of `GitHub` (github.ts); index.ts re-exports it, for
// src/adapters/github among others. Used directly by `check` and `fix`. Types only.

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

/** What a check shows when it is concluded. */
export interface CheckEnd extends CheckPage {
  readonly conclusion: CheckConclusion;
  readonly annotations: readonly Annotation[];
}

/** A check run that crew created. */
export interface Check {
  readonly id: number;
  /** The id that crew gave it. */
  readonly externalId: string;
  /** Null while it is in progress. */
  readonly conclusion: string | null;
  /** The number of annotations. GitHub's API can add annotations and not remove them. */
  readonly annotationCount: number;
  readonly url: string;
}

/** Check runs on commits, and the pull requests they belong to. */
export interface Checks {
  /** The check runs of a commit with this name that this account created, oldest first. */
  list(head: string, name: string): Promise<readonly Check[]>;
  /** Creates a check run; without `end`, in progress. Not idempotent: the caller lists the existing ones first. */
  create(
    check: CheckPage & { head: string; name: string; externalId: string; details: string; end?: CheckEnd | undefined },
  ): Promise<Check>;
  /** Adds the annotations that the check run does not have yet, then concludes it. */
  conclude(check: Check, end: CheckEnd): Promise<void>;
  /** Renames a duplicate, because a check run cannot be deleted. No branch rule requires the new name. */
  renameDuplicate(check: Check, name: string): Promise<void>;
  /** The current head of an open pull request; null if it is not open. */
  headOf(pull: number): Promise<string | null>;
  /** The paths that the pull requests of this branch and head change; null if they cannot be determined. */
  changedPaths(pulls: { owner: string; branch: string; head: string }): Promise<readonly string[] | null>;
}

/** The combined state of checks. `waits`: a person must approve the Actions run first. `unknown` never counts as green. */
export type CiState = 'green' | 'red' | 'pending' | 'waits' | 'none' | 'unknown';

/** The repository's checks on a commit. crew's own checks count only in `names`. */
export interface CiResult {
  readonly state: CiState;
  /** The combined state without the failed checks. It counts if the change did not cause the failures. */
  readonly stateOfOthers: CiState;
  /** The names of all checks that reported, including crew's own. */
  readonly names: readonly string[];
  readonly failures: readonly CiFailure[];
}

/** A failed check of the repository. */
export interface CiFailure {
  readonly name: string;
  readonly url: string;
  readonly summary: string;
  readonly annotations: readonly Annotation[];
  /** Set if some of its annotations were not read. */
  readonly unread?: true | undefined;
}

/** The required checks of a branch, and the checks that fail on the branch itself. */
export interface CiBase {
  readonly required: readonly string[];
  /** The failed checks of its tip, by name. */
  readonly failed: readonly Pick<CiFailure, 'name' | 'annotations'>[];
}

/** Reads the repository's own checks. */
export interface Ci {
  read(head: string): Promise<CiResult>;
  /** Sends one request. Checks that cannot be read are left out, so their failures count as caused by the change. */
  readBase(branch: string): Promise<CiBase>;
}
