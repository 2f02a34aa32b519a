// Selects the jobs that keep their results when the failed jobs of a run are run again. Used by the entry of the runner for a rerun;
// run/begin-run and run/live-run use its type.

import type { JobRun, Run } from '../model.js';

/** The records of jobs that are not run again, by key. A job with a matrix has several records. */
export type FinishedJobs = ReadonlyMap<string, readonly JobRun[]>;

/** The jobs that passed or were skipped, except those that depend on a job that is run again. */
export function finishedJobs({ jobs }: Pick<Run, 'jobs'>): FinishedJobs {
  const rerunKeys = new Set(
    jobs.filter(({ conclusion }) => !FINAL_CONCLUSIONS.includes(conclusion)).map(({ key }) => key),
  );
  for (let previousSize = -1; previousSize !== rerunKeys.size; ) {
    previousSize = rerunKeys.size;
    for (const { key, needs } of jobs)
      if (needs.some((need) => isAmong(need, rerunKeys)) || isCalledBy(key, rerunKeys)) rerunKeys.add(key);
  }
  const finished = new Map<string, JobRun[]>();
  for (const job of jobs) if (!rerunKeys.has(job.key)) finished.set(job.key, [...(finished.get(job.key) ?? []), job]);
  return finished;
}

const FINAL_CONCLUSIONS: readonly JobRun['conclusion'][] = ['success', 'skipped'];

/** Whether a needed job is run again. A call of a reusable workflow is if one of its jobs is. */
const isAmong = (need: string, rerunKeys: ReadonlySet<string>): boolean =>
  rerunKeys.has(need) || [...rerunKeys].some((key) => key.startsWith(`${need} / `));

/** Whether the job belongs to a call that is run again. */
const isCalledBy = (key: string, rerunKeys: ReadonlySet<string>): boolean =>
  [...rerunKeys].some((caller) => key.startsWith(`${caller} / `));
