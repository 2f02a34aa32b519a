// A run as contract.md shows it: one projection of the journal, for every door. Pure.
import { beginOf, endOf, type Journal, type Sealed } from './journal.js';
import { awaitsOf, iso, statusOf } from './summary.js';
import type { Awaits } from './word.js';

export interface StepView {
  readonly name: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly status: 'succeeded' | 'running';
  readonly costUsd: number;
  readonly tokens: {
    readonly in: number;
    readonly out: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
  };
}

export interface RunView {
  readonly run: string;
  readonly workflow: string;
  readonly repo?: string | undefined;
  readonly issue?: number | undefined;
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
  readonly status: string;
  readonly awaits?: Awaits | undefined;
  readonly steps: readonly StepView[];
  readonly budget: {
    readonly limitUsd: number;
    readonly spentUsd: number;
    readonly estimateUsd: readonly [number, number];
  };
  readonly verification: readonly unknown[];
  readonly result: unknown;
}

const FREE = { costUsd: 0, tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } } as const;

function stepOf(entry: Sealed, all: readonly Sealed[]): readonly StepView[] {
  if (entry.kind === 'step') {
    const { name, began, at, spent } = entry;
    const cost = spent ? { costUsd: spent.usd, tokens: spent.tokens } : FREE;
    return [{ name, startedAt: iso(began), endedAt: iso(at), status: 'succeeded', ...cost }];
  }
  if (entry.kind === 'confirm') {
    const intent = all.find((each) => each.kind === 'intent' && each.key === entry.key);
    return [
      { name: entry.key, startedAt: iso(intent?.at ?? entry.at), endedAt: iso(entry.at), status: 'succeeded', ...FREE },
    ];
  }
  const open = entry.kind === 'intent' && !all.some((each) => each.kind === 'confirm' && each.key === entry.key);
  return open ? [{ name: entry.key, startedAt: iso(entry.at), endedAt: null, status: 'running', ...FREE }] : [];
}

/** The run of a journal, or null for a journal that holds nothing yet. */
export function viewOf(journal: Journal, now = 0): RunView | null {
  const begin = beginOf(journal);
  if (!begin) return null;
  const { run, workflow, repo, issue, at } = begin;
  const end = endOf(journal);
  const awaits = awaitsOf(journal, now);
  return {
    run,
    workflow,
    repo,
    issue,
    startedAt: iso(at),
    endedAt: end && iso(end.at),
    status: statusOf(journal, now),
    ...(awaits ? { awaits } : {}),
    steps: journal.entries.flatMap((entry) => stepOf(entry, journal.entries)),
    budget: { limitUsd: 0, spentUsd: 0, estimateUsd: [0, 0] },
    verification: [],
    result: end
      ? { outcome: end.outcome, says: end.says, ...(end.result === undefined ? {} : { value: end.result }) }
      : null,
  };
}
