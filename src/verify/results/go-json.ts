// Reads `go test -json`: one event per line. The event pass, fail or skip ends a test; the events with its output come before. Used by the runner
// `go`.
import { byLine, MAX_TESTS, type Reader, type ReportedTest } from './reader.js';

interface GoEvent {
  readonly Action?: unknown;
  readonly Package?: unknown;
  readonly ImportPath?: unknown;
  readonly Test?: unknown;
  readonly Elapsed?: unknown;
  readonly Output?: unknown;
}

const ENDS: Readonly<Record<string, ReportedTest['status']>> = { pass: 'passed', fail: 'failed', skip: 'skipped' };
/** The most characters of a test's output, and of the log. */
const MAX_OUTPUT = 20_000;
const MAX_LOG = 2_000_000;

/** Reads the events of `go test -json`, and collects what `go test` prints: the packages, and the output of failed tests. */
export function readGoJson(): Reader {
  const tests: ReportedTest[] = [];
  const printed = new Map<string, string>();
  const failedIn = new Set<string>();
  let unreadableLines = 0;
  let log = '';
  const print = (text: string) => {
    if (log.length < MAX_LOG) log += text;
  };

  const add = (event: GoEvent) => {
    const group = textOf(event.Package) || textOf(event.ImportPath).replace(/ \[.*$/, '');
    const test = textOf(event.Test);
    const key = `${group}\0${test}`;
    const action = textOf(event.Action);
    if (action === 'output' || action === 'build-output') {
      if (test === '') print(textOf(event.Output));
      const before = printed.get(key) ?? '';
      if (before.length < MAX_OUTPUT) printed.set(key, before + textOf(event.Output));
      return;
    }
    const status = ENDS[action];
    if (status === undefined || tests.length >= MAX_TESTS) return;
    if (test !== '') {
      if (status === 'failed') {
        failedIn.add(group);
        print(printed.get(key) ?? '');
      }
      tests.push({
        path: [group, ...test.split('/')],
        imported: group,
        status,
        ms: msOf(event.Elapsed),
        message: printed.get(key),
      });
    } else if (status === 'failed' && !failedIn.has(group)) {
      // The package itself: it did not build, or crashed outside a test.
      tests.push({ path: [group], imported: group, status, ms: msOf(event.Elapsed), message: printed.get(key) });
    }
    printed.delete(key);
  };

  const lines = byLine((line) => {
    if (line.trim() === '') return;
    const event = eventOf(line);
    if (event) add(event);
    else unreadableLines += 1;
  });
  return {
    take: lines.take,
    end() {
      lines.end();
      const flaw = tests.length === 0 && unreadableLines > 0 ? 'unreadable' : undefined;
      return { tests: withoutParents(tests), flaw, printed: log };
    },
  };
}

/** Leaves out tests with subtests, since the subtests are listed. One that failed although its subtests passed stays. */
function withoutParents(tests: readonly ReportedTest[]): readonly ReportedTest[] {
  const parents = new Set<string>();
  const withFailed = new Set<string>();
  for (const { path, status } of tests) {
    for (let length = path.length - 1; length > 1; length -= 1) {
      const parent = path.slice(0, length).join('\0');
      parents.add(parent);
      if (status === 'failed') withFailed.add(parent);
    }
  }
  return tests.filter(({ path, status }) => {
    const key = path.join('\0');
    return !parents.has(key) || (status === 'failed' && !withFailed.has(key));
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const msOf = (value: unknown): number | undefined => (typeof value === 'number' ? value * 1000 : undefined);

function eventOf(line: string): GoEvent | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as GoEvent;
  } catch {
    return undefined;
  }
}
