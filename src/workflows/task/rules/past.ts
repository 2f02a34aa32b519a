// What records of runs say about tasks. Pure.
import type { RunRecord } from '../../../ports/run.js';
import { type TaskDocument, taskDocument } from './contract.js';

/** Outcomes of runs that did nothing. */
const NOTHING: readonly string[] = ['refused', 'cancelled', 'infra_error', 'error'];

/** The newest task among records (newest first), where it is escalated: `/crew answer` goes on from it. */
export function lastTask(records: readonly RunRecord[]): RunRecord | undefined {
  const last = records.find(({ workflow, end }) => workflow === 'task' && end && !NOTHING.includes(end.outcome));
  return last?.end?.outcome === 'escalated' ? last : undefined;
}

/** The output document of a task's run. */
export function documentOf({ end }: RunRecord): TaskDocument | undefined {
  const read = taskDocument.safeParse(end?.result);
  return read.success ? read.data : undefined;
}
