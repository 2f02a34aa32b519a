// Reads the YAML block of a TAP result: message, duration and, from crew's own reporters, file and groups. Used by tap.ts.
import * as z from 'zod';
import type { ReportedTest } from './reader.js';

/** What a block says about its test. */
export type Details = Pick<ReportedTest, 'file' | 'line' | 'ms' | 'message'> & { readonly path?: readonly string[] };

const own = z.object({
  path: z.array(z.string()).min(1).optional(),
  file: z.string().optional(),
  line: z.number().int().positive().optional(),
  ms: z.number().nonnegative().optional(),
  message: z.string().optional(),
});

const MAX_MESSAGE = 20_000;

/** The details of a block. crew's own reporters write one line of JSON, which is valid YAML. Other blocks become the message; only their duration is parsed. */
export function detailsOf(lines: readonly string[]): Details {
  const [first = ''] = lines;
  if (lines.length === 1 && first.trimStart().startsWith('{')) {
    const read = own.safeParse(parsed(first));
    if (read.success) return defined(read.data);
  }
  if (lines.length === 0) return {};
  const text = dedented(lines).slice(0, MAX_MESSAGE);
  const ms = /^duration_ms: ([\d.]{1,20})$/m.exec(text)?.[1];
  return { message: text, ...(ms === undefined ? {} : { ms: Number(ms) }) };
}

function defined(data: z.infer<typeof own>): Details {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}

function dedented(lines: readonly string[]): string {
  const indent = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0),
  );
  return lines.map((line) => line.slice(Number.isFinite(indent) ? indent : 0)).join('\n');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
