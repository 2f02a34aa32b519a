// Serves the logs of jobs. Used by workflow-jobs.ts, which redirects to a log, and by ../endpoints/open-server.ts, which serves it.

import { createHash } from 'node:crypto';
import type { PageHandler } from '../http/message.js';
import type { WorkflowJob, WorkflowRun } from '../state.js';
import type { World } from '../world.js';

type RunAndJob = { readonly run: WorkflowRun; readonly job: WorkflowJob };

/** The log of a job, if it is stored. */
export const logOf = ({ executor }: World, { run, job }: RunAndJob): string | null => executor?.log?.(run, job) ?? null;

/** The URL of a log. As on GitHub, it needs no token. */
export const logAddress = (world: World, { job }: RunAndJob): string =>
  `${world.urls.html}${urlPrefix}${job.id}?sig=${logKey(world, job.id)}`;

const urlPrefix = '/_logs/';

/** The signature in a log's URL. It depends on `world.dir`, the folder of the repositories, so that clients cannot guess it. */
const logKey = ({ dir }: World, id: number): string => createHash('sha256').update(`${dir} ${id}`).digest('hex');

/** Serves logs. */
export function logPage(world: World): PageHandler {
  return ({ path, query }) => {
    if (!path.startsWith(urlPrefix)) return null;
    const id = Number(path.slice(urlPrefix.length));
    const found = query.get('sig') === logKey(world, id) ? jobWith(world, id) : undefined;
    const log = found === undefined ? null : logOf(world, found);
    if (log === null) return { status: 404, json: { message: 'Not Found' } };
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, bytes: Buffer.from(log) };
  };
}

function jobWith({ state }: World, id: number): RunAndJob | undefined {
  const runs = [...state.repositories.values()].flatMap((repository) => repository.runs);
  return runs.flatMap((run) => run.jobs.map((job) => ({ run, job }))).find(({ job }) => job.id === id);
}
