import { checkConclusions } from 'github-sandbox';
import * as z from 'zod';
import { commit } from './commit.js';
import { deed, thread } from './text.js';

/** A pull request of the sample, as its file tells it. */
export const pull = thread.extend({
  /** The fork that it comes from. */
  from: z.string().optional(),
  branch: z.string(),
  draft: z.boolean().default(false),
  commits: z.array(commit).min(1),
  /** Who was asked for a review. */
  asks: z.array(z.string()).default([]),
  reviews: z
    .array(deed.extend({ says: z.enum(['approved', 'changes requested', 'comment']), body: z.string().default('') }))
    .default([]),
  checks: z.record(z.string(), z.enum([...checkConclusions, 'pending'])).default({}),
  merged: deed.extend({ squashed: z.boolean().default(false) }).optional(),
});

export type SamplePull = z.infer<typeof pull>;
