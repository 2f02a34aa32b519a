// Statistics of tasks from the ledger and the run records, for the dashboard and `/crew status`. Pure. Used by dashboard.ts, ../gate.ts,
// src/app/pages.ts and src/workflows/instant.ts.
import type { LedgerEntry } from '../../../memory/ledger.js';
import type { RunRecord } from '../../../ports/run.js';
import { stateOf } from '../../../runs/record.js';
import { type TaskDocument, taskDocument } from './contract.js';
import { coverageOf, measuresIn } from './session-init.js';

/** A task in the list of tasks. */
export interface TaskRow {
  readonly run: string;
  /** When it started, ISO 8601. */
  readonly at: string;
  readonly issue: number | undefined;
  /** The run's state, as text/lang/outcome-words.ts names it. */
  readonly status: string;
  readonly type: string;
  readonly session: string;
  /** `Kent Beck + Martin Fowler`; empty without personas. */
  readonly pair: string;
  /** Undefined while the task runs or waits. */
  readonly pass: boolean | undefined;
}

/** How many of all tasks of a kind the watcher accepted; for coverage, how many sessions took a perspective. */
export interface Rate {
  readonly name: string;
  readonly passed: number;
  readonly all: number;
}

/** The tasks of a day; the last 30 days with a task are listed. */
export interface Day {
  readonly day: string;
  readonly tasks: number;
  readonly escalated: number;
}

/** The numbers of the dashboard. */
export interface Statistics {
  /** Newest first. */
  readonly rows: readonly TaskRow[];
  readonly days: readonly Day[];
  readonly byType: readonly Rate[];
  readonly byPair: readonly Rate[];
  /** Skipped tests and TODO comments at each session, oldest first. */
  readonly debt: readonly { readonly skippedTests: number; readonly todos: number }[];
  readonly coverage: readonly Rate[];
  /** Tasks that wait for a person's decision. */
  readonly openEscalations: number;
}

/** Older tasks are not counted: 90 days. */
const PERIOD_MS = 90 * 24 * 60 * 60 * 1000;
// The contents of ledger entries that the engine writes.
const PAIR = /^executor = (.+), watcher = (.+)$/;
const TYPE = /^task_type = ([a-z]+), /;
const SESSION = /^session_type = ([a-z0-9-]+)$/;

interface StatisticsInput {
  /** Of any workflow, newest first. */
  readonly records: readonly RunRecord[];
  readonly entries: readonly LedgerEntry[];
  readonly axes: readonly string[];
  readonly now: number;
}

/** Tasks of the last 90 days. */
export function statisticsOf(input: StatisticsInput): Statistics {
  const recent = input.records.filter(
    ({ workflow, startedAt }) => workflow === 'task' && input.now - Date.parse(startedAt) <= PERIOD_MS,
  );
  const rows = recent.map((record) => rowOf(record, input));
  const measures = measuresIn(input.entries, '');
  const ended = rows.filter(({ pass }) => pass !== undefined);
  const recentMeasures = measures.slice(0, 10);
  return {
    rows,
    days: daysOf(rows),
    byType: ratesOf(ended, ({ type }) => type),
    byPair: ratesOf(ended, ({ pair }) => pair),
    debt: measures
      .map(({ counts }) => counts)
      .toReversed()
      .slice(-30),
    coverage: [...new Set(input.axes)].map((name) => ({
      name,
      passed: recentMeasures.filter(({ axes }) => axes.includes(name)).length,
      all: coverageOf(measures, input.axes).sessions,
    })),
    openEscalations: rows.filter(({ status }) => status === 'escalated').length,
  };
}

/** A task from its record and its ledger entries. */
function rowOf(record: RunRecord, { entries, now }: StatisticsInput): TaskRow {
  const { run, startedAt: at, issue } = record;
  const ownEntries = entries.filter((entry) => entry.run === run);
  const matchIn = (pattern: RegExp) =>
    ownEntries.map(({ content }) => pattern.exec(content)).find((match) => match !== null);
  const document = documentOf(record);
  const pair = matchIn(PAIR);
  return {
    run,
    at,
    issue,
    status: stateOf(record, now),
    type: document?.result.task_type ?? matchIn(TYPE)?.[1] ?? '',
    session: document?.result.session_type ?? matchIn(SESSION)?.[1] ?? '',
    pair: pair ? `${pair[1]} + ${pair[2]}` : '',
    pass: document?.result.pass,
  };
}

function daysOf(rows: readonly TaskRow[]): readonly Day[] {
  const days = new Map<string, Day>();
  for (const { at, status } of rows) {
    const day = at.slice(0, 10);
    const { tasks, escalated } = days.get(day) ?? { tasks: 0, escalated: 0 };
    days.set(day, { day, tasks: tasks + 1, escalated: escalated + (status === 'escalated' ? 1 : 0) });
  }
  return [...days.values()].sort((a, b) => a.day.localeCompare(b.day)).slice(-30);
}

/** Accepted and all tasks by name, the most frequent first. */
function ratesOf(rows: readonly TaskRow[], nameOf: (row: TaskRow) => string): readonly Rate[] {
  const rates = new Map<string, Rate>();
  for (const row of rows) {
    const name = nameOf(row);
    const { passed, all } = rates.get(name) ?? { passed: 0, all: 0 };
    rates.set(name, { name, passed: passed + (row.pass ? 1 : 0), all: all + 1 });
  }
  return [...rates.values()].sort((a, b) => b.all - a.all || a.name.localeCompare(b.name));
}

/** Outcomes of runs that did no work. */
const OUTCOMES_WITHOUT_WORK: readonly string[] = ['refused', 'cancelled', 'infra_error', 'error'];

/** The newest task of the records (newest first) if it is escalated. `/crew answer` continues it. */
export function lastTask(records: readonly RunRecord[]): RunRecord | undefined {
  const last = records.find(
    ({ workflow, end }) => workflow === 'task' && end && !OUTCOMES_WITHOUT_WORK.includes(end.outcome),
  );
  return last?.end?.outcome === 'escalated' ? last : undefined;
}

/** The output document of a task's run. */
export function documentOf({ end }: RunRecord): TaskDocument | undefined {
  const read = taskDocument.safeParse(end?.result);
  return read.success ? read.data : undefined;
}
