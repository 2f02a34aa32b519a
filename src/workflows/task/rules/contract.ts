// The documents of the Task Orchestrator specification: what each component returns, and task.json. Schemas and their types.
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

export interface Watched extends Verdict {
  readonly persona_applied: string | null;
}

/** A document that an executor wrote. */
export interface Document {
  readonly name: string;
  readonly text: string;
}

/** The executor's result. `blocked` if the time was over or the executing workflow could not continue. */
export interface Executed {
  readonly status: 'done' | 'blocked';
  readonly artifacts: readonly string[];
  readonly execution_log: readonly string[];
  readonly persona_applied: string | null;
}

const alert = z.object({
  kind: z.enum(['open-escalation', 'forced-pass', 'skipped-tests', 'todo-growth', 'unreadable']),
  what: z.string(),
  serious: z.boolean(),
});
export type Alert = Readonly<z.output<typeof alert>>;

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

const traced = z.object({
  state: z.enum(STATES),
  timestamp: z.string(),
  component: z.string(),
  outcome: z.string(),
});
export type Traced = Readonly<z.output<typeof traced>>;

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
  execution_trace: z.array(traced),
  ledger_entries: z.array(z.string()),
  message: z.string().optional(),
});
export type TaskDocument = Readonly<z.output<typeof taskDocument>>;
export type SessionInit = TaskDocument['session_init'];

export const NOTHING_FOUND: SessionInit = {
  debt_alerts: [],
  coverage_report: { sessions: 0, used: [], unused: [] },
  related_learnings: [],
};
