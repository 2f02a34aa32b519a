// What a run can be told in which state, and what the signals it has amount to. Pure.
import { answerTo } from '../agent/signals.js';
import type { Awaits, RunRecord, Saying } from '../ports/run.js';
import { statusOf } from './record.js';

/** These can be continued. */
const CONTINUES: readonly string[] = ['partial', 'failed', 'cancelled', 'infra_error', 'error'];

/** Whether a saying fits the state of a run. */
export function fits(record: RunRecord, saying: Saying, now: number): boolean {
  const status = statusOf(record, now);
  const awaits = status === 'awaiting' ? record.end?.awaits : undefined;
  const waitsFor = (kinds: readonly Awaits['kind'][]) => awaits !== undefined && kinds.includes(awaits.kind);
  switch (saying.is) {
    case 'cancel':
      return status === 'running' || status === 'awaiting';
    case 'answer':
      return waitsFor(['question']) && (saying.id === undefined || saying.id === awaits?.id);
    case 'select':
      return waitsFor(['selection']);
    case 'approve':
      return waitsFor(['approval', 'pause']) && saying.ids.includes(awaits?.id ?? '');
    case 'reject':
      return waitsFor(['approval', 'pause']) && (saying.ids?.includes(awaits?.id ?? '') ?? true);
    case 'continue':
      return waitsFor(['budget', 'pause', 'storage']) || status === 'running' || CONTINUES.includes(status);
  }
}

/** Bound to the question that is open now, so that it answers no later one. */
export function bound(saying: Saying, awaits: Awaits | undefined): Saying {
  if (awaits === undefined) return saying;
  if (saying.is === 'answer') return { ...saying, id: awaits.id };
  return saying.is === 'reject' && saying.ids === undefined ? { ...saying, ids: [awaits.id] } : saying;
}

/** Whether somebody answered this question already. */
export const isAnswered = ({ signals }: RunRecord, id: string): boolean => answerTo(signals, id) !== undefined;
