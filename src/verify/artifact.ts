// What the job that verifies leaves for the job that publishes: one bounded document. Whoever reads it believes nothing of it
// that was not looked at: its size, its digest where one is known, its form down to the last key, and what it is about.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Flaw } from '../text/lang/check/index.js';
import { JUDGES, SAYINGS } from '../text/lang/tamper/index.js';
import { NAMED, type Flaw as ResultsFlaw, type Reason as StepReason, type Why } from '../text/lang/verify/index.js';
import { KINDS } from './tamper/finding.js';

/** Where it lies: a folder of its own below the runner's temporary one. */
export const PLACE = { folder: 'crew-verify', file: 'verify.json' } as const;

/** More bytes than this are no document of ours. */
export const LARGEST = 1_000_000;

/** How much of each thing is kept; what is left out is counted. */
export const MOST = {
  steps: 200,
  failures: 50,
  names: 100,
  notes: 100,
  files: 20,
  findings: 200,
  again: 200,
  of: 4,
  name: 500,
  command: 2000,
  message: 2000,
  tail: 8000,
} as const;

const text = (most: number) => z.string().max(most);
const name = text(MOST.name);
const count = z.int().min(0).max(1_000_000_000);
const commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const status = z.enum(['PASS', 'FAIL', 'INFRA_ERROR']);
const ms = z.number().min(0);
const side = z.enum(['base', 'head']);

/** One of several forms, told by `is`. */
const form = <Is extends string, Shape extends z.core.$ZodLooseShape>(is: Is, shape: Shape) =>
  z.strictObject({ is: z.literal(is), ...shape });

const flaws = ['cut off', 'not adding up', 'unreadable', 'bailed out', 'too large', 'no files'] as const;
const flaw = z.enum(flaws) satisfies z.ZodType<ResultsFlaw>;

const reason = z.discriminatedUnion('is', [
  form('no-tool', { name }),
  form('not-started', {}),
  form('no-disk', {}),
  form('not-fetched', {}),
  form('setup-failed', {}),
  form('refused', { host: name, remedy: name }),
  form('hook-refused', { hook: name, host: name }),
  form('downloads-skipped', { packages: name }),
  form('time-out', { seconds: z.number().min(0) }),
  form('killed', { signal: name }),
  form('passed-but-failed', { tests: count, exit: z.int() }),
  form('failed-but-passed', { failed: count }),
  form('no-results', {}),
  form('broken-results', { flaw }),
  form('doubtful-results', { flaw }),
  form('no-tests', {}),
]) satisfies z.ZodType<StepReason>;

const why = z.discriminatedUnion('is', [
  form('configured', { section: z.enum(['verify.steps', 'verify.setup']) }),
  form('script', { file: name, name }),
  form('target', { file: name, name }),
  form('file', { file: name }),
  form('missing', { folder: name }),
  form('ci', { file: name, job: name }),
]) satisfies z.ZodType<Why>;

const place = z.strictObject({ file: name, line: count });

const failure = z.strictObject({ id: name, message: text(MOST.message).optional(), at: place.optional() });

const step = z.strictObject({
  name,
  command: text(MOST.command),
  cwd: name,
  status,
  exit: z.int().nullable(),
  ended: z.enum(['itself', 'time-out', 'cancelled', 'signal', 'full disk', 'not started']),
  ms,
  log: name,
  sha256,
  format: z.enum([
    'junit',
    'tap',
    'jest-json',
    'vitest-json',
    'node-tap',
    'go-json',
    'libtest',
    'rspec-json',
    'trx',
    'exit',
  ]),
  /** Absent where single tests could not be seen. */
  count: z.strictObject({ failed: count, passed: count, skipped: count }).optional(),
  failures: z.array(failure).max(MOST.failures),
  tail: text(MOST.tail).optional(),
  reason: reason.optional(),
  why: why.optional(),
});

const record = z.strictObject({
  run_id: name,
  status,
  ref: z.union([z.enum(['baseline', 'verify-job']), z.templateLiteral(['loop-', z.int()])]),
  ms,
  steps: z.array(step).max(MOST.steps),
});

const list = z.strictObject({ total: count, names: z.array(name).max(MOST.names) });

/** What keeps a comparison from being told, or from being sure. */
const note = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('not-run'), side, step: name, why: name }),
  z.strictObject({ kind: z.literal('cut-short'), side, step: name, by: z.enum(['time-out', 'signal']) }),
  z.strictObject({ kind: z.literal('no-tests'), side }),
  z.strictObject({ kind: z.literal('nothing') }),
  z.strictObject({ kind: z.literal('renamed'), pairs: z.array(z.tuple([name, name])).max(MOST.names) }),
]);

const comparison = z.strictObject({
  verdict: z.enum(['better', 'same', 'worse', 'unknown']),
  lists: z.record(z.enum(NAMED), list),
  notes: z.array(note).max(MOST.notes),
});

const finding = z.strictObject({
  file: name,
  kind: z.enum(KINDS),
  line: count,
  weight: z.enum(['blocks', 'named', 'ask']),
  why: text(MOST.message),
  /** The same as data. */
  because: z
    .array(
      z.strictObject({
        says: z.enum(SAYINGS),
        of: z.array(name).max(MOST.of).optional(),
        judge: z.enum(JUDGES).optional(),
      }),
    )
    .max(MOST.of)
    .optional(),
});

const provingTest = z.strictObject({ name, file: name.optional(), by: z.enum(['assertion', 'error', 'load']) });

const found = z.discriminatedUnion('is', [
  /** Nothing that changed can be run. */
  form('nothing', { files: z.array(name).max(MOST.files), total: count }),
  /** It could not be begun: what was expected, what was there, what helps. */
  form('unable', { expected: text(MOST.message), found: text(MOST.message), remedy: text(MOST.message) }),
  /** Something of crew's own went wrong; the log of the job has the same id. */
  form('fault', { id: name }),
  form('verified', {
    base: record,
    head: record,
    comparison,
    /** What was run again to be sure, each with the digest of its log. */
    again: z.strictObject({
      total: count,
      runs: z.array(z.strictObject({ run_id: name, side, step: name, log: name, sha256 })).max(MOST.again),
    }),
    tamper: z.strictObject({ total: count, found: z.array(finding).max(MOST.findings) }),
    /** Tests that fail on the base's sources and pass with the change; only for a change that crew itself verifies. */
    proof: z.strictObject({ run_id: name.optional(), tests: z.array(provingTest).max(MOST.again) }).optional(),
    /** Where its commands ran. */
    walls: name,
  }),
]);

const document = z.strictObject({
  format: z.literal(1),
  /** Which run of crew made it. */
  run: name,
  /** What was verified, and against what. */
  head: commit,
  base: commit,
  /** Of a change that is on no branch yet: its diff, and all that the tree holds with it, by git's own name, where it could be laid. */
  change: z.strictObject({ sha256, tree: commit.optional() }).optional(),
  found,
});

export type VerifyDocument = z.infer<typeof document>;
export type Found = VerifyDocument['found'];
export type Verified = Extract<Found, { is: 'verified' }>;
export type StepShown = Verified['head']['steps'][number];

/** What is known of a document before it is read. */
export interface Expected {
  readonly run: string;
  /** The commit that it is about; of a change that is on no branch yet, the digest of its diff. */
  readonly head: string | { readonly diff: string };
  /** What the job that made it said of it, where that can be asked. */
  readonly digest?: string | undefined;
}

/** What it is known by between two jobs. */
export const digestOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A document as it is written. */
export const writeArtifact = (made: VerifyDocument): Uint8Array => Buffer.from(`${JSON.stringify(made)}\n`);

/** Reads a document; what is not exactly what was expected is a flaw, and nothing of it is used. */
export function readArtifact(
  bytes: Uint8Array | null,
  { run, head, digest }: Expected,
): { readonly document: VerifyDocument } | { readonly flaw: Flaw } {
  if (bytes === null) return { flaw: 'missing' };
  if (bytes.length > LARGEST) return { flaw: 'too large' };
  if (digest !== undefined && digestOfBytes(bytes) !== digest) return { flaw: 'another digest' };
  const read = document.safeParse(parse(bytes));
  if (!read.success) return { flaw: 'unreadable' };
  if (read.data.run !== run) return { flaw: 'another run' };
  const isOurs = typeof head === 'string' ? read.data.head === head : read.data.change?.sha256 === head.diff;
  return isOurs ? { document: read.data } : { flaw: 'another commit' };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
