import type { JobRun, Run } from '../model.js';

/** What of a run that has ended stands when it is run again, by key; a job of a matrix has several. */
export type FinishedJobs = ReadonlyMap<string, readonly JobRun[]>;

/** Of a run whose failed jobs are run again those that passed or were not wanted, unless one that they need is run again. */
export function finishedJobs({ jobs }: Pick<Run, 'jobs'>): FinishedJobs {
  const again = new Set(jobs.filter(({ conclusion }) => !STANDS.includes(conclusion)).map(({ key }) => key));
  for (let before = -1; before !== again.size; ) {
    before = again.size;
    for (const { key, needs } of jobs)
      if (needs.some((need) => isAmong(need, again)) || isCalledBy(key, again)) again.add(key);
  }
  const kept = new Map<string, JobRun[]>();
  for (const job of jobs) if (!again.has(job.key)) kept.set(job.key, [...(kept.get(job.key) ?? []), job]);
  return kept;
}

const STANDS: readonly JobRun['conclusion'][] = ['success', 'skipped'];

/** A call has no job of its own in the end: it is run again when one of the jobs it called is. */
const isAmong = (need: string, again: ReadonlySet<string>): boolean =>
  again.has(need) || [...again].some((key) => key.startsWith(`${need} / `));

const isCalledBy = (key: string, again: ReadonlySet<string>): boolean =>
  [...again].some((caller) => key.startsWith(`${caller} / `));
