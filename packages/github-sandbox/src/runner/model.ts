import type { JsonObject } from './json.js';

/** `pending` waits for a concurrency group, `queued` for the jobs it needs. */
export type Status = 'queued' | 'pending' | 'in_progress' | 'completed';

export type Conclusion = 'success' | 'failure' | 'cancelled' | 'skipped' | 'startup_failure' | 'action_required';

export type Access = 'none' | 'read' | 'write';

/** Every scope is named, so that what a token may not do is as visible as what it may. */
export type Permissions = Readonly<Record<string, Access>>;

export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  message: string;
  title?: string;
  file?: string;
  line?: number;
}

/** `outcome` is what happened, `conclusion` what counts after `continue-on-error`. */
export interface StepRun {
  number: number;
  name: string;
  status: Status;
  outcome: Conclusion | null;
  conclusion: Conclusion | null;
}

export interface JobRun {
  id: number;
  /** The id in the file; jobs of a called workflow carry their caller's: `caller / job`. */
  key: string;
  /** What a person sees; a matrix leg carries its values: `test (20, linux)`. */
  name: string;
  needs: string[];
  status: Status;
  conclusion: Conclusion | null;
  permissions: Permissions;
  environment?: string;
  startedAt?: string;
  completedAt?: string;
  steps: StepRun[];
  outputs: Record<string, string>;
  annotations: Annotation[];
}

/** One execution of one workflow: plain data, given to the host whenever it changes. */
export interface Run {
  id: number;
  number: number;
  attempt: number;
  repo: string;
  /** The workflow's name and file. */
  workflow: string;
  path: string;
  title: string;
  event: string;
  actor: string;
  /** Who had it run again; at first the actor. */
  triggeringActor: string;
  ref: string;
  sha: string;
  status: Status;
  conclusion: Conclusion | null;
  createdAt: string;
  completedAt?: string;
  /** Why it could not start, each with file, job and step. */
  problems: string[];
  jobs: JobRun[];
}

export interface RunRef {
  runId: number;
  path: string;
}

/** Something that happened in the embedded GitHub. */
export interface RunnerEvent {
  name: string;
  repo: string;
  actor: string;
  payload: JsonObject;
  /** The full ref for push and workflow_dispatch (`refs/heads/main`); elsewhere it follows from the payload. */
  ref?: string;
  sha?: string;
  /**
   * Caused by a job's GITHUB_TOKEN. Dispatches start runs all the same, a pull request that it opened or pushed to makes
   * runs that wait for somebody's approval, and everything else starts nothing.
   */
  byJobToken?: boolean;
}

/** A context such as `github` or `needs`, by name. */
export type Contexts = Record<string, JsonObject>;
