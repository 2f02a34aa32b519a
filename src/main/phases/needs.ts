// What became of the jobs before this one, as the workflow file hands it on: `NEEDS: ${{ toJSON(needs) }}`.
import * as z from 'zod';
import { UserError } from '../../errors.js';
import type { StepProcess } from './step.js';

const job = z.object({ result: z.string(), outputs: z.record(z.string(), z.string()).default({}) });
const needs = z.record(z.string(), job);

export type Job = z.output<typeof job>;

/** Reads it; a job that is not named was not there. */
export function needsOf({ NEEDS: text = '' }: StepProcess['env']): (name: string) => Job {
  const read = needs.safeParse(parsed(text));
  if (!read.success)
    throw new UserError({
      expected: 'what became of the jobs before, in NEEDS',
      found: text === '' ? 'nothing' : 'something else',
      remedy: 'Use the reusable workflow crew.yml as it is.',
    });
  return (name) => read.data[name] ?? { result: 'skipped', outputs: {} };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
