import * as z from 'zod';
import { age } from './age.js';

/** A commit: its message, and its change as a patch. */
export const commit = z.strictObject({ written: age, message: z.string().trim().min(1), patch: z.string().min(1) });

/** A commit that was pushed to the default branch without a pull request. */
export const pushed = commit.extend({ author: z.string() });

export type SampleCommit = z.infer<typeof commit>;
export type SamplePush = z.infer<typeof pushed>;
