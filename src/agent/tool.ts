// The interface of a tool: a name, a schema, and a function that returns text. Errors are results, not exceptions. Used by the tools, the agent
// loop, and the workflows that run agents.
import type * as z from 'zod';
import type { Clock, Sandbox, Workspace } from '../ports/index.js';
import type { Guard } from '../ports/sandbox.js';
import { digestOf } from '../text/digest.js';
import type { ApprovalChange, Approvals } from './approvals.js';

/** The result of a call. The model gets `text` and `failed`. */
export interface ToolResult {
  readonly text: string;
  readonly failed?: boolean | undefined;
  /** Calls that ran without the usual approval because the sandbox is sealed (`strength`, see ports/sandbox.ts), each with the reason. The run's page lists them. */
  readonly unasked?: readonly string[] | undefined;
  /** The change to the approvals, so that a continued run can restore it. The journal stores it under this name. */
  readonly tried?: ApprovalChange | undefined;
  /** For the caller, not for the model. */
  readonly data?: unknown;
  /** A question for a person. The run ends here and waits for the answer. */
  readonly question?: Question | undefined;
}

/** A question that a run waits for. An answer names its id. */
export interface Question {
  readonly id: string;
  readonly kind: 'question' | 'approval' | 'pause';
  readonly text: string;
  readonly choices?: readonly string[] | undefined;
  /** For a pause: the call that the guard refused. The journal stores it under this name. */
  readonly stopped?: RefusedCall | undefined;
}

/** A call that the guard refused. `tool` is crew's name for the tool; `lifts`: an approval would allow it. */
interface RefusedCall {
  readonly tool: string;
  readonly what: string;
  readonly why: string;
  readonly lifts: boolean;
  /** The number of the run's signals (such as comments) when the call was refused; only signals after these can answer. */
  readonly signalCount: number;
}

/** What a tool may use. It touches only paths that the guard allowed. */
export interface ToolContext {
  readonly workspace: Workspace;
  readonly guard: Guard;
  readonly approvals: Approvals;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  /** Aborts the call. It has nothing to do with the run's signals. */
  readonly signal: AbortSignal;
  /** The call's name in the journal. It makes the ids of questions stable in a continued run. */
  readonly call?: string | undefined;
}

/** A tool that an agent can call. */
export interface Tool<Input = unknown> {
  readonly name: string;
  /** For the model: what it does, when to use it, and what it returns. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** The tool changes nothing, so several calls may run in parallel. */
  readonly isReadOnly: boolean;
  run(input: Input, context: ToolContext): Promise<ToolResult>;
}

/** A short id that is the same for the same question: `q-482910`. It begins with `q` for a question, with `p` for an approval or a pause. */
export function questionId(kind: 'q' | 'p', ...about: readonly string[]): string {
  return `${kind}-${Number.parseInt(digestOf(JSON.stringify(about)).slice(0, 12), 16) % 1_000_000}`;
}
