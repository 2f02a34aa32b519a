import type { RunHistory, RunRecord, Signal, Step } from '../../../src/ports/run.js';
import { endOf } from '../../../src/runs/launch.js';
import { iso } from '../../../src/runs/record.js';
import { START } from '../../build/clock.js';

/** What happens to a run, in order. */
export type Entry =
  | {
      readonly kind: 'begin';
      readonly run: string;
      readonly workflow: string;
      readonly repo?: string;
      readonly text?: string;
    }
  | ({ readonly kind: 'step' } & Omit<Step, 'at'>)
  | { readonly kind: 'heard'; readonly word: Unsigned }
  | ({ readonly kind: 'end' } & Omit<NonNullable<RunRecord['end']>, 'at'>);

type Unsigned = Signal extends infer S ? (S extends Signal ? Omit<S, 'at'> : never) : never;

/** A run by what happened to it, each thing some seconds after the one before it. */
export function historyOf(entries: readonly Entry[]): RunHistory {
  let at = START;
  let record: RunRecord | undefined;
  const steps: Step[] = [];
  for (const entry of entries) {
    if (entry.kind === 'begin') record = begun(entry);
    else if (entry.kind === 'step') {
      const { kind: _, ...step } = entry;
      steps.push({ ...step, began: step.began === 0 ? at : step.began, at });
    } else if (record && entry.kind === 'heard')
      record = { ...record, signals: [...record.signals, { ...entry.word, at: iso(at) } as Signal] };
    else if (record && entry.kind === 'end') {
      const { kind: _, outcome: name, ...end } = entry;
      record = { ...record, end: endOf({ name, ...end }, at) };
    }
    at += 5000;
  }
  if (!record) throw new Error('a run that never began');
  return { record, steps };
}

function begun({ run, workflow, repo, text = '' }: Extract<Entry, { kind: 'begin' }>): RunRecord {
  const event = { kind: 'typed', key: 'typed-1', repo, issue: undefined, words: [] } as const;
  return {
    ...{ run, workflow, version: 1, repo, exclusive: true, signals: [], startedAt: iso(START) },
    request: { event, text, command: { name: workflow, args: {} }, at: iso(START) },
  };
}
