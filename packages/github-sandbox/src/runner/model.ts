// The types of the runner: events, runs, jobs, steps. Types only. Used by the whole runner, by the pages that show runs, and by the
// package's src/index.ts.

import type { JsonObject } from './json.js';

/** A job is `queued` while it waits for needed jobs; a new run is `queued` too. Both are `pending` while they wait for a concurrency group. */
export type Status = 'queued' | 'pending' | 'in_progress' | 'completed';

export type Conclusion = 'success' | 'failure' | 'cancelled' | 'skipped' | 'startup_failure' | 'action_required';

export type Access = 'none' | 'read' | 'write';

/** The access of a token by scope. Contains every scope; those without access have `none`. */
export type Permissions = Readonly<Record<string, Access>>;

export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  message: string;
  title?: string;
  file?: string;
  line?: number;
}

/** The record of a step. `outcome` is its result before, `conclusion` after `continue-on-error` is applied. */
export interface StepRun {
  number: number;
  name: string;
  status: Status;
  outcome: Conclusion | null;
  conclusion: Conclusion | null;
}

export interface JobRun {
  id: number;
  /** The id in the file; jobs of a called workflow are `caller / job`. */
  key: string;
  /** The display name; matrix jobs include their values: `test (20, linux)`. */
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

/** An execution of a workflow, as plain data; reported to the host on every change. */
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
  /** Who requested the last attempt. */
  triggeringActor: string;
  ref: string;
  sha: string;
  status: Status;
  conclusion: Conclusion | null;
  createdAt: string;
  completedAt?: string;
  /** Why it could not start. */
  problems: string[];
  jobs: JobRun[];
}

/** The id of a started run, and its workflow file. */
export interface StartedRun {
  runId: number;
  path: string;
}

/** An event of the embedded GitHub. */
export interface RunnerEvent {
  name: string;
  repo: string;
  actor: string;
  payload: JsonObject;
  /** The full ref for push and workflow_dispatch; for other events it follows from the payload. */
  ref?: string;
  sha?: string;
  /**
   * Whether a job's GITHUB_TOKEN caused the event. Then dispatches start runs, pull request events start runs that wait for approval, other
   * events start nothing.
   */
  byJobToken?: boolean;
}

/** A context such as `github` or `needs`, by name. */
export type Contexts = Record<string, JsonObject>;
