// Reads the JSON reports of Jest, Vitest and RSpec. Used by these runners.
import * as z from 'zod';
import type { Reader, ReportedTest, Results } from './reader.js';

const assertion = z.object({
  ancestorTitles: z.array(z.string()).default([]),
  title: z.string(),
  status: z.string(),
  duration: z.number().nullish(),
  failureMessages: z.array(z.string()).nullish(),
  location: z.object({ line: z.number() }).nullish(),
});

const suite = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().nullish(),
  assertionResults: z.array(assertion).default([]),
});

const jestReport = z.object({ testResults: z.array(suite) });

const STATUSES: Readonly<Record<string, ReportedTest['status']>> = { passed: 'passed', failed: 'failed' };

/** Reads the report of Jest or Vitest. */
export function readJestJson(): Reader {
  const parts: string[] = [];
  return { take: (text) => void parts.push(text), end: () => jestResults(parts.join('')) };
}

function jestResults(text: string): Results {
  const read = jestReport.safeParse(parsed(text));
  if (!read.success) return { tests: [], flaw: 'unreadable' };
  return { tests: read.data.testResults.flatMap(testsOf) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The tests of a file. A file that failed without a failed test, such as by a syntax error, counts as a failed test itself. */
function testsOf({ name, status, message, assertionResults }: z.infer<typeof suite>): readonly ReportedTest[] {
  const failed = assertionResults.some((each) => each.status === 'failed');
  const whole: ReportedTest[] =
    status === 'failed' && !failed ? [{ path: [name], file: name, status: 'failed', message: message ?? '' }] : [];
  return [
    ...whole,
    ...assertionResults.map(
      (each): ReportedTest => ({
        path: [...each.ancestorTitles, each.title],
        file: name,
        status: STATUSES[each.status] ?? 'skipped',
        ms: each.duration ?? undefined,
        message: each.failureMessages?.join('\n') || undefined,
        line: each.location?.line,
      }),
    ),
  ];
}

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

/** Reads RSpec's JSON report. */
export function readRspecJson(): Reader {
  const parts: string[] = [];
  return { take: (text) => void parts.push(text), end: () => rspecResults(parts.join('')) };
}

function rspecResults(text: string): Results {
  const read = rspecReport.safeParse(parsed(text));
  if (!read.success) return { tests: [], flaw: 'unreadable' };
  return { tests: read.data.examples.map(exampleTest) };
}

function exampleTest({
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
