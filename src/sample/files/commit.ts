import * as z from 'zod';
import { age } from './age.js';

/** A commit: what it says, and what it does, as `git diff` shows it. */
export const commit = z.strictObject({ written: age, message: z.string().trim().min(1), patch: z.string().min(1) });

/** One that somebody put on the default branch without asking anybody. */
export const pushed = commit.extend({ author: z.string() });

export type SampleCommit = z.infer<typeof commit>;
export type SamplePush = z.infer<typeof pushed>;
