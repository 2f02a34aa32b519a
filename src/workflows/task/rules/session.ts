// Session files (`.agent/sessions/*.yaml`), the rules of SessionSelector (specs task-orchestrator), and which workflow executes a task. Pure.
// Used throughout `task`.
import { parse } from 'yaml';
import * as z from 'zod';
import type { Classification, Selection, TaskType } from './contract.js';
import { DEFAULT_ITERATIONS } from './states.js';

/** Workflows that may execute a task. `agent` writes a document. */
export const EXECUTORS = ['fix', 'write', 'build', 'review', 'agent'] as const;
export type ExecutorName = (typeof EXECUTORS)[number];

const NAME = /^[a-z][a-z0-9-]*$/;

export const sessionSchema = z.strictObject({
  name: z.string().regex(NAME).describe('Name of the session type; the file has the same name.'),
  description: z.string().min(1).max(500).describe('What the session is for, in one sentence.'),
  max_iterations: z
    .int()
    .min(1)
    .max(10)
    .default(DEFAULT_ITERATIONS)
    .describe('Executions until the task is escalated to a person.'),
  timeout_s: z
    .int()
    .min(1)
    .max(18_000)
    .default(30)
    .describe('Seconds that one execution may take; then it counts as blocked.'),
  axes: z
    .array(z.string().min(1).max(60))
    .min(1)
    .max(12)
    .describe('Perspectives that the executor is told to take and the watcher checks.'),
  workflows: z
    .array(z.enum(EXECUTORS))
    .min(1)
    .default([...EXECUTORS])
    .describe('Workflows that may execute a task of this session. The task type picks among them.'),
  when: z.array(z.string().min(2).max(60)).max(40).default([]).describe('Words in a request that select this session.'),
  requires_persona: z.boolean().default(false).describe('Whether tasks of this session usually need two personas.'),
});
export type Session = Readonly<z.output<typeof sessionSchema>>;

/** schema/session.schema.json, byte for byte. */
export function sessionSchemaText(): string {
  const title = 'Session of crew (.agent/sessions/*.yaml)';
  return `${JSON.stringify({ title, ...z.toJSONSchema(sessionSchema, { io: 'input' }) }, null, 2)}\n`;
}

/** Why a session or persona file cannot be used. */
export interface DefinitionProblem {
  readonly path: string;
  readonly message: string;
}

/** Reads a session file; `path` is for messages. */
export function readSession(
  path: string,
  yaml: string,
): { readonly session: Session } | { readonly problem: DefinitionProblem } {
  let value: unknown;
  try {
    value = parse(yaml);
  } catch (error) {
    return { problem: { path, message: error instanceof Error ? error.message : String(error) } };
  }
  const read = sessionSchema.safeParse(value);
  if (!read.success) return { problem: { path, message: z.prettifyError(read.error).replaceAll('\n', ' ') } };
  const file = path
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\.ya?ml$/, '');
  if (file !== read.data.name) return { problem: { path, message: `name is ${read.data.name}, the file is ${file}` } };
  return { session: read.data };
}

/** The session of a task type, if the request contains no word of a session. */
const SESSION_OF_TYPE: Readonly<Record<TaskType, string>> = {
  implement: 'implement',
  refactor: 'implement',
  test: 'implement',
  document: 'implement',
  design: 'design',
  investigate: 'planning',
  review: 'planning',
};

/**
 * SessionSelector's rules: the session with the longest matching word in the request; else the session of the task's type; else the
 * configured default. Null if no rule decides.
 */
export function selectSession(
  request: string,
  input: {
    readonly sessions: readonly Session[];
    readonly type: Classification | null;
    readonly fallback?: string | undefined;
  },
): Selection | null {
  const lower = request.toLowerCase();
  const matches = input.sessions
    .flatMap((session) => session.when.filter((word) => isMentioned(lower, word)).map((word) => ({ session, word })))
    .sort((a, b) => b.word.length - a.word.length);
  const [longest] = matches;
  if (longest) return selectionOf(longest.session, `the request says "${longest.word}"`);
  const sessionNamed = (name: string | undefined) => input.sessions.find((session) => session.name === name);
  const byType = input.type && sessionNamed(SESSION_OF_TYPE[input.type.task_type]);
  if (byType) return selectionOf(byType, `sessions of this kind do ${input.type?.task_type} tasks`);
  const fallback = sessionNamed(input.fallback);
  return fallback ? selectionOf(fallback, 'it is the configured default') : null;
}

/** The selection of a session with all its perspectives. */
export const selectionOf = (session: Session, rationale: string): Selection => ({
  session_type: session.name,
  requires_persona: session.requires_persona,
  recommended_axes: [...session.axes],
  rationale,
});

/** Whether the text contains a word. A word of Latin letters must match as a whole word. */
function isMentioned(lower: string, word: string): boolean {
  const wanted = word.toLowerCase();
  if (!/^[\x20-\x7e]+$/.test(wanted)) return lower.includes(wanted);
  const escaped = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![a-z0-9])${escaped}(?![a-z0-9])`).test(lower);
}

/** The session if no definition could be read. */
export const DEFAULT_SESSION: Session = {
  name: 'implement',
  description: 'Used where no session definition could be read.',
  max_iterations: DEFAULT_ITERATIONS,
  timeout_s: 30,
  axes: ['correctness'],
  workflows: [...EXECUTORS],
  when: [],
  requires_persona: false,
};

/** A change with at least this many listed items is decomposed. */
const MIN_ITEMS = 4;

/** The usual executor of a task type. */
const EXECUTOR_OF: Readonly<Record<TaskType, ExecutorName>> = {
  implement: 'fix',
  refactor: 'fix',
  test: 'fix',
  document: 'write',
  review: 'review',
  design: 'agent',
  investigate: 'agent',
};

/** Other executors for a task, if the session does not allow the usual one or the gate gave no order for it. */
const ALTERNATIVES: Readonly<Record<ExecutorName, readonly ExecutorName[]>> = {
  fix: ['build'],
  build: ['fix'],
  write: ['fix', 'agent'],
  review: ['agent'],
  agent: [],
};

/** Whether the request lists several things to do. */
export function needsDecomposition(request: string): boolean {
  const items = request.split('\n').filter((line) => /^\s*([-*]|\d+[.)])\s+(\[[ x]\]\s+)?\S/.test(line));
  return items.length >= MIN_ITEMS;
}

/** The executor of a task. `allowed`: by its session; `available`: the gate gave an order. Null if there is none. */
export function executorFor(input: {
  readonly type: TaskType;
  readonly request: string;
  readonly allowed: readonly ExecutorName[];
  readonly available: readonly ExecutorName[];
}): ExecutorName | null {
  const ofType = EXECUTOR_OF[input.type];
  const usual = ofType === 'fix' && needsDecomposition(input.request) ? 'build' : ofType;
  const isUsable = (name: ExecutorName) => input.allowed.includes(name) && input.available.includes(name);
  return [usual, ...ALTERNATIVES[usual]].find(isUsable) ?? null;
}
