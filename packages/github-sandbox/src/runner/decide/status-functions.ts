// The functions success(), failure(), cancelled() and always() of conditions, and the combined result of several jobs. Used by run/.

import type { Functions } from '../expressions/evaluate.js';
import type { Conclusion } from '../model.js';

/**
 * Status functions in a job's `if`. They consider all preceding jobs (`before`, by id), not only direct needs. `success` and `failure` also
 * take ids of jobs and then consider only these.
 */
export function jobStatusFunctions({
  before,
  cancelled,
}: {
  before: Record<string, Conclusion>;
  cancelled: boolean;
}): Functions {
  const resultsOf = (ids: string[]): Conclusion[] =>
    ids.length === 0 ? Object.values(before) : ids.map((id) => before[id] ?? 'skipped');
  return {
    always: () => true,
    cancelled: () => cancelled,
    failure: (...ids) => !cancelled && resultsOf(ids).includes('failure'),
    success: (...ids) => !cancelled && resultsOf(ids).every((result) => result === 'success'),
  };
}

export type JobStatus = 'success' | 'failure' | 'cancelled';

/** Status functions in a step's `if`; they consider the job's current status. */
export function stepStatusFunctions(status: JobStatus): Functions {
  return {
    always: () => true,
    cancelled: () => status === 'cancelled',
    failure: () => status === 'failure',
    success: () => status === 'success',
  };
}

/** The combined result of several jobs: failure, then cancelled, then success. */
export function mergedConclusion(conclusions: Conclusion[]): Conclusion {
  const worst = (['failure', 'cancelled', 'success'] as const).find((conclusion) => conclusions.includes(conclusion));
  return worst ?? 'skipped';
}
