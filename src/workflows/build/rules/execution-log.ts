// execution_log.yaml: its entries, made from recorded events, and its text. Pure. Used by most files of `build`, gantt.ts and
// src/workflows/retrospect.
import type { Persona } from './plan.js';

type LogRole = 'decomposer' | 'aggregator' | 'secretary' | 'retrospector' | `worker_${Persona}`;
export type LogStatus = 'pending' | 'running' | 'retrying' | 'success' | 'partial' | 'failure' | 'timeout' | 'skipped';

/**
 * An event in the life of an entry, as the journal stores it. `key` names the entry, `task` is `task_N` or null for an agent without a
 * task, and `at` is the time in milliseconds.
 */
export type LogEvent =
  | {
      readonly is: 'planned';
      readonly key: string;
      readonly role: LogRole;
      readonly task: string | null;
      readonly model: string;
    }
  | {
      readonly is: 'started';
      readonly key: string;
      readonly role: LogRole;
      readonly task: string | null;
      readonly model: string;
      readonly at: number;
      /** An interrupted attempt starts again. This does not count as a retry. */
      readonly resumed?: true | undefined;
    }
  | {
      readonly is: 'finished';
      readonly key: string;
      readonly at: number;
      readonly status: 'success' | 'partial' | 'failure' | 'timeout' | 'skipped';
      readonly error: string | null;
      readonly metadata_issues: readonly string[];
    };

/** One agent run in the execution log. Times are in milliseconds; the text of the log shows them as local times. */
export interface LogEntry {
  readonly id: number;
  readonly role: LogRole;
  readonly task: string | null;
  readonly model: string;
  readonly started: number | null;
  readonly finished: number | null;
  readonly duration_sec: number | null;
  readonly status: LogStatus;
  readonly error: string | null;
  readonly retries: number;
  readonly metadata_issues: readonly string[];
}

/** The result of phase 1.5 of the specification (specs parent-session), which reviews the plan. */
interface PlanValidation {
  readonly enabled: boolean;
  readonly verdict: 'APPROVE' | 'APPROVE-WITH-NOTES' | 'REJECT' | null;
  readonly retry_occurred: boolean;
  readonly notes: string;
}

/** The content of execution_log.yaml. */
export interface ExecutionLog {
  readonly cmd_id: string;
  readonly started: number;
  readonly finished: number | null;
  readonly status: 'running' | 'success' | 'partial' | 'failure';
  readonly base_commit: string;
  readonly plan_validation?: PlanValidation | undefined;
  /** Phases whose prompt was extended by instructions from the configuration. */
  readonly phase_instructions?: readonly string[] | undefined;
  /** The differences between wave_plan.json and plan.md. */
  readonly wave_plan_differences?: readonly string[] | undefined;
  /** Present if phase 4 was skipped and LP flush (specs parent-session) ran instead. */
  readonly lp_flush?: LpFlush | undefined;
  readonly tasks: readonly LogEntry[];
}

/** The entries of a log, each at the place of its first event. */
export function entriesOf(events: readonly LogEvent[]): readonly LogEntry[] {
  const entries = new Map<string, LogEntry>();
  for (const event of events) {
    const before = entries.get(event.key);
    const after = entryAfter(before, event, entries.size + 1);
    if (after) entries.set(event.key, after);
  }
  return [...entries.values()];
}

/** The entry after an event; undefined if it finishes an entry that does not exist. */
function entryAfter(before: LogEntry | undefined, event: LogEvent, id: number): LogEntry | undefined {
  if (event.is === 'finished') {
    if (!before) return undefined;
    const { at, status, error, metadata_issues } = event;
    const hasRun = status !== 'skipped' && before.started !== null;
    const duration_sec = hasRun ? Math.round((at - (before.started ?? at)) / 1000) : null;
    return { ...before, finished: hasRun ? at : null, duration_sec, status, error, metadata_issues };
  }
  const { role, task, model } = event;
  const entry: LogEntry = before ?? {
    id,
    role,
    task,
    model,
    started: null,
    finished: null,
    duration_sec: null,
    status: 'pending',
    error: null,
    retries: 0,
    metadata_issues: [],
  };
  if (event.is === 'planned') return entry;
  const isRetry = entry.started !== null && event.resumed !== true;
  return {
    ...entry,
    model,
    started: event.at,
    finished: null,
    duration_sec: null,
    error: null,
    status: isRetry ? 'retrying' : 'running',
    retries: entry.retries + (isRetry ? 1 : 0),
    metadata_issues: [],
  };
}

/** `YYYY-MM-DD HH:MM:SS`, local time. */
export function localTime(at: number): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

const quoted = (text: string): string => JSON.stringify(text);
const time = (at: number | null): string => (at === null ? 'null' : quoted(localTime(at)));
const list = (all: readonly string[]): string => `[${all.map(quoted).join(', ')}]`;

/** The log as YAML, field by field in the specification's order. */
export function logText(log: ExecutionLog): string {
  const head = [
    `cmd_id: ${log.cmd_id}`,
    `started: ${time(log.started)}`,
    `finished: ${time(log.finished)}`,
    `status: ${log.status}`,
    `base_commit: ${quoted(log.base_commit)}`,
  ];
  const { plan_validation: review } = log;
  const validation = review
    ? [
        'plan_validation:',
        `  enabled: ${review.enabled}`,
        `  verdict: ${review.verdict === null ? 'null' : quoted(review.verdict)}`,
        `  retry_occurred: ${review.retry_occurred}`,
        `  notes: ${quoted(review.notes)}`,
      ]
    : [];
  const optional = [
    ...(log.phase_instructions?.length ? [`phase_instructions: ${list(log.phase_instructions)}`] : []),
    ...(log.wave_plan_differences?.length ? [`wave_plan_differences: ${list(log.wave_plan_differences)}`] : []),
    ...(log.lp_flush ? flushLines(log.lp_flush) : []),
  ];
  const tasks = log.tasks.length === 0 ? ['', 'tasks: []'] : ['', 'tasks:', ...log.tasks.flatMap(entryLines)];
  return `${[...head, ...validation, ...optional, ...tasks].join('\n')}\n`;
}

const entryLines = (entry: LogEntry): readonly string[] => [
  `  - id: ${entry.id}`,
  `    role: ${entry.role}`,
  `    task: ${entry.task ?? 'null'}`,
  `    model: ${entry.model}`,
  `    started: ${time(entry.started)}`,
  `    finished: ${time(entry.finished)}`,
  `    duration_sec: ${entry.duration_sec ?? 'null'}`,
  `    status: ${entry.status}`,
  `    error: ${entry.error === null ? 'null' : quoted(entry.error)}`,
  `    retries: ${entry.retries}`,
  `    metadata_issues: ${list(entry.metadata_issues)}`,
];

/** `lp_flush` of execution_log.yaml: what LP flush did when phase 4 was skipped. */
export interface LpFlush {
  readonly triggered: true;
  readonly source: 'phase4_skip';
  readonly candidates_generated: number;
  readonly signal_updates: number;
}

/** The text of lp_flush_output.md. */
export const flushText = ({ candidates_generated: candidates, signal_updates: updates }: LpFlush): string =>
  `---\nstatus: success\ncandidates_generated: ${candidates}\nsignal_updates: ${updates}\n---\n# LP flush\n`;

/** The lines of `lp_flush` in execution_log.yaml. */
const flushLines = (flush: LpFlush): readonly string[] => [
  'lp_flush:',
  ...Object.entries(flush).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
];
