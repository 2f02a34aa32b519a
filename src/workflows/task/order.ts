// What the gate of a task passes to `work` and `publish`, and what `work` passes to `publish`. Used by all three phases and most files of
// this folder.
import * as z from 'zod';
import type { OrderedBuild } from '../build/gate.js';
import type { FixOrder } from '../fix/gate.js';
import type { ReviewOrder } from '../review/gate.js';
import type { Order as OrderedWrite } from '../write/gate.js';
import { taskDocument } from './rules/contract.js';

/** The order of a task. The run record stores it. */
export interface TaskOrder {
  /** The full request. Its first line decides the type of the task. */
  readonly request: string;
  readonly title: string;
  readonly dryRun: boolean;
  /** The order of a fix on this subject; null if the gate of `fix` refuses the subject. */
  readonly fix: FixOrder | null;
  /** Why the gate of `fix` refused. */
  readonly notFixable?: string | undefined;
  /** On an open pull request: the order of a review. */
  readonly review: ReviewOrder | null;
  /** The order of `write`, if the request is or may be about a document. */
  readonly write?: OrderedWrite | null | undefined;
  /** The order of `build`, if the request lists several things to do. */
  readonly build?: OrderedBuild | null | undefined;
  /** For an answer to an escalated task: the run of that task, and its documents. */
  readonly answers?:
    | { readonly run: string; readonly documents: readonly { readonly name: string; readonly text: string }[] }
    | undefined;
  /** A further round after failed checks. Only the fix runs; `handed` is the output of the first round. */
  readonly round?: { readonly fix: FixOrder; readonly handed: WorkOutput } | undefined;
}

const document = z.object({ name: z.string().max(200), text: z.string().max(500_000) });

const entry = z.object({
  entry_id: z.string(),
  time: z.iso.datetime(),
  run: z.string(),
  component: z.string(),
  event_type: z.string(),
  content: z.string(),
  rationale: z.string(),
});

/** The result of `work` for `publish`. `publish` takes no verdict, proof or permission from it. */
export const workOutput = z.object({
  task: taskDocument,
  iterations: z.number(),
  personas: z.array(z.string()),
  documents: z.array(document),
  ledger: z.array(entry),
  /** The outcome of the executing workflow, if it made a change or a review. */
  executed: z
    .object({
      by: z.enum(['fix', 'write', 'build', 'review', 'agent']),
      outcome: z.object({ name: z.string(), says: z.string().optional(), result: z.json().optional() }),
    })
    .nullable(),
});
export type WorkOutput = z.output<typeof workOutput>;
