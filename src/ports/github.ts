// GitHub's API for one repository and one identity. src/adapters/github implements it. Only workflow.ts and index.ts import this file;
// others take it from index.ts. `GitHub` also contains the parts that are declared in checks.ts, pulls.ts and threads.ts. Types only.
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

/** Refs that store files, for run records, the ledger, the memory and the record of a scan. A version is the commit that a ref pointed to. */
export interface Refs {
  list(prefix: string): Promise<readonly string[]>;
  /** The commit that the ref points to; null if there is no such ref. */
  tip(ref: string): Promise<string | null>;
  /** The file at the tip of the ref, or at `commit`; null if there is no such file or ref. */
  read(ref: string, file: string, commit?: string): Promise<{ readonly text: string; readonly version: string } | null>;
  /**
   * Commits files and returns the new version. A null text removes a file; files that are not named stay. Rejects with Conflict if the
   * ref's tip is not `version`; null means that the ref must not exist yet.
   */
  commit(
    ref: string,
    change: { files: Readonly<Record<string, string | null>>; version: string | null; message: string },
  ): Promise<string>;
  /** Like `commit`, but without a parent, so that earlier content is not reachable from the ref. */
  replace(
    ref: string,
    change: { files: Readonly<Record<string, string | null>>; version: string | null; message: string },
  ): Promise<string>;
  remove(ref: string): Promise<void>;
}

/** The state of an Actions run. `startedJobs` are the names of the jobs that have started. */
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
  /** When an Actions run ended; null if it has not ended, or if GitHub does not know it. Sends one request. */
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

/** The client for one repository, with one token. */
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
  /** What this client has used so far. */
  spent(): ApiUsage;
}

/** Numbers of requests and of GraphQL points. */
export interface ApiUsage {
  readonly requests: number;
  readonly graphqlPoints: number;
}
