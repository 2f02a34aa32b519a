import type { Functions } from '../expressions/evaluate.js';
import type { Conclusion } from '../model.js';

/**
 * Status functions in a job's `if`. They look at every job before it, not only at those it names: a failure three jobs
 * up is still a failure, and a skipped job is no success.
 */
export function jobStatusFunctions({
  before,
  cancelled,
}: {
  before: Record<string, Conclusion>;
  cancelled: boolean;
}): Functions {
  const among = (names: string[]): Conclusion[] =>
    names.length === 0 ? Object.values(before) : names.map((name) => before[name] ?? 'skipped');
  return {
    always: () => true,
    cancelled: () => cancelled,
    failure: (...names) => !cancelled && among(names).includes('failure'),
    success: (...names) => !cancelled && among(names).every((result) => result === 'success'),
  };
}

export type JobStatus = 'success' | 'failure' | 'cancelled';

/** Status functions in a step's `if`: they look at the job as it stands. */
export function stepStatusFunctions(status: JobStatus): Functions {
  return {
    always: () => true,
    cancelled: () => status === 'cancelled',
    failure: () => status === 'failure',
    success: () => status === 'success',
  };
}

/** The one result of several jobs: a failure counts most, then a cancellation, then a success. */
export function mergedConclusion(conclusions: Conclusion[]): Conclusion {
  const worst = (['failure', 'cancelled', 'success'] as const).find((conclusion) => conclusions.includes(conclusion));
  return worst ?? 'skipped';
}
