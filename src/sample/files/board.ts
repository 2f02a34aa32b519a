import * as z from 'zod';
import { age } from './age.js';
import { deed } from './text.js';

/** The project board: its columns, and what stands on it beside issues and pull requests. */
export const board = z.strictObject({
  title: z.string(),
  made: age,
  columns: z.array(z.string()).min(1),
  notes: z.array(deed.extend({ title: z.string(), body: z.string(), column: z.string() })).default([]),
  /** Cards that were put away, by number. */
  away: z.array(z.number()).default([]),
});

export type SampleBoard = z.infer<typeof board>;
