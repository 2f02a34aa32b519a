// Decides whether a task is retried, which dependents are skipped, and the status of the whole execution. Also an agent's share of the
// budget, and the search for the merge that breaks the verification. Pure. Used by most files of `build`.
import type { PlanTask } from './plan.js';
import { type Metadata, oneLine, type ValidateResult } from './result.js';

/** How a task ended. */
export type TaskEnd = 'success' | 'partial' | 'failure' | 'skipped';

/** The facts about one attempt, in addition to its result file. */
export interface Attempt {
  readonly validation: ValidateResult;
  readonly metadata: Metadata;
  /** The worker reached its turn limit. */
  readonly isTimeout: boolean;
  /** crew's own reason why the attempt failed, such as files changed outside of its Writes. It overrides the result file. */
  readonly violation?: string | undefined;
  /** First of `errors` of the front matter. */
  readonly error?: string | undefined;
}

/** The judgement of one attempt. */
export interface AttemptVerdict {
  readonly status: 'success' | 'partial' | 'failure' | 'timeout';
  readonly error: string | null;
  readonly metadata_issues: readonly string[];
}

/** Judges one attempt. crew's own findings take precedence over the worker's result. */
export function judgeAttempt({ validation, metadata, isTimeout, violation, error }: Attempt): AttemptVerdict {
  const issues = [...validation.issues, ...(validation.status === 'fail' ? [] : metadata.issues)];
  const failed = (why: string) => ({ status: 'failure', error: oneLine(why), metadata_issues: issues }) as const;
  if (isTimeout) return { status: 'timeout', error: 'turn limit reached', metadata_issues: issues };
  if (violation !== undefined) return failed(violation);
  if (validation.status === 'fail') return failed(validation.issues[0] ?? 'result not valid');
  if (metadata.status === 'success') return { status: 'success', error: null, metadata_issues: issues };
  const why = error ?? `the worker reported ${metadata.status}`;
  return { status: metadata.status, error: oneLine(why), metadata_issues: issues };
}

/** Whether a task is retried, or how it ended. A timeout in the last attempt counts as partial. */
export function afterAttempt(
  status: AttemptVerdict['status'],
  { retries, maxRetries }: { readonly retries: number; readonly maxRetries: number },
): 'retry' | Exclude<TaskEnd, 'skipped'> {
  if (status === 'success') return 'success';
  if (retries < maxRetries) return 'retry';
  return status === 'timeout' ? 'partial' : status;
}

/** The first dependency that did not succeed. A task with one is skipped. */
export function failedDependency(
  task: Pick<PlanTask, 'dependsOn'>,
  ends: ReadonlyMap<number, TaskEnd>,
): number | undefined {
  return task.dependsOn.find((dependency) => {
    const end = ends.get(dependency);
    return end !== undefined && end !== 'success';
  });
}

export const skippedError = (dependency: number): string => `dependency task_${dependency} failed`;

/** Numbers of the tasks without a successful result, in ascending order. */
export const failedTasks = (ends: ReadonlyMap<number, TaskEnd>): readonly number[] =>
  [...ends].flatMap(([task, end]) => (end === 'success' ? [] : [task])).sort((one, other) => one - other);

export const failedTasksLine = (tasks: readonly number[]): string => `FAILED_TASKS: [${tasks.join(', ')}]`;

/** Whether at least half of the planned tasks failed. The failed ones are then planned again, once. */
export function isHalfFailed(ends: ReadonlyMap<number, TaskEnd>, planned: number): boolean {
  return planned > 0 && failedTasks(ends).length * 2 >= planned;
}

/** The status of the whole execution for the execution log. */
export function overallStatus(ends: ReadonlyMap<number, TaskEnd>): 'success' | 'partial' | 'failure' {
  const failed = failedTasks(ends).length;
  if (failed === 0) return 'success';
  return failed === ends.size ? 'failure' : 'partial';
}

/** A task that did not succeed, for the summary of failures. */
export interface FailedTask {
  readonly task: number;
  readonly persona: string;
  readonly status: TaskEnd;
  readonly error: string;
}

/** What happens after failures: decompose again, go on with the report, or leave it to a person. */
const ACTIONS = {
  redecompose: '再分解',
  aggregate: '集約続行',
  manual: '手動介入',
} as const;

/** The summary of failures at the end of phase 2; null where there are none. */
export function failureSummary(failed: readonly FailedTask[], action: keyof typeof ACTIONS): string | null {
  if (failed.length === 0) return null;
  const lines = failed.map(
    ({ task, persona, status, error }) => `- Task ${task} (${persona}): ${status} — ${oneLine(error)}`,
  );
  return ['⚠️ Phase 2 completed with failures:', ...lines, `Action: ${ACTIONS[action]}`].join('\n');
}

/** Compares planned tasks with results: which have none, and whether every task succeeded. */
export function reconcile(
  planned: readonly number[],
  results: ReadonlyMap<number, AttemptVerdict['status']>,
): { readonly missing: readonly number[]; readonly status: 'success' | 'incomplete' } {
  const missing = planned.filter((task) => !results.has(task));
  const isSuccess = planned.every((task) => results.get(task) === 'success');
  return { missing, status: isSuccess ? 'success' : 'incomplete' };
}

/** The fraction of the remaining budget for one agent: every unfinished task and the aggregation get the same. */
export const shareOf = (tasksLeft: number): number => 1 / (Math.max(0, tasksLeft) + 1);

/**
 * One step of the binary search for the first merge that fails verification. The first `good` merges together pass, the first `bad` ones
 * fail. Returns how many merges to verify next, or the number of the merge that breaks the verification.
 */
export function bisect(good: number, bad: number): { readonly found: number } | { readonly next: number } {
  return bad - good <= 1 ? { found: bad } : { next: Math.floor((good + bad) / 2) };
}
