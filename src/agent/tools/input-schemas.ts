// Schemas that the inputs of several tools share, also of the tools in src/workflows/fix/scouts.ts. Every text has a maximum length.
import * as z from 'zod';

export const path = z.string().min(1).max(4_096).describe('a path relative to the root of the tree');

/** A short text, such as a pattern or a question. */
export const phrase = (max: number) => z.string().min(1).max(max);

/** The content of a file, without NUL characters. */
export const content = z
  .string()
  .max(1_000_000)
  .refine((text) => !text.includes('\0'), 'a text holds no NUL')
  .refine((text) => !/\p{Cs}/u.test(text), 'half of a character; send it whole');

export const count = (max: number) => z.int().min(1).max(max);
