// What a reader of results is: text in as it comes, tests out at the end. Nothing here knows where the text came from.
import type { Flaw } from '../../text/lang/verify/index.js';
import type { TestRecord } from '../records.js';
import { fileIn, type Places, placeIn, placesOf, withoutRoot } from './places.js';
import { saidInLine, saidOfFailure } from './said.js';

/** A test as a format names it. */
export interface ReportedTest {
  /** From the outermost group to the test's own name. */
  readonly path: readonly string[];
  readonly file?: string | undefined;
  /** The package that it belongs to, as others import it; places in its message are relative to that. */
  readonly imported?: string | undefined;
  readonly status: TestRecord['status'];
  readonly ms?: number | undefined;
  readonly message?: string | undefined;
  /** Where the test stands, for failures whose message names no place. */
  readonly line?: number | undefined;
}

export interface Results {
  readonly tests: readonly ReportedTest[];
  /** What is wrong with them. */
  readonly flaw?: Flaw | undefined;
}

export interface Reader {
  /** A part of the text, cut anywhere. */
  take(text: string): void;
  /** There is no more. A runner may have left several files: each gets a reader. */
  end(): Results;
}

export type OpenReader = () => Reader;

/** More tests than anybody can have; what pretends to have more is not read on. */
export const MOST_TESTS = 200_000;

/** Text by lines, however it is cut. A line longer than any honest one is cut off. */
export function byLine(each: (line: string) => void): { take(text: string): void; end(): void } {
  const longest = 4_000_000;
  let rest = '';
  return {
    take(text) {
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(0, longest);
      for (const line of lines) each(line.endsWith('\r') ? line.slice(0, -1) : line);
    },
    end() {
      if (rest !== '') each(rest);
      rest = '';
    },
  };
}

/** Tests as records: names that are stable wherever the repository lies, and unique. */
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
  const places = imported === undefined ? of : placesOf(of, imported);
  const file = named === undefined ? undefined : fileIn(places, named);
  const steps = path.map((part) => saidInLine(withoutRoot(places, part))).filter((part) => part !== '');
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
  const message = saidOfFailure(of.message ?? '');
  const known = of.file === undefined ? undefined : { file: of.file, line: of.line ?? 1 };
  const at = placeIn(places, message) ?? known;
  return {
    ...(message === '' ? {} : { message: withoutRoot(places, message) }),
    ...(at === undefined ? {} : { at }),
  };
}
