import { createHash } from 'node:crypto';
import type { WorkflowJob, WorkflowRun } from '../state.js';
import type { World } from '../world.js';
import type { PageHandler } from './page-door.js';

type Of = { readonly run: WorkflowRun; readonly job: WorkflowJob };

/** What a job printed, as far as anybody kept it. */
export const logOf = ({ runner }: World, { run, job }: Of): string | null => runner?.log?.(run, job) ?? null;

/** Where it lies. Whoever has the address may read it, as at GitHub: nobody is asked for a token there. */
export const logAddress = (world: World, { job }: Of): string =>
  `${world.urls.html}${folder}${job.id}?sig=${seal(world, job.id)}`;

const folder = '/_logs/';

/** Nobody guesses it who does not know where this GitHub keeps its repositories. */
const seal = ({ dir }: World, id: number): string => createHash('sha256').update(`${dir} ${id}`).digest('hex');

/** Gives logs to who has their address. */
export function logPage(world: World): PageHandler {
  return ({ path, query }) => {
    if (!path.startsWith(folder)) return null;
    const id = Number(path.slice(folder.length));
    const found = query.get('sig') === seal(world, id) ? jobWith(world, id) : undefined;
    const log = found === undefined ? null : logOf(world, found);
    if (log === null) return { status: 404, json: { message: 'Not Found' } };
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, bytes: Buffer.from(log) };
  };
}

function jobWith({ state }: World, id: number): Of | undefined {
  const runs = [...state.repositories.values()].flatMap((repository) => repository.runs);
  return runs.flatMap((run) => run.jobs.map((job) => ({ run, job }))).find(({ job }) => job.id === id);
}
