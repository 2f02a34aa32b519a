// The types of a parsed workflow file. Types only. The parsers create them; run/ and the entry of the runner read them.

import type { Template } from '../expressions/template.js';

export interface Step {
  number: number;
  id: string;
  /** The label for error messages: `step 2 (actions/checkout@…)`. */
  label: string;
  /** Null for a script without a name. */
  name: Template;
  /** An expression that contains a status function. */
  condition: string;
  /** The action; empty for a script. */
  uses: string;
  /** The script; null for an action. */
  run: Template;
  shell: Template;
  workingDirectory: Template;
  with: Template;
  env: Template;
  timeoutMinutes: Template;
  continueOnError: Template;
}

export interface Strategy {
  matrix: Template;
  failFast: Template;
  maxParallel: Template;
}

export interface JobBase {
  id: string;
  name: Template;
  needs: string[];
  condition: string;
  /** Undefined if not specified; then the workflow's apply. */
  permissions: Template | undefined;
  concurrency: Template;
  strategy: Strategy | undefined;
  continueOnError: Template;
}

export interface StepsJob extends JobBase {
  kind: 'steps';
  env: Template;
  /** `defaults.run` of the job. */
  defaults: Template;
  environment: Template;
  outputs: Template;
  timeoutMinutes: Template;
  steps: Step[];
}

export interface CallJob extends JobBase {
  kind: 'call';
  uses: string;
  with: Template;
  /** A mapping, or `inherit`. */
  secrets: Template;
}

export type Job = StepsJob | CallJob;

/** A parsed workflow file. */
export interface Workflow {
  path: string;
  name: string;
  runName: Template;
  on: Record<string, Template>;
  permissions: Template | undefined;
  env: Template;
  /** `defaults.run` of the workflow. */
  defaults: Template;
  concurrency: Template;
  jobs: Job[];
  /** Errors and unsupported features; with any of them a run does not start. */
  problems: string[];
}
