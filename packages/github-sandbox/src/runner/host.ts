import type { ArtifactStore } from './artifact-store.js';
import type { Permissions, Run, RunnerEvent } from './model.js';

type Soon<T> = T | Promise<T>;

/** A run that is about to begin. */
export interface RunDraft {
  repo: string;
  workflow: { name: string; path: string };
  event: RunnerEvent;
  ref: string;
  sha: string;
}

/** What the host calls it: its id, and the how-manieth of its workflow it is. */
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
  /** `app-id` or `client-id`, whichever the step gave. */
  app: string;
  privateKey: string;
  owner: string;
  /** Names without owner; empty means every repository of the installation. */
  repositories: string[];
  /** Only the scopes the step narrowed to; empty means all that the App has. */
  permissions: Record<string, string>;
}

export interface AppToken {
  token: string;
  installationId: number;
  appSlug: string;
}

/** What the runner needs of its GitHub; the wiring adapts the embedded server to it. */
export interface RunnerHost {
  urls: { server: string; api: string; graphql: string };
  /** Where real git clones from: an http address, or a bare repository's folder. */
  gitUrl(repo: string): string;
  defaultBranch(repo: string): Soon<string>;
  /** The commit of a branch, tag or full ref; undefined when there is none. */
  resolve(repo: string, ref: string): Soon<string | undefined>;
  /** Paths of the files directly in a folder at a commit. */
  list(repo: string, sha: string, folder: string): Soon<string[]>;
  read(repo: string, sha: string, path: string): Soon<string | undefined>;
  secrets(repo: string): Soon<Record<string, string>>;
  variables(repo: string): Soon<Record<string, string>>;
  /** Enters a run in the host's book before anything of it happens, so that both speak of it by one number. */
  enter(draft: RunDraft): Soon<RunEntry>;
  /** The job's GITHUB_TOKEN, with exactly these permissions. */
  token(request: TokenRequest): Soon<string>;
  appToken(request: AppTokenRequest): Soon<AppToken>;
  revoke(token: string): Soon<void>;
  /** A copy of the run as it stands now. */
  update(run: Run): void;
  log(line: { runId: number; job: string; text: string }): void;
  summary(part: { runId: number; job: string; markdown: string }): void;
  artifacts: ArtifactStore;
}
