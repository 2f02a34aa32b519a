import type { Template } from './template.js';

export interface Step {
  number: number;
  id: string;
  /** What refusals call it: `step 2 (actions/checkout@…)`. */
  label: string;
  /** Null for a script without a name. */
  name: Template;
  /** An expression that always holds a status function. */
  condition: string;
  /** What it uses; empty for a step that runs a script. */
  uses: string;
  /** The script; null for a step that uses an action. */
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
  /** Undefined where the file says nothing: then the workflow's hold. */
  permissions: Template | undefined;
  concurrency: Template;
  strategy: Strategy | undefined;
  continueOnError: Template;
}

export interface StepsJob extends JobBase {
  kind: 'steps';
  env: Template;
  /** Its `defaults.run`. */
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
  /** A mapping, or the word `inherit`. */
  secrets: Template;
}

export type Job = StepsJob | CallJob;

/** A workflow file, read. */
export interface Workflow {
  path: string;
  name: string;
  runName: Template;
  on: Record<string, Template>;
  permissions: Template | undefined;
  env: Template;
  /** Its `defaults.run`. */
  defaults: Template;
  concurrency: Template;
  jobs: Job[];
  /** Everything in the file that cannot run here; with any of these a run never starts. */
  problems: string[];
}
