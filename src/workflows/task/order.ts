// What the gate of a task hands to `work` and `publish`, and what `work` hands to `publish`.
import * as z from 'zod';
import type { OrderedBuild } from '../build/gate.js';
import type { FixOrder } from '../fix/gate.js';
import type { ReviewOrder } from '../review/gate.js';
import type { Order as OrderedWrite } from '../write/gate.js';
import { taskDocument } from './rules/contract.js';

export interface TaskOrder {
  /** The request in full; its first line is what is asked. */
  readonly request: string;
  readonly title: string;
  readonly dryRun: boolean;
  /** The order of a fix on this subject; null where the subject cannot be fixed, with what was said of that. */
  readonly fix: FixOrder | null;
  readonly notFixable?: string | undefined;
  /** On an open pull request: the order of a review. */
  readonly review: ReviewOrder | null;
  /** Where the request is, or may be, about a document: the order of a text. */
  readonly write?: OrderedWrite | null | undefined;
  /** Where the request lists several things to do: the order of a build. */
  readonly build?: OrderedBuild | null | undefined;
  /** An answer to an escalated task: its run, and the documents that it had written. */
  readonly answers?:
    | { readonly run: string; readonly documents: readonly { readonly name: string; readonly text: string }[] }
    | undefined;
  /** A further round of the change of a task that ended: only that fix is done. */
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

/** What crosses from `work` to `publish` as the outcome's result: no verdict, proof or right is taken from it. */
export const workOutput = z.object({
  task: taskDocument,
  iterations: z.number(),
  personas: z.array(z.string()),
  documents: z.array(document),
  ledger: z.array(entry),
  /** How the executor's own workflow ended, where it made the change or a review. */
  executed: z
    .object({
      by: z.enum(['fix', 'write', 'build', 'review', 'agent']),
      outcome: z.object({ name: z.string(), says: z.string().optional(), result: z.json().optional() }),
    })
    .nullable(),
});
export type WorkOutput = z.output<typeof workOutput>;
