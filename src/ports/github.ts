// GitHub's API for one repository and one identity: the parts in other files, people, refs, Actions runs. Types only.
import type { Checks, Ci } from './checks.js';
import type { Branches, Pulls, Reviews } from './pulls.js';
import type { Identity, LabelWriter, OwnIssues, Thread } from './threads.js';
export type Permission = 'admin' | 'write' | 'read' | 'none';

/** Accounts and their permissions. */
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
  readonly startedJobs: readonly string[];
}

/** Runs of GitHub Actions. */
export interface ActionsRuns {
  /** Starts a workflow file of the default branch. If it is started twice, the second Actions run ends because the first holds the claim. */
  dispatch(workflow: string, inputs: Readonly<Record<string, string>>): Promise<void>;
  /** Null if there is no such run. */
  state(id: number): Promise<ActionsRunState | null>;
  /** When an Actions run ended; null if it has not ended, or if GitHub does not know it. One request. */
  endedAt(id: number): Promise<string | null>;
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

/** All of crew's access to one repository. */
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
  spent(): ApiUsage;
}

/** Requests and GraphQL points that were used. */
export interface ApiUsage {
  readonly requests: number;
  readonly graphqlPoints: number;
}
