// What a run can be told in which state, and what the signals it has amount to. Pure.
import type { Awaits, RunRecord, Saying, Signal } from '../ports/run.js';
import { statusOf } from './record.js';

/** These can be continued. */
const CONTINUES: readonly string[] = ['partial', 'cancelled', 'infra_error', 'error'];

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

/** The last of cancel and continue holds. */
export function isCancelled(signals: readonly Signal[]): boolean {
  return signals.findLast(({ is }) => is === 'cancel' || is === 'continue')?.is === 'cancel';
}

/** Dollars that people added to the budget. */
export function addedUsd(signals: readonly Signal[]): number {
  return signals.reduce((sum, signal) => sum + (signal.is === 'continue' ? (signal.addUsd ?? 0) : 0), 0);
}

/** The answer to a question, as the model reads it; undefined where there is none yet. */
export function answerTo(signals: readonly Signal[], id: string): string | undefined {
  for (const signal of signals) {
    if (signal.is === 'answer' && signal.id === id) return signal.text;
    if (signal.is === 'approve' && signal.ids.includes(id))
      return `approved${signal.how === undefined ? '' : ` ${signal.how}`}`;
    if (signal.is === 'reject' && signal.ids?.includes(id))
      return `rejected${signal.why === undefined ? '' : `: ${signal.why}`}`;
  }
  return undefined;
}

/** Whether somebody answered this question already. */
export const isAnswered = ({ signals }: RunRecord, id: string): boolean => answerTo(signals, id) !== undefined;
