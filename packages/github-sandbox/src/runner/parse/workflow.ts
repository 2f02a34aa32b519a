import type { Template } from './template.js';

export interface Step {
  number: number;
  id: string;
  /** What refusals call it: `step 2 (actions/checkout@…)`. */
  label: string;
  name: Template;
  /** An expression that always holds a status function. */
  condition: string;
  uses: string;
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
  concurrency: Template;
  jobs: Job[];
  /** Everything in the file that cannot run here; with any of these a run never starts. */
  problems: string[];
}
