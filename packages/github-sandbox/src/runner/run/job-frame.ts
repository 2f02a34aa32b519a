import type { JobStatus } from '../decide/status-functions.js';
import { stepStatusFunctions } from '../decide/status-functions.js';
import type { Scope } from '../expressions/evaluate.js';
import { resolveTexts } from '../expressions/resolve.js';
import { hashFiles } from '../files/hash-files.js';
import type { JsonObject } from '../json.js';
import type { Annotation, Contexts } from '../model.js';
import type { Template } from '../parse/template.js';
import type { StepsJob } from '../parse/workflow.js';
import { mask, spellingsOf } from '../protocol/mask.js';
import type { Pass } from '../results/index.js';
import type { LiveJob, WorkflowScope } from './live-run.js';
import type { Machine } from './machine.js';

export interface StepsOrder {
  machine: Machine;
  scope: WorkflowScope;
  job: StepsJob;
  task: LiveJob;
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

/** What is still to be done at the end of the job, last come first. */
export interface Post {
  name: string;
  condition: string;
  env: Template;
  run(step: StepFrame): Promise<void>;
}

/** A job on its machine: all that its steps share and change. */
export interface JobFrame {
  order: StepsOrder;
  folders: JobFolders;
  token: string;
  /** What JavaScript actions find in their environment besides, and nothing else does. */
  pass: Pass;
  tracking: string;
  status: JobStatus;
  /** What GITHUB_ENV and the `env` of workflow and job add up to. */
  env: Record<string, string>;
  /** What GITHUB_PATH put in front, the latest first. */
  path: string[];
  steps: JsonObject;
  masks: Set<string>;
  posts: Post[];
  /** The step that runs now; a cancellation asks it whether it still wants to. */
  current: { stop: AbortController; isWanted(): boolean } | null;
  github: JsonObject;
  runner: JsonObject;
}

/** One step (or its pre or post part) while it runs. */
export interface StepFrame {
  frame: JobFrame;
  scope: Scope;
  env: Record<string, string>;
  stop: AbortSignal;
  outputs: Record<string, string>;
}

/** From now on this text leaves the job only as `***`. */
export function addMask(frame: JobFrame, secret: string): void {
  for (const spelling of spellingsOf(secret)) frame.masks.add(spelling);
}

/** Writes a line of the job's log. */
export function say(frame: JobFrame, text: string): void {
  const { machine, scope, task } = frame.order;
  machine.host.log({ runId: scope.live.run.id, job: task.record.name, text: mask(text, frame.masks) });
}

/** Puts a remark on the job, and into its log. */
export function annotate(frame: JobFrame, annotation: Annotation): void {
  const message = mask(annotation.message, frame.masks);
  frame.order.task.record.annotations.push({ ...annotation, message });
  say(frame, `${annotation.level[0]?.toUpperCase()}${annotation.level.slice(1)}: ${message}`);
}

/** What the expressions of a step may name: everything of the job, and its own `env` on top. */
export function stepScope(frame: JobFrame, { label, env }: { label: string; env: Template }): Scope {
  const { order } = frame;
  const where = `${order.scope.plan.workflow.path}, job '${order.job.id}'${label === '' ? '' : `, ${label}`}`;
  const contexts: Contexts = {
    ...order.contexts,
    github: frame.github,
    env: { ...frame.env },
    secrets: { ...order.scope.secrets, GITHUB_TOKEN: frame.token },
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

/** `workflow_…` names the file that defines this job, which for a called workflow is not the one that `github` names. */
function jobContext({ order, status }: JobFrame): JsonObject {
  const { source, workflow } = order.scope.plan;
  return {
    status,
    check_run_id: order.task.record.id,
    workflow_ref: `${source.repo}/${workflow.path}@${source.ref}`,
    workflow_sha: source.sha,
    workflow_repository: source.repo,
    workflow_file_path: workflow.path,
    container: {},
    services: {},
  };
}
