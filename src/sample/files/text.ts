import * as z from 'zod';
import { age } from './age.js';

/** Something that somebody wrote. */
export const text = z.strictObject({ author: z.string(), written: age, body: z.string().trim().min(1) });

/** Something that somebody did. */
export const deed = z.strictObject({ by: z.string(), when: age });

/** What issues and pull requests have in common. */
export const thread = text.extend({
  title: z.string(),
  labels: z.array(z.string()).default([]),
  assignees: z.array(z.string()).default([]),
  comments: z.array(text).default([]),
  /** Where its card stands; without one it is not on the board. */
  column: z.string().optional(),
});
