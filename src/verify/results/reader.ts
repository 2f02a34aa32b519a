// The interface of the readers of test results, and what they share: splitting text into lines, and converting reported tests to records.
// runners/runner.ts uses it too.

import { cleanFailureMessage, cleanLine } from '../../text/clean-output.js';
import type { ResultsFlaw } from '../../text/lang/verify/index.js';
import type { TestRecord } from '../records.js';
import { fileIn, type Places, placeIn, placesOfPackage, withoutRoot } from './places.js';

/** A test as a runner reports it. */
export interface ReportedTest {
  /** From the outermost group to the test's own name. */
  readonly path: readonly string[];
  readonly file?: string | undefined;
  /** Its package's import path; file names in its message are relative to that package. */
  readonly imported?: string | undefined;
  readonly status: TestRecord['status'];
  readonly ms?: number | undefined;
  readonly message?: string | undefined;
  /** The test's line, for failures whose message names no place. */
  readonly line?: number | undefined;
}

/** The tests of one file. */
export interface Results {
  readonly tests: readonly ReportedTest[];
  /** Why the results are not reliable. */
  readonly flaw?: ResultsFlaw | undefined;
  /** What the command prints without crew's options, if the results replaced its output. */
  readonly printed?: string | undefined;
}

/** Reads one result file. */
export interface Reader {
  /** The next chunk of text. */
  take(text: string): void;
  /** The end of the file. Each file has its own reader. */
  end(): Results;
}

export type OpenReader = () => Reader;

/** The most tests of a file. Further tests are ignored. */
export const MAX_TESTS = 200_000;

/** Splits chunks into lines and calls `each` with every line. Very long lines are cut. */
export function byLine(each: (line: string) => void): { take(text: string): void; end(): void } {
  const maxLength = 4_000_000;
  let rest = '';
  return {
    take(text) {
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(0, maxLength);
      for (const line of lines) each(line.endsWith('\r') ? line.slice(0, -1) : line);
    },
    end() {
      if (rest !== '') each(rest);
      rest = '';
    },
  };
}

/** Converts tests to records with unique ids that do not depend on where the repository is. */
export function recordsOf(reported: readonly ReportedTest[], places: Places): readonly TestRecord[] {
  const seen = new Map<string, number>();
  return reported.map((each) => {
    const record = recordOf(each, places);
    const count = (seen.get(record.id) ?? 0) + 1;
    seen.set(record.id, count);
    return count === 1 ? record : { ...record, id: `${record.id} (${count})` };
  });
}

function recordOf({ path, file: named, imported, status, ms, message, line }: ReportedTest, of: Places): TestRecord {
  const places = imported === undefined ? of : placesOfPackage(of, imported);
  const file = named === undefined ? undefined : fileIn(places, named);
  const steps = path.map((part) => cleanLine(withoutRoot(places, part))).filter((part) => part !== '');
  const name = steps.join(' › ') || '(no name)';
  const where = file ?? (of.cwd === '.' ? undefined : of.cwd);
  const failure = status === 'failed' ? failureOf({ message, file, line }, places) : {};
  return {
    id: where === undefined || name === where ? name : `${where} › ${name}`,
    name,
    ...(file === undefined ? {} : { file }),
    status,
    ...(ms === undefined || !Number.isFinite(ms) ? {} : { ms: Math.round(ms * 1000) / 1000 }),
    ...failure,
  };
}

function failureOf(
  of: { message: string | undefined; file: string | undefined; line: number | undefined },
  places: Places,
): Pick<TestRecord, 'message' | 'at'> {
  const message = cleanFailureMessage(of.message ?? '');
  const known = of.file === undefined ? undefined : { file: of.file, line: of.line ?? 1 };
  const at = placeIn(places, message) ?? known;
  return {
    ...(message === '' ? {} : { message: withoutRoot(places, message) }),
    ...(at === undefined ? {} : { at }),
  };
}
