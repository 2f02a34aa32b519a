import * as z from 'zod';
import { age } from './age.js';

/** A comment. */
export const text = z.strictObject({ author: z.string(), written: age, body: z.string().trim().min(1) });

/** An event with its actor and time. */
export const deed = z.strictObject({ by: z.string(), when: age });

/** What issues and pull requests have in common. */
export const thread = text.extend({
  title: z.string(),
  labels: z.array(z.string()).default([]),
  assignees: z.array(z.string()).default([]),
  comments: z.array(text).default([]),
  /** The column of its card. Without it, it is not on the board. */
  column: z.string().optional(),
});
