// Selects the jobs that are not run again when failed jobs are.

import type { JobRun, Run } from '../model.js';

/** Jobs that are not run again, by key; a matrix job has several. */
export type FinishedJobs = ReadonlyMap<string, readonly JobRun[]>;

/** When failed jobs are run again: the jobs that passed or were skipped, unless they depend on one that runs again. */
export function finishedJobs({ jobs }: Pick<Run, 'jobs'>): FinishedJobs {
  const again = new Set(jobs.filter(({ conclusion }) => !KEPT_CONCLUSIONS.includes(conclusion)).map(({ key }) => key));
  for (let before = -1; before !== again.size; ) {
    before = again.size;
    for (const { key, needs } of jobs)
      if (needs.some((need) => isAmong(need, again)) || isCalledBy(key, again)) again.add(key);
  }
  const finished = new Map<string, JobRun[]>();
  for (const job of jobs) if (!again.has(job.key)) finished.set(job.key, [...(finished.get(job.key) ?? []), job]);
  return finished;
}

const KEPT_CONCLUSIONS: readonly JobRun['conclusion'][] = ['success', 'skipped'];

/** A call is run again if one of its jobs is. */
const isAmong = (need: string, again: ReadonlySet<string>): boolean =>
  again.has(need) || [...again].some((key) => key.startsWith(`${need} / `));

const isCalledBy = (key: string, again: ReadonlySet<string>): boolean =>
  [...again].some((caller) => key.startsWith(`${caller} / `));
