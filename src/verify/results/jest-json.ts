// Reads the JSON report of Jest and Vitest.
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

/** A file that failed before its first test counts as a failure itself. */
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
