// The functions success(), failure(), cancelled() and always() in conditions.

import type { Functions } from '../expressions/evaluate.js';
import type { Conclusion } from '../model.js';

/** Status functions in a job's `if`. They consider all preceding jobs, not only direct needs. */
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
