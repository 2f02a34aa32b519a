// The state that the steps of a running job share, and their log. open-frame creates it; all files that execute steps use it.

import type { JobStatus } from '../decide/status-functions.js';
import { stepStatusFunctions } from '../decide/status-functions.js';
import { textFor } from '../expressions/data.js';
import type { Scope } from '../expressions/evaluate.js';
import { resolve, resolveTexts } from '../expressions/resolve.js';
import type { Template } from '../expressions/template.js';
import { hashFiles } from '../files/hash-files.js';
import type { JsonObject } from '../json.js';
import type { Annotation, Contexts } from '../model.js';
import type { Step, StepsJob } from '../parse/workflow.js';
import { mask, spellingsOf } from '../protocol/mask.js';
import type { ServiceAccess } from '../results/index.js';
import type { LiveJob, WorkflowScope } from './live-run.js';
import type { Machine } from './machine.js';

/** What a job with steps is executed with. */
export interface JobInput {
  machine: Machine;
  scope: WorkflowScope;
  /** The job in the workflow file. */
  job: StepsJob;
  /** Its execution. */
  liveJob: LiveJob;
  /** github, inputs, vars, needs, matrix, strategy. */
  contexts: Contexts;
}

export interface JobFolders {
  root: string;
  workspace: string;
  temp: string;
  home: string;
  toolCache: string;
  eventFile: string;
}

/** A post part to run at the end of the job, in reverse order. */
export interface Post {
  name: string;
  condition: string;
  env: Template;
  run(step: StepFrame): Promise<void>;
}

/** A running job: the state that its steps share. */
export interface JobFrame {
  input: JobInput;
  folders: JobFolders;
  token: string;
  /** URL and token of the artifact service, for JavaScript actions only. */
  resultsAccess: ServiceAccess;
  /** Set as RUNNER_TRACKING_ID in every process of the job, so that those left at its end are found and killed. */
  trackingId: string;
  status: JobStatus;
  /** Variables from GITHUB_ENV, workflow and job. */
  env: Record<string, string>;
  /** Folders from GITHUB_PATH, latest first. */
  path: string[];
  steps: JsonObject;
  masks: Set<string>;
  posts: Post[];
  /**
   * The running step, with a function that evaluates its condition again. A cancellation stops the step if the condition no longer holds.
   */
  current: { stop: AbortController; isWanted(): boolean } | null;
  github: JsonObject;
  runner: JsonObject;
}

/** A running step, or its pre or post part. */
export interface StepFrame {
  frame: JobFrame;
  scope: Scope;
  env: Record<string, string>;
  stop: AbortSignal;
  outputs: Record<string, string>;
}

/** Masks a secret in all further output. */
export function addMask(frame: JobFrame, secret: string): void {
  for (const spelling of spellingsOf(secret)) frame.masks.add(spelling);
}

/** Writes a line to the job's log. */
export function logLine(frame: JobFrame, text: string): void {
  const { machine, scope, liveJob } = frame.input;
  machine.host.log({ runId: scope.live.run.id, job: liveJob.record.name, text: mask(text, frame.masks) });
}

/** Adds an annotation to the job and its log. */
export function annotate(frame: JobFrame, annotation: Annotation): void {
  const message = mask(annotation.message, frame.masks);
  frame.input.liveJob.record.annotations.push({ ...annotation, message });
  logLine(frame, `${annotation.level[0]?.toUpperCase()}${annotation.level.slice(1)}: ${message}`);
}

/** The contexts of a step's expressions. */
export function stepScope(frame: JobFrame, { label, env }: { label: string; env: Template }): Scope {
  const { input } = frame;
  const where = `${input.scope.plan.workflow.path}, job '${input.job.id}'${label === '' ? '' : `, ${label}`}`;
  const contexts: Contexts = {
    ...input.contexts,
    github: frame.github,
    env: { ...frame.env },
    secrets: { ...input.scope.secrets, GITHUB_TOKEN: frame.token },
    steps: frame.steps,
    job: jobContext(frame),
    runner: frame.runner,
  };
  const functions = {
    ...stepStatusFunctions(frame.status),
    hashFiles: (...patterns: string[]) => hashFiles(frame.folders.workspace, patterns),
  };
  const outer = { where, contexts, functions };
  return { ...outer, contexts: { ...contexts, env: { ...frame.env, ...resolveTexts(env, outer) } } };
}

/**
 * The `job` context. Its `workflow_…` fields name the file that defines the job; in a called workflow, `github` names the caller's file.
 */
function jobContext({ input, status }: JobFrame): JsonObject {
  const { source, workflow } = input.scope.plan;
  return {
    status,
    check_run_id: input.liveJob.record.id,
    workflow_ref: `${source.repo}/${workflow.path}@${source.ref}`,
    workflow_sha: source.sha,
    workflow_repository: source.repo,
    workflow_file_path: workflow.path,
    container: {},
    services: {},
  };
}

/** The name of a step; scripts without a name are named by their first line. */
export function stepName({ name, run }: Step, scope: Scope): string {
  const text = textFor(resolve(name, scope));
  return text === '' ? `Run ${textFor(resolve(run, scope)).trim().split('\n')[0]}` : text;
}
