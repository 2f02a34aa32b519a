// The interface through which the runner uses the embedded GitHub: files, tokens, secrets, artifacts, and reports of runs.
// src/actions/runner-host implements it. Used by the runner's entry, by run/ and by the built-in actions.

import type { ArtifactStore } from './artifact-store.js';
import type { Permissions, Run, RunnerEvent } from './model.js';

type MaybePromise<T> = T | Promise<T>;

/** A run to be recorded. */
export interface RunDraft {
  repo: string;
  workflow: { name: string; path: string };
  event: RunnerEvent;
  ref: string;
  sha: string;
}

/** The run's id and number in the host. */
export interface RunEntry {
  id: number;
  number: number;
}

export interface TokenRequest {
  repo: string;
  permissions: Permissions;
  runId: number;
  job: string;
}

export interface AppTokenRequest {
  /** The App's id or client id. */
  app: string;
  privateKey: string;
  owner: string;
  /** Repository names without owner; empty means all repositories of the installation. */
  repositories: string[];
  /** Requested permissions; empty means all permissions of the installation. */
  permissions: Record<string, string>;
}

export interface AppToken {
  token: string;
  installationId: number;
  appSlug: string;
}

/** What the runner needs from GitHub. */
export interface RunnerHost {
  urls: { server: string; api: string; graphql: string };
  /** What git clones from: a URL or a bare repository's folder. */
  gitUrl(repo: string): string;
  defaultBranch(repo: string): MaybePromise<string>;
  /** The commit of a branch, tag or full ref; undefined if it does not exist. */
  resolve(repo: string, ref: string): MaybePromise<string | undefined>;
  /** The paths of files directly in a folder at a commit. */
  list(repo: string, sha: string, folder: string): MaybePromise<string[]>;
  read(repo: string, sha: string, path: string): MaybePromise<string | undefined>;
  secrets(repo: string): MaybePromise<Record<string, string>>;
  variables(repo: string): MaybePromise<Record<string, string>>;
  /** Records a run before it starts and returns its id. */
  enter(draft: RunDraft): MaybePromise<RunEntry>;
  /** The job's GITHUB_TOKEN with exactly these permissions. */
  token(request: TokenRequest): MaybePromise<string>;
  appToken(request: AppTokenRequest): MaybePromise<AppToken>;
  revoke(token: string): MaybePromise<void>;
  /** Called at every change of a run, with a copy of its state. */
  update(run: Run): void;
  log(line: { runId: number; job: string; text: string }): void;
  summary(part: { runId: number; job: string; markdown: string }): void;
  artifacts: ArtifactStore;
}
