// The components of the Task Orchestrator specification, with their inputs and results, and what the engine needs. work.ts implements the
// components. Used throughout `task`.
import type { Clock } from '../../ports/index.js';
import type { Awaits, Outcome } from '../../ports/run.js';
import type { WorkDiff } from '../../ports/workflow.js';
import type { TaskMessages } from './messages.en.js';
import type {
  Classification,
  Document,
  ExecutionFields,
  Selection,
  SessionInit,
  TaskDocument,
  Verdict,
} from './rules/contract.js';
import type { Persona, PersonaPair } from './rules/personas.js';
import type { Session } from './rules/session.js';

/** Prefix of the steps that record executions. */
export const EXECUTE_STEP = 'task execute-';

/** An execution with its change and documents, in addition to the fields of the specification. */
export interface Execution extends ExecutionFields {
  readonly change?: WorkDiff | undefined;
  readonly documents: readonly Document[];
}

/** The input of the executor. */
export interface ExecuteInput {
  readonly type: Classification['task_type'];
  /** The request. */
  readonly context: string;
  readonly session: Session;
  /** The perspectives to take. */
  readonly axes: readonly string[];
  readonly persona: Persona | null;
  /** The number of this execution, from 1. */
  readonly iteration: number;
  /** The watcher's issues with the previous execution. */
  readonly issues: readonly string[];
}

/** The input of the watcher. */
export interface WatchInput {
  readonly request: string;
  readonly type: Classification['task_type'];
  readonly axes: readonly string[];
  readonly persona: Persona | null;
  /** The blind spots of the executor's persona. */
  readonly blindSpots: readonly string[];
  readonly iteration: number;
  /** The result to judge, without the executor's log and verdict. */
  readonly result: Pick<Execution, 'artifacts' | 'change' | 'documents'>;
}

/** The result of SessionInit. */
export interface InitResult {
  readonly init: SessionInit;
  /** The session's perspectives; those that recent sessions did not take come first. */
  readonly axes: readonly string[];
  /** A question that a person has to answer first; null if the session is ready. */
  readonly asks: Awaits | null;
  /** The text of the ledger entry with the counts of the tree; empty if there are none. */
  readonly measure: string;
}

/** A ledger entry without its id, time and run. */
export interface LedgerDraft {
  readonly component: string;
  readonly event_type: 'decision' | 'outcome' | 'measure';
  readonly content: string;
  readonly rationale: string;
}

/** The components. Each may throw; the engine handles it. */
export interface Components {
  readonly selectSession: (request: string) => Promise<{ readonly selection: Selection; readonly session: Session }>;
  readonly init: (session: Session) => Promise<InitResult>;
  readonly classify: (request: string) => Promise<Classification>;
  readonly choosePersonas: (type: Classification['task_type'], request: string) => Promise<PersonaPair>;
  readonly execute: (input: ExecuteInput, stop: AbortSignal) => Promise<Execution>;
  readonly watch: (input: WatchInput) => Promise<Verdict>;
  /** Appends to the ledger and returns the id of the entry. */
  readonly record: (draft: LedgerDraft) => Promise<string>;
}

/** The services that the engine uses. */
export interface EngineContext {
  readonly clock: Clock;
  readonly say: TaskMessages;
  readonly stop: AbortSignal;
  /** Records the result of a component in the journal, so that a continued run repeats no paid call. */
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** The person's answer to the question of SessionInit; undefined if there is none yet. */
  readonly startAnswer: () => 'yes' | 'no' | undefined;
  /** Shows alerts, perspectives and earlier learnings before the work starts. */
  readonly showFindings: (findings: InitResult) => void;
  /** Writes to standard error: entries that the ledger refused. */
  readonly complain: (line: string) => void;
}

/** How a task ended. */
export interface TaskEnd {
  readonly document: TaskDocument;
  readonly iterations: number;
  readonly personas: readonly string[];
  /** The last change that an executor accepted, whatever the watcher's verdict. */
  readonly change: WorkDiff | undefined;
  readonly documents: readonly Document[];
  /** The outcome that stopped the task early, such as a question. It takes precedence over the document's status. */
  readonly stopOutcome: Outcome | undefined;
}
