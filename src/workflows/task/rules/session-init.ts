// The rules of SessionInit (specs task-orchestrator): debt alerts, coverage, and whether a person has to confirm the start. Pure. Used by
// ../session-init.ts, ../work.ts and statistics.ts.
import type { LedgerEntry } from '../../../memory/ledger.js';
import type { RunRecord } from '../../../ports/run.js';
import type { TaskMessages } from '../messages.en.js';
import type { Alert, Coverage } from './contract.js';

/** With this many unanswered escalations the alert is serious, and a person must confirm the start of a task. */
export const MAX_ESCALATIONS = 3;
/** The number of sessions that coverage-check reads. */
const RECENT_SESSIONS = 10;

/** An escalated run that waits for a person, with its subject. */
export interface OpenEscalation {
  readonly run: string;
  readonly issue: number | undefined;
}

/** Outcomes after which a subject is decided or escalated. Others, such as `refused`, change nothing. */
const DECIDING_OUTCOMES: readonly string[] = ['done', 'planned', 'escalated'];

/** Escalated tasks without a later completed task of the same subject, newest first. `records`: newest first. */
export function openEscalations(records: readonly RunRecord[]): readonly OpenEscalation[] {
  const last = new Map<string, RunRecord>();
  for (const record of records) {
    const subject = `${record.repo ?? ''}#${record.issue ?? 'here'}`;
    const decides = record.workflow === 'task' && record.end && DECIDING_OUTCOMES.includes(record.end.outcome);
    if (decides && !last.has(subject)) last.set(subject, record);
  }
  return [...last.values()].filter(({ end }) => end?.outcome === 'escalated').map(({ run, issue }) => ({ run, issue }));
}

/** A run of `write` whose text did not pass its quality gate. */
export interface UnpassedGate {
  readonly run: string;
  readonly files: readonly string[];
}

/** Runs of `write` that ended although their quality gate was not passed, with the files that their page names. */
export function unpassedGates(
  records: readonly RunRecord[],
  filesIn: (text: string) => readonly string[],
): readonly UnpassedGate[] {
  return records
    .filter(({ workflow, end }) => workflow === 'write' && end?.outcome === 'partial')
    .map(({ run, end }) => ({ run, files: filesIn(`${end?.says ?? ''}\n${JSON.stringify(end?.result ?? '')}`) }));
}

/** Problems counted in the tree. */
export interface Counts {
  readonly skippedTests: number;
  readonly todos: number;
}

/** What debt-monitor looked at. */
export interface Debt {
  readonly escalations: readonly OpenEscalation[];
  readonly unpassed: readonly UnpassedGate[];
  /** Null if the tree could not be counted. */
  readonly counts: Counts | null;
  /** The counts of the previous session; null without one. */
  readonly previousCounts: Counts | null;
  /** The files that the request names. */
  readonly files: readonly string[];
}

/** debt-monitor's alerts, serious ones first. */
export function debtAlerts(
  { escalations, unpassed, counts, previousCounts, files }: Debt,
  say: TaskMessages,
): readonly Alert[] {
  const areMany = escalations.length >= MAX_ESCALATIONS;
  const alerts: Alert[] = escalations.map(({ run, issue }) => ({
    kind: 'open-escalation',
    what: say.alertEscalation({ run, issue }),
    serious: areMany,
  }));
  for (const { run, files: unpassedFiles } of unpassed) {
    const serious = unpassedFiles.some((file) => files.includes(file));
    alerts.push({ kind: 'forced-pass', what: say.alertGateNotPassed({ run, files: unpassedFiles }), serious });
  }
  if (counts && counts.skippedTests > (previousCounts?.skippedTests ?? 0))
    alerts.push({ kind: 'skipped-tests', what: say.alertSkipped(counts.skippedTests), serious: false });
  if (counts && previousCounts && counts.todos > previousCounts.todos)
    alerts.push({ kind: 'todo-growth', what: say.alertTodos(previousCounts.todos, counts.todos), serious: false });
  return alerts.sort((a, b) => Number(b.serious) - Number(a.serious));
}

/** The form of `measureText`. */
const MEASURE = /^skipped_tests = (\d+), todos = (\d+), axes = (.*)$/;

/** The ledger text with a session's measures, for the next session. */
export const measureText = (counts: Counts | null, axes: readonly string[]): string =>
  `skipped_tests = ${counts?.skippedTests ?? 0}, todos = ${counts?.todos ?? 0}, axes = ${axes.join(' | ')}`;

/** What a session recorded: counts of the tree, and its perspectives. */
interface Measure {
  readonly counts: Counts;
  readonly axes: readonly string[];
}

/** Measures of all sessions but that of the run `exceptRun`, newest first. */
export function measuresIn(entries: readonly LedgerEntry[], exceptRun: string): readonly Measure[] {
  const found = entries.filter(({ component, run }) => component === 'SessionInit' && run !== exceptRun);
  const newest = found.toSorted((a, b) => b.time.localeCompare(a.time));
  return newest.flatMap(({ content }) => {
    const [, skipped, todos, axes] = MEASURE.exec(content) ?? [];
    if (skipped === undefined || axes === undefined) return [];
    const counts = { skippedTests: Number(skipped), todos: Number(todos) };
    return [{ counts, axes: axes.split(' | ').filter((axis) => axis !== '') }];
  });
}

/** coverage-check: the perspectives that recent sessions used and did not use. */
export function coverageOf(recent: readonly Measure[], all: readonly string[]): Coverage {
  const measures = recent.slice(0, RECENT_SESSIONS);
  const used = new Set(measures.flatMap(({ axes }) => axes));
  const known = [...new Set(all)];
  return {
    sessions: measures.length,
    used: known.filter((axis) => used.has(axis)),
    unused: known.filter((axis) => !used.has(axis)),
  };
}

/** The session's perspectives. Those that recent sessions did not use come first. */
export const recommendedAxes = (axes: readonly string[], { unused }: Coverage): readonly string[] => [
  ...axes.filter((axis) => unused.includes(axis)),
  ...axes.filter((axis) => !unused.includes(axis)),
];

/** Why a task needs a confirmation: an escalation on its issue, too many escalations, or no budget left. */
export type BlockReason = 'escalated-here' | 'many-escalations' | 'no-budget';

/** The reasons why a person must confirm the start of a task; empty if it is ready. An answer to an escalation counts as confirmation. */
export function blockReasons(input: {
  readonly escalations: readonly OpenEscalation[];
  readonly issue: number | undefined;
  readonly leftUsd: number;
  readonly isAnswer: boolean;
}): readonly BlockReason[] {
  const blocked: BlockReason[] = [];
  if (!input.isAnswer && input.escalations.some(({ issue }) => issue === input.issue)) blocked.push('escalated-here');
  if (input.escalations.length >= MAX_ESCALATIONS) blocked.push('many-escalations');
  if (input.leftUsd <= 0) blocked.push('no-budget');
  return blocked;
}

const REFUSAL_WORDS = /^(no|nope|stop|don't|cancel)\b|^(やめ|いいえ|しない|中止)/i;

/** Whether a person answered no to the question whether to start the task. */
export const isRefusal = (answer: string): boolean => REFUSAL_WORDS.test(answer.trim());
