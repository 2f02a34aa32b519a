import { parse } from 'yaml';
import { z } from 'zod';

const hour = 3_600_000;

/** `3 days ago`, in milliseconds: the sample is always as fresh as on the day it was made. */
const age = z
  .string()
  .regex(/^\d+ (hours?|days?) ago$/)
  .transform((words) => {
    const [amount = '', unit = ''] = words.split(' ');
    return Number(amount) * (unit.startsWith('hour') ? hour : 24 * hour);
  });

const said = z.strictObject({ author: z.string(), written: age, body: z.string().trim().min(1) });
const issue = said.extend({
  title: z.string(),
  labels: z.array(z.string()).default([]),
  assignees: z.array(z.string()).default([]),
  state: z.enum(['open', 'closed']).default('open'),
  blockedBy: z.array(z.number()).default([]),
  comments: z.array(said).default([]),
});

export type SampleIssue = z.infer<typeof issue>;

/** Reads one issue. What is wrong in it is said with its file, since the reader will want to open that. */
export function parseIssue(file: string, text: string): SampleIssue {
  const read = issue.safeParse(parse(text));
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  return read.data;
}
