// The format of `verify.json`, the document that the verify job hands to the publish job, and its reader. build-artifact.ts makes it,
// src/action transfers it; `check`, `fix`, `write` and the check page in src/view read it.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { UnusableResult } from '../text/lang/check/index.js';
import { JUDGES, SENTENCE_KEYS } from '../text/lang/tamper/index.js';
import { COMPARISON_KINDS, type ResultsFlaw, type StepEndReason, type StepSource } from '../text/lang/verify/index.js';
import { KINDS } from './tamper/finding.js';

/** Folder (below the runner's temporary folder) and file name of the document. */
export const DOCUMENT_FILE = { folder: 'crew-verify', file: 'verify.json' } as const;

/** Maximum size in bytes. */
export const MAX_BYTES = 1_000_000;

/** The most entries of a list, or characters of a text. A list that is cut also has its total. */
export const LIMITS = {
  steps: 200,
  failures: 50,
  names: 100,
  notes: 100,
  files: 20,
  wholeFiles: 3000,
  findings: 200,
  again: 200,
  sentences: 4,
  sentenceTexts: 4,
  name: 500,
  command: 2000,
  message: 2000,
  tail: 8000,
} as const;

const text = (most: number) => z.string().max(most);
const name = text(LIMITS.name);
const count = z.int().min(0).max(1_000_000_000);
const commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const status = z.enum(['PASS', 'FAIL', 'INFRA_ERROR']);
const ms = z.number().min(0);
const side = z.enum(['base', 'head']);

/** A member of a union that is distinguished by `is`. */
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
]) satisfies z.ZodType<StepEndReason>;

const why = z.discriminatedUnion('is', [
  form('configured', { section: z.enum(['verify.steps', 'verify.setup']) }),
  form('script', { file: name, name }),
  form('target', { file: name, name }),
  form('file', { file: name }),
  form('missing', { folder: name }),
  form('ci', { file: name, job: name }),
]) satisfies z.ZodType<StepSource>;

const place = z.strictObject({ file: name, line: count });

const failure = z.strictObject({ id: name, message: text(LIMITS.message).optional(), at: place.optional() });

const step = z.strictObject({
  name,
  command: text(LIMITS.command),
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
  /** Absent if the runner reported no single tests. */
  count: z.strictObject({ failed: count, passed: count, skipped: count }).optional(),
  failures: z.array(failure).max(LIMITS.failures),
  tail: text(LIMITS.tail).optional(),
  reason: reason.optional(),
  why: why.optional(),
});

const record = z.strictObject({
  run_id: name,
  status,
  /** When the record was made: `baseline` of the base commit, `loop-2` after the second attempt, `verify-job` in the verify job. */
  ref: z.union([z.enum(['baseline', 'verify-job']), z.templateLiteral(['loop-', z.int()])]),
  ms,
  steps: z.array(step).max(LIMITS.steps),
});

const list = z.strictObject({ total: count, names: z.array(name).max(LIMITS.names) });

/** Why a comparison is incomplete or uncertain: all reasons of compare/reasons.ts except those in `lists`. */
const note = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('not-run'), side, step: name, why: name }),
  z.strictObject({ kind: z.literal('cut-short'), side, step: name, by: z.enum(['time-out', 'signal']) }),
  z.strictObject({ kind: z.literal('no-tests'), side }),
  z.strictObject({ kind: z.literal('nothing') }),
  z.strictObject({ kind: z.literal('renamed'), pairs: z.array(z.tuple([name, name])).max(LIMITS.names) }),
]);

const comparison = z.strictObject({
  verdict: z.enum(['better', 'same', 'worse', 'unknown']),
  lists: z.record(z.enum(COMPARISON_KINDS), list),
  notes: z.array(note).max(LIMITS.notes),
});

const finding = z.strictObject({
  file: name,
  kind: z.enum(KINDS),
  line: count,
  weight: z.enum(['blocks', 'named', 'ask']),
  why: text(LIMITS.message),
  /** `why` as data, for other languages. `of`: the texts for `{0}`, `{1}` in the sentence; `judge`: the tool for `{judge}`. */
  because: z
    .array(
      z.strictObject({
        says: z.enum(SENTENCE_KEYS),
        of: z.array(name).max(LIMITS.sentenceTexts).optional(),
        judge: z.enum(JUDGES).optional(),
      }),
    )
    .max(LIMITS.sentences)
    .optional(),
});

/** `by`: how it fails on the base; see prove/failed-by.ts. */
const provingTest = z.strictObject({ name, file: name.optional(), by: z.enum(['assertion', 'error', 'load']) });

const verified = form('verified', {
  base: record,
  head: record,
  comparison,
  /** Steps that were run again, each with the digest of its log. */
  again: z.strictObject({
    total: count,
    runs: z.array(z.strictObject({ run_id: name, side, step: name, log: name, sha256 })).max(LIMITS.again),
  }),
  tamper: z.strictObject({ total: count, found: z.array(finding).max(LIMITS.findings) }),
  /** Tests that fail on the base's sources and pass with the change. Only for changes that crew made. */
  proof: z
    .strictObject({
      run_id: name.optional(),
      tests: z.array(provingTest).max(LIMITS.again),
      editsOwnTests: z.literal(true).optional(),
    })
    .optional(),
  /** The kind of sandbox that ran the steps. */
  walls: name,
});

const found = z.discriminatedUnion('is', [
  /** Only documentation changed. */
  form('nothing', { files: z.array(name).max(LIMITS.files), total: count }),
  /** Verification could not start: what was expected, what was found, and the remedy. */
  form('unable', { expected: text(LIMITS.message), found: text(LIMITS.message), remedy: text(LIMITS.message) }),
  /** An internal error; the log of the job contains the same id. */
  form('fault', { id: name }),
  verified,
]);

const document = z.strictObject({
  format: z.literal(1),
  /** The run that wrote it. */
  run: name,
  /** The verified commit, and the commit it was compared with. */
  head: commit,
  base: commit,
  /** For a change that is not committed yet: the digest of its diff, and the id of the resulting git tree if the diff could be applied. */
  change: z.strictObject({ sha256, tree: commit.optional() }).optional(),
  found,
  /**
   * For a change that adds to a pull request: the whole pull request including the change, compared with its merge base with the target branch
   * `onto`.
   */
  whole: z
    .strictObject({
      onto: text(1000),
      base: commit,
      files: z.array(text(4096)).max(LIMITS.wholeFiles),
      found: verified,
    })
    .optional(),
});

export type VerifyDocument = z.infer<typeof document>;
export type VerifyResult = VerifyDocument['found'];
export type Verified = Extract<VerifyResult, { is: 'verified' }>;
export type DocumentStep = Verified['head']['steps'][number];

/** What the reader requires of the document. */
export interface ExpectedDocument {
  readonly run: string;
  /** The commit, or the digest of a diff that is not committed yet. */
  readonly head: string | { readonly diff: string };
  /** The digest that the writing job printed, if it can be read. */
  readonly digest?: string | undefined;
}

/** SHA-256 of a document, in hexadecimal. */
export const digestOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The bytes of a document. */
export const writeArtifact = (made: VerifyDocument): Uint8Array => Buffer.from(`${JSON.stringify(made)}\n`);

/**
 * Reads a document. Returns a flaw and nothing of the document if it is missing or too large, has another digest, does not fit the schema, or
 * belongs to another run or commit.
 */
export function readArtifact(
  bytes: Uint8Array | null,
  { run, head, digest }: ExpectedDocument,
): { readonly document: VerifyDocument } | { readonly flaw: UnusableResult } {
  if (bytes === null) return { flaw: 'missing' };
  if (bytes.length > MAX_BYTES) return { flaw: 'too large' };
  if (digest !== undefined && digestOfBytes(bytes) !== digest) return { flaw: 'another digest' };
  const read = document.safeParse(parse(bytes));
  if (!read.success) return { flaw: 'unreadable' };
  if (read.data.run !== run) return { flaw: 'another run' };
  const isExpected = typeof head === 'string' ? read.data.head === head : read.data.change?.sha256 === head.diff;
  return isExpected ? { document: read.data } : { flaw: 'another commit' };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
