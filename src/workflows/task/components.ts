// What the components of a task are asked and give, and what surrounds them. Types, and the way a component ends the run.

import type { Clock } from '../../ports/index.js';
import type { Awaits, Outcome } from '../../ports/run.js';
import type { WorkDiff } from '../../ports/workflow.js';
import type { TaskMessages } from './messages.en.js';
import type {
  Classification,
  Document,
  Executed,
  Selection,
  SessionInit,
  TaskDocument,
  Verdict,
} from './rules/contract.js';
import type { Pair, Persona } from './rules/personas.js';
import type { Session } from './rules/session.js';

/** Steps that hold what an execution left. */
export const EXECUTE_STEP = 'task execute-';

/** What an execution leaves besides the fields of the specification. */
export interface Execution extends Executed {
  readonly change?: WorkDiff | undefined;
  readonly documents: readonly Document[];
}

export interface ExecuteInput {
  readonly type: Classification['task_type'];
  readonly context: string;
  readonly session: Session;
  readonly axes: readonly string[];
  readonly persona: Persona | null;
  readonly iteration: number;
  /** The watcher's issues with the execution before. */
  readonly issues: readonly string[];
}

export interface WatchInput {
  readonly request: string;
  readonly type: Classification['task_type'];
  readonly axes: readonly string[];
  readonly persona: Persona | null;
  readonly blindSpots: readonly string[];
  readonly iteration: number;
  /** What was made. The executor's log and its own verdict are no part of it. */
  readonly made: Pick<Execution, 'artifacts' | 'change' | 'documents'>;
}

export interface InitResult {
  readonly init: SessionInit;
  readonly axes: readonly string[];
  /** A question to a person that stands in the way; null: ready. */
  readonly asks: Awaits | null;
  readonly measure: string;
}

export interface LedgerDraft {
  readonly component: string;
  readonly event_type: 'decision' | 'outcome' | 'measure';
  readonly content: string;
  readonly rationale: string;
}

/** The components. Each may throw; the engine knows what then. */
export interface Components {
  readonly select: (request: string) => Promise<{ readonly selection: Selection; readonly session: Session }>;
  readonly init: (session: Session) => Promise<InitResult>;
  readonly classify: (request: string) => Promise<Classification>;
  readonly choose: (type: Classification['task_type'], request: string) => Promise<Pair>;
  readonly execute: (ask: ExecuteInput, stop: AbortSignal) => Promise<Execution>;
  readonly watch: (ask: WatchInput) => Promise<Verdict>;
  /** Appends to the ledger. The id that the entry got. */
  readonly record: (draft: LedgerDraft) => Promise<string>;
}

export interface EngineContext {
  readonly clock: Clock;
  readonly say: TaskMessages;
  readonly stop: AbortSignal;
  /** A result of a component is kept by the journal, so that a continued run repeats nothing that was paid for. */
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** What a person said to the question that stood in the way of the session. */
  readonly confirmed: () => 'yes' | 'no' | undefined;
  /** Told of open problems, perspectives and earlier learnings before the work begins. */
  readonly report: (found: InitResult) => void;
  /** Standard error: where an entry goes that the ledger did not take. */
  readonly complain: (line: string) => void;
}

export interface TaskEnd {
  readonly document: TaskDocument;
  readonly iterations: number;
  readonly personas: readonly string[];
  /** The last change that an executor accepted; kept whatever the watcher said. */
  readonly change: WorkDiff | undefined;
  readonly documents: readonly Document[];
  /** The run ends or waits by this instead of by the document's status. */
  readonly halted: Outcome | undefined;
}
