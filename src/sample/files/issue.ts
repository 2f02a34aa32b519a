import * as z from 'zod';
import { commit } from './commit.js';
import { deed, thread } from './text.js';

/** An issue of the sample, as its file tells it. */
export const issue = thread.extend({
  closed: deed
    .extend({
      as: z.enum(['completed', 'not planned', 'duplicate']).default('completed'),
      /** What it is a duplicate of. */
      of: z.number().optional(),
      /** The pull request that closed it. */
      with: z.number().optional(),
    })
    .optional(),
  reopened: deed.optional(),
  blockedBy: z.array(z.union([z.number(), deed.extend({ issue: z.number() })])).default([]),
  parent: z.number().optional(),
  /** A branch that was made for it, with work that nobody has proposed yet. */
  branch: z.strictObject({ name: z.string(), commits: z.array(commit).min(1) }).optional(),
});

export type SampleIssue = z.infer<typeof issue>;
