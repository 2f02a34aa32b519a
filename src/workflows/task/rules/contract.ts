// The documents of the Task Orchestrator specification: what each component returns, and task.json. Schemas and their types, used by the
// whole workflow.
import * as z from 'zod';

export const TASK_TYPES = ['implement', 'design', 'investigate', 'review', 'document', 'refactor', 'test'] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/** The states of the specification, and `failed` for a fault that no fallback covers. */
export const STATES = [
  'idle',
  'session_selecting',
  'session_initializing',
  'classifying',
  'selecting_personas',
  'executing',
  'watching',
  'learning',
  'completed',
  'escalated',
  'failed',
] as const;
export type State = (typeof STATES)[number];

const text = z.string().max(2000);
const lines = z.array(text).max(50);

/** The result of SessionSelector. */
export const selection = z.object({
  session_type: z.string().regex(/^[a-z][a-z0-9-]*$/),
  requires_persona: z.boolean(),
  recommended_axes: lines,
  rationale: text,
});
export type Selection = Readonly<z.output<typeof selection>>;

/** The result of TaskClassifier. */
export const classification = z.object({
  task_type: z.enum(TASK_TYPES),
  requires_persona: z.boolean(),
  rationale: text,
});
export type Classification = Readonly<z.output<typeof classification>>;

/** The watcher's result. The program adds the persona. */
export const verdict = z.object({
  pass: z.boolean(),
  issues: lines,
  inspection_log: lines,
  blindspots_covered: lines,
  misclassification_detected: z.boolean(),
});
export type Verdict = Readonly<z.output<typeof verdict>>;

/** The verdict with the persona that the watcher took. */
export interface WatcherVerdict extends Verdict {
  readonly persona_applied: string | null;
}

/** A document that an executor wrote: file name and text. */
export interface Document {
  readonly name: string;
  readonly text: string;
}

/** The executor's result. `blocked`: it ran out of time, or the executing workflow could not continue. */
export interface ExecutionFields {
  readonly status: 'done' | 'blocked';
  readonly artifacts: readonly string[];
  readonly execution_log: readonly string[];
  readonly persona_applied: string | null;
}

/**
 * A finding of debt-monitor. With a serious one a retrospective is recommended. The kinds:
 * - `open-escalation`: an escalated task without a later completed task of the same issue or pull request.
 * - `forced-pass`: a run of `write` ended although its quality gate was not passed.
 * - `skipped-tests`: the tree has more skipped tests than at the previous session, or any at the first.
 * - `todo-growth`: the tree has more TODO and FIXME marks than at the previous session.
 * - `unreadable`: a check of SessionInit failed.
 */
const alert = z.object({
  kind: z.enum(['open-escalation', 'forced-pass', 'skipped-tests', 'todo-growth', 'unreadable']),
  what: z.string(),
  serious: z.boolean(),
});
export type Alert = Readonly<z.output<typeof alert>>;

/** The perspectives that recent sessions took. `sessions`: how many were looked at. */
const coverage = z.object({
  sessions: z.number(),
  used: z.array(z.string()),
  unused: z.array(z.string()),
});
export type Coverage = Readonly<z.output<typeof coverage>>;

const learning = z.object({
  entry_id: z.string(),
  run: z.string(),
  content: z.string(),
  score: z.number(),
});

/** A transition of the state machine. */
const traceEntry = z.object({
  state: z.enum(STATES),
  timestamp: z.string(),
  component: z.string(),
  outcome: z.string(),
});
export type TraceEntry = Readonly<z.output<typeof traceEntry>>;

/** `task.json`, field by field as the specification names them. */
export const taskDocument = z.object({
  status: z.enum(['completed', 'failed', 'escalated']),
  result: z.object({
    session_type: z.string(),
    task_type: z.string(),
    requires_persona: z.boolean(),
    artifacts: z.array(z.string()),
    pass: z.boolean(),
    issues: z.array(z.string()),
  }),
  session_init: z.object({
    debt_alerts: z.array(alert),
    coverage_report: coverage,
    related_learnings: z.array(learning),
  }),
  execution_trace: z.array(traceEntry),
  ledger_entries: z.array(z.string()),
  message: z.string().optional(),
});
export type TaskDocument = Readonly<z.output<typeof taskDocument>>;
export type SessionInit = TaskDocument['session_init'];

/** The result of SessionInit before it ran, or if it failed. */
export const NO_FINDINGS: SessionInit = {
  debt_alerts: [],
  coverage_report: { sessions: 0, used: [], unused: [] },
  related_learnings: [],
};
