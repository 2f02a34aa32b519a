// Reads RSpec's JSON report.
import * as z from 'zod';
import type { Reader, ReportedTest, Results } from './reader.js';

const example = z.object({
  description: z.string(),
  full_description: z.string(),
  status: z.string(),
  file_path: z.string().optional(),
  line_number: z.number().optional(),
  run_time: z.number().nullish(),
  exception: z.object({ class: z.string(), message: z.string(), backtrace: z.array(z.string()).nullish() }).nullish(),
});

const rspecReport = z.object({
  examples: z.array(example),
  summary: z.object({ errors_outside_of_examples_count: z.number().optional() }).optional(),
});

const STATUSES: Readonly<Record<string, ReportedTest['status']>> = { passed: 'passed', failed: 'failed' };

/** Reads RSpec's JSON report. */
export function readRspecJson(): Reader {
  const parts: string[] = [];
  return { take: (text) => void parts.push(text), end: () => rspecResults(parts.join('')) };
}

function rspecResults(text: string): Results {
  const read = rspecReport.safeParse(parsed(text));
  if (!read.success) return { tests: [], flaw: 'unreadable' };
  return { tests: read.data.examples.map(reportedTest) };
}

function reportedTest({
  full_description,
  status,
  file_path,
  line_number,
  run_time,
  exception,
}: z.infer<typeof example>): ReportedTest {
  const message = exception && [`${exception.class}: ${exception.message}`, ...(exception.backtrace ?? [])].join('\n');
  return {
    path: [full_description],
    file: file_path,
    status: STATUSES[status] ?? 'skipped',
    ms: run_time == null ? undefined : run_time * 1000,
    line: line_number,
    message: message ?? undefined,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
