// The document that the job `work` gives to the jobs `verify` and `publish`. The job that wrote it ran a
// model, so no verdict, proof or permission is taken from it, and the schema checks only its form. Used by publish.ts and src/action.

import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { WorkResult } from '../ports/workflow.js';
import { parseJsonBytes } from '../text/json.js';
import { outcomes } from './outcome.js';

/** The folder of the work job in the runner's temporary folder, and the files in it. */
export const WORK_FILES = { folder: 'crew-work', result: 'result.json', journal: 'journal.jsonl' } as const;

/** The size limit of a result in bytes. Build and task publish several commits. */
export const maxBytes = (workflow: string): number =>
  (workflow === 'build' || workflow === 'task' ? 20 : 5) * 1_000_000;

const names = Object.keys(outcomes) as [keyof typeof outcomes, ...(keyof typeof outcomes)[]];
const count = z.number().min(0).max(1e12);
const text = (max: number) => z.string().max(max);

const awaits = z.strictObject({
  id: z.string().regex(/^[A-Za-z]{1,12}(-[A-Za-z]{1,12})*-[0-9a-z]{1,12}$/),
  kind: z.enum(['question', 'selection', 'approval', 'budget', 'pause', 'storage']),
  question: text(60_000),
  choices: z.array(text(2000)).max(20).optional(),
  /** Whether an approval can allow the denied tool call; see `Awaits`. */
  lifts: z.boolean().optional(),
});

const diff = z.strictObject({
  base: z.string().regex(/^[0-9a-f]{40,64}$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  files: z.array(text(4096)).max(3000),
  text: z.string(),
});

const result = z.strictObject({
  format: z.literal(1),
  run: z.string(),
  outcome: z.strictObject({
    name: z.enum(names),
    says: text(200_000).optional(),
    result: z.json().optional(),
    awaits: awaits.optional(),
  }),
  diff: diff.optional(),
  commits: z
    .array(z.strictObject({ task: z.int(), title: text(2000), diff }))
    .max(1000)
    .optional(),
  /** The base branch of the existing pull request that is changed; see `WorkResult`. */
  onto: text(1000).optional(),
  spent: z.strictObject({
    usd: count,
    tokens: z.strictObject({ in: count, out: count, cacheRead: count, cacheWrite: count }),
  }),
});

export const digestOfBytes = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** A result as the document of its run. */
export function writeResult(run: string, { outcome, diff, commits, onto, spent }: WorkResult): string {
  const { name, says, result: value, awaits: waits } = outcome;
  return `${JSON.stringify({ format: 1, run, outcome: { name, says, result: value, awaits: waits }, diff, commits, onto, spent })}\n`;
}

/**
 * Why a document is not used. `another-digest`: its bytes are not those that the work job announced. `another-run`: it names another run.
 * `another-diff`: the text of a diff does not have its `sha256`. Messages show these words.
 */
export type Flaw = 'missing' | 'too-large' | 'another-digest' | 'unreadable' | 'another-run' | 'another-diff';

/** Parses a result. A document that differs from the schema in any way is a flaw, and nothing of it is used. */
export function readResult(
  bytes: Uint8Array | null,
  { run, workflow, digest }: { run: string; workflow: string; digest: string | undefined },
): { readonly result: WorkResult } | { readonly flaw: Flaw } {
  if (bytes === null) return { flaw: 'missing' };
  if (bytes.length > maxBytes(workflow)) return { flaw: 'too-large' };
  if (digest !== undefined && digest !== '' && digestOfBytes(bytes) !== digest) return { flaw: 'another-digest' };
  const read = result.safeParse(parseJsonBytes(bytes));
  if (!read.success) return { flaw: 'unreadable' };
  if (read.data.run !== run) return { flaw: 'another-run' };
  const { outcome, diff, commits = [], onto, spent } = read.data;
  if (diff && digestOfBytes(diff.text) !== diff.sha256) return { flaw: 'another-diff' };
  if (commits.some((each) => digestOfBytes(each.diff.text) !== each.diff.sha256)) return { flaw: 'another-diff' };
  return { result: { outcome, diff, ...(commits.length > 0 && { commits }), onto, spent } };
}
