import { parse } from 'yaml';
import * as z from 'zod';

/** Reads one file of the sample. What is wrong in it is said with its name, since the reader will want to open that. */
export function parseFile<Told>(schema: z.ZodType<Told>, file: string, text: string): Told {
  const read = schema.safeParse(parse(text));
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  return read.data;
}
