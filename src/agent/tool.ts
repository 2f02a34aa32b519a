// What a tool is: a name, a schema, and one function that answers with text. It never throws at the model.
import type * as z from 'zod';
import type { Guard } from '../ports/guard.js';
import type { Clock, Sandbox, Workspace } from '../ports/index.js';
import { digestOf } from '../text/digest.js';
import type { Patience, Tried } from './approvals.js';

/** What came of a call. `failed` is said to the model, so that it does not take a refusal for a result. */
export interface Acted {
  readonly text: string;
  readonly failed?: boolean | undefined;
  /** What the guard would have asked about and a sealed cell let run, each with the reason: for the run's page. */
  readonly unasked?: readonly string[] | undefined;
  /** What it did to the guard's patience; nothing where all is as it was at first. */
  readonly tried?: Tried | undefined;
  /** For whoever gave the work, not for the model. */
  readonly data?: unknown;
  /** Ends the turn and the process: a person is asked, and the run waits for the answer. */
  readonly question?: Question | undefined;
}

/** What a run waits for. Bound to the run and to its own id, so that no answer reaches another question. */
export interface Question {
  readonly id: string;
  readonly kind: 'question' | 'approval' | 'pause';
  readonly text: string;
  readonly choices?: readonly string[] | undefined;
  /** Of a pause: what the guard stopped. */
  readonly stopped?: Stopped | undefined;
}

/** A call that the guard did not let through. `tool` is crew's own name for it; `lifts`: an approval would let it run. */
interface Stopped {
  readonly tool: string;
  readonly what: string;
  readonly why: string;
  readonly lifts: boolean;
  /** So much had been said to the run by then: what is said later is said about it. */
  readonly signalCount: number;
}

/** Where a tool acts. Paths are what the gate let through; nothing else is touched. */
export interface Surroundings {
  readonly workspace: Workspace;
  readonly gate: Guard;
  readonly patience: Patience;
  readonly cell: Sandbox;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The call that acts, by its name in the journal: what is asked because of it is asked once, however often it is told. */
  readonly call?: string | undefined;
}

export interface Tool<Input = unknown> {
  readonly name: string;
  /** For the model: what it does, when to use it, what it answers. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** Changes nothing: several may run side by side. */
  readonly reads: boolean;
  act(input: Input, at: Surroundings): Promise<Acted>;
}

/** A name that people can type, the same for the same question: `q-482910`. */
export function questionId(kind: 'q' | 'p', ...about: readonly string[]): string {
  return `${kind}-${Number.parseInt(digestOf(JSON.stringify(about)).slice(0, 12), 16) % 1_000_000}`;
}
