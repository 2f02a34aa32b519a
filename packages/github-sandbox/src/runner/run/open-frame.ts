// Prepares a job: folders, token, environment and PATH of its steps. Used by run-steps-job; the environment also by the files that perform
// a step.

import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Scope } from '../expressions/evaluate.js';
import { resolveTexts } from '../expressions/resolve.js';
import type { JsonObject } from '../json.js';
import { githubEnvironment, runnerEnvironment } from '../protocol/environment.js';
import { addMask, type JobFolders, type JobFrame, type JobInput } from './job-frame.js';

const SYSTEMS: Record<string, string> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

/** Prepares a job: fresh folders and a token. */
export async function openFrame(input: JobInput): Promise<JobFrame> {
  const { machine, scope, liveJob } = input;
  const { run } = scope.live;
  const folders = await makeFolders(input);
  const { permissions } = liveJob.record;
  const token = await machine.host.token({ repo: run.repo, permissions, runId: run.id, job: liveJob.record.name });
  const resultsAccess = await machine.results.admit({ runId: run.id, job: liveJob.record.name });
  const frame: JobFrame = {
    input,
    folders,
    token,
    resultsAccess,
    trackingId: `github_${randomUUID()}`,
    status: 'success',
    env: {},
    path: [],
    steps: {},
    masks: new Set(),
    posts: [],
    current: null,
    github: githubOfJob(input, { folders, token }),
    runner: runnerContext(folders),
  };
  for (const secret of [token, resultsAccess.token, ...Object.values(scope.secrets)]) addMask(frame, secret);
  return frame;
}

/** Sets the job's variables from `env` of workflow and job. Here `env` cannot refer to other variables of `env`. */
export function resolveJobEnv(frame: JobFrame): void {
  const { scope, job, contexts } = frame.input;
  const { workflow } = scope.plan;
  const secrets = { ...scope.secrets, GITHUB_TOKEN: frame.token };
  const outer: Scope = {
    where: `${workflow.path}, job '${job.id}', env`,
    contexts: { ...contexts, github: frame.github, secrets },
    functions: {},
  };
  frame.env = { ...resolveTexts(workflow.env, outer), ...resolveTexts(job.env, outer) };
}

async function makeFolders({ machine, scope, liveJob }: JobInput): Promise<JobFolders> {
  const { run } = scope.live;
  const root = join(machine.dir, String(run.id), String(liveJob.record.id));
  const name = run.repo.split('/').at(-1) ?? run.repo;
  const folders = {
    root,
    workspace: join(root, 'work', name, name),
    temp: join(root, 'work', '_temp'),
    home: join(root, 'home'),
    toolCache: join(root, 'tools'),
    eventFile: join(root, 'work', '_temp', '_github_workflow', 'event.json'),
  };
  const { workspace, temp, home, toolCache } = folders;
  for (const folder of [
    workspace,
    home,
    toolCache,
    join(temp, '_github_workflow'),
    join(temp, '_runner_file_commands'),
  ]) {
    await mkdir(folder, { recursive: true });
  }
  await writeFile(folders.eventFile, JSON.stringify(scope.live.event.payload));
  return folders;
}

function githubOfJob({ scope, job }: JobInput, { folders, token }: { folders: JobFolders; token: string }): JsonObject {
  const { github } = scope.live;
  return { ...github, job: job.id, token, workspace: folders.workspace, event_path: folders.eventFile };
}

function runnerContext({ temp, toolCache, workspace }: JobFolders): JsonObject {
  return {
    arch: arch() === 'x64' ? 'X64' : arch().toUpperCase(),
    debug: '',
    environment: 'self-hosted',
    name: 'github-sandbox',
    os: SYSTEMS[platform()] ?? platform(),
    temp,
    tool_cache: toolCache,
    workspace: join(workspace, '..'),
  };
}

/** PATH of a step: additions of earlier steps, node, and the machine's. */
export function pathOf(frame: JobFrame): string[] {
  return [...frame.path, dirname(frame.input.machine.node), frame.input.machine.path];
}

/** The environment of a step. Variables of this process are not passed on. */
export function stepEnvironment(frame: JobFrame, env: Record<string, string>): Record<string, string> {
  return {
    ...env,
    ...githubEnvironment(frame.github),
    ...runnerEnvironment(frame.runner),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    HOME: frame.folders.home,
    PATH: pathOf(frame).join(delimiter),
    RUNNER_TRACKING_ID: frame.trackingId,
    TMPDIR: frame.folders.temp,
  };
}
