// Reads the signals of a run: whether it is cancelled, added money, answers. Pure. Used by src/runs, the agent loop, and the work of fix and
// task.
import type { Signal } from '../ports/run.js';

/** Whether the last of cancel and continue is cancel. */
export function isCancelled(signals: readonly Signal[]): boolean {
  return signals.findLast(({ is }) => is === 'cancel' || is === 'continue')?.is === 'cancel';
}

/** Dollars that people added to the budget. */
export function addedUsd(signals: readonly Signal[]): number {
  return signals.reduce((sum, signal) => sum + (signal.is === 'continue' ? (signal.addUsd ?? 0) : 0), 0);
}

/** The answer to a question in the form that the model reads; undefined if there is none yet. */
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
