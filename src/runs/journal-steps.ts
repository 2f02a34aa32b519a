// Reads the journal steps that several workflows write, as typed values. A value of another shape, from an older or newer version, is
// skipped, so that every run can be shown. Pure. Used by src/view/run, launch.ts, src/action/work.ts, and the workflows `fix` and `task`.

import * as z from 'zod';
import type { Step } from '../ports/run.js';

const texts = z.array(z.string());

const estimate = z.object({ low: z.number(), high: z.number() });

const allowance = z.object({ usd: z.number() });

const counters = z.object({
  consecutive_failures: z.number(),
  total_verify_loops: z.number(),
  replans: z.number(),
});

const test = z.looseObject({
  id: z.string(),
  status: z.enum(['passed', 'failed', 'skipped']),
  message: z.string().optional(),
  at: z.object({ file: z.string(), line: z.number() }).optional(),
});

const status = z.enum(['PASS', 'FAIL', 'INFRA_ERROR']);

const verification = z.looseObject({
  run_id: z.string(),
  status,
  ref: z.string(),
  steps: z.array(
    z.looseObject({
      name: z.string(),
      command: z.string(),
      exit: z.number().nullable(),
      ms: z.number(),
      log: z.string(),
      sha256: z.string(),
      status: status.optional(),
      tests: z.array(test).optional(),
      tail: z.string().optional(),
    }),
  ),
});

const comparison = z.looseObject({
  verdict: z.enum(['better', 'same', 'worse', 'unknown']).optional(),
  fixed: texts,
  broken: texts,
  before: texts,
  flaky: texts,
});

const tamper = z.array(
  z.looseObject({ file: z.string(), kind: z.string(), line: z.number(), why: z.string().optional() }),
);

const diff = z.object({ base: z.string(), sha256: z.string(), files: texts, text: z.string() });

const memory = z.object({
  entries: z.array(z.object({ id: z.string(), origin: z.string() })),
  problem: z.string().optional(),
});

/** The value of each kind of step, by the name of the step. */
export interface StepValues {
  readonly estimate: z.output<typeof estimate>;
  readonly allowance: z.output<typeof allowance>;
  readonly counters: z.output<typeof counters>;
  readonly verification: z.output<typeof verification>;
  readonly comparison: z.output<typeof comparison>;
  readonly tamper: z.output<typeof tamper>;
  readonly diff: z.output<typeof diff>;
  readonly memory: z.output<typeof memory>;
}

const shapes: { readonly [K in keyof StepValues]: z.ZodType<StepValues[K]> } = {
  estimate,
  allowance,
  counters,
  verification,
  comparison,
  tamper,
  diff,
  memory,
};

/** The values of all steps with this name, or with this name, a blank and more, in order. */
export function stepValues<K extends keyof StepValues>(steps: readonly Step[], name: K): readonly StepValues[K][] {
  return steps.flatMap((step) => {
    if (step.name !== name && !step.name.startsWith(`${name} `)) return [];
    const read = shapes[name].safeParse(step.value);
    return read.success ? [read.data] : [];
  });
}

/** The last value that `stepValues` returns. */
export function lastStepValue<K extends keyof StepValues>(steps: readonly Step[], name: K): StepValues[K] | undefined {
  return stepValues(steps, name).at(-1);
}

/** The value of the step with exactly this name. */
export function stepValue<T>(steps: readonly Step[], name: string): T | undefined {
  return steps.find((step) => step.name === name)?.value as T | undefined;
}
