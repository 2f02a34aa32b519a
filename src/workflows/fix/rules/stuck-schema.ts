// The form of a stuck report as data. The job `gate` reads it from an earlier run, so this file loads nothing else.
import * as z from 'zod';

const smallest = z.object({
  command: z.string(),
  cwd: z.string(),
  exit: z.number().nullable(),
  run_id: z.string(),
  log: z.string(),
  /** Tests that failed in it, as their runner names them. */
  tests: z.array(z.string()),
});

/** What the next attempt is given. */
export const stuckReport = z.object({
  version: z.literal(1),
  run: z.string(),
  asked: z.string(),
  hypotheses: z.array(z.string()),
  failed: z.array(z.object({ run_id: z.string(), ref: z.string(), artifacts: z.string() })),
  smallest: smallest.nullable(),
  counters: z
    .object({ consecutive_failures: z.number(), total_verify_loops: z.number(), replans: z.number() })
    .nullable(),
  /** What was tried last: which files, and the digest of the diff. */
  tried: z.object({ files: z.array(z.string()), sha256: z.string() }).nullable(),
});
export type StuckReport = z.output<typeof stuckReport>;
