// Reads the output of `cargo test`. Its test harness has no stable machine format, so test names come from the output, and their number must match
// the printed counts. Used by the runner `cargo`.
import { byLine, MAX_TESTS, type Reader, type ReportedTest } from './reader.js';

const BEGINS = /^running (\d+) tests?$/;
const TEST = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)(?:, .*)?$/;
const OUTPUT = /^---- (.+) stdout ----$/;
const ENDS = /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored;/;

const STATUSES: Readonly<Record<string, ReportedTest['status']>> = {
  ok: 'passed',
  FAILED: 'failed',
  ignored: 'skipped',
};
const MAX_OUTPUT = 20_000;

interface Named {
  /** As it was printed. */
  readonly name: string;
  readonly status: ReportedTest['status'];
}

/** Reads the output of one test binary after another. */
export function readLibtest(): Reader {
  const reported: Named[] = [];
  const printed = new Map<string, string>();
  /** The test binary whose tests are being read. */
  let open: { readonly planned: number; readonly from: number } | undefined;
  /** The test whose output is being read. */
  let about: string | undefined;
  let isWrong = false;

  const line = (text: string) => {
    const begins = BEGINS.exec(text);
    const test = TEST.exec(text);
    const output = OUTPUT.exec(text);
    const ends = ENDS.exec(text);
    if (begins) {
      isWrong ||= open !== undefined;
      open = { planned: Number(begins[1]), from: reported.length };
    } else if (open && test && about === undefined && reported.length < MAX_TESTS)
      reported.push({ name: test[1] ?? '', status: STATUSES[test[2] ?? ''] ?? 'failed' });
    else if (output) about = output[1];
    else if (ends) {
      const own = reported.slice(open?.from ?? reported.length);
      const count = (status: ReportedTest['status']) => own.filter((each) => each.status === status).length;
      isWrong ||=
        !open ||
        own.length !== open.planned ||
        count('passed') !== Number(ends[1]) ||
        count('failed') !== Number(ends[2]);
      open = undefined;
      about = undefined;
    } else if (/^(?:failures:)?$/.test(text.trim()) && !/^\s*$/.test(text)) about = undefined;
    else if (about !== undefined) printed.set(about, `${printed.get(about) ?? ''}${text}\n`.slice(0, MAX_OUTPUT));
  };
  const lines = byLine(line);
  return {
    take: lines.take,
    end() {
      lines.end();
      const tests = inLineOrder(reported).map(({ name, status }): ReportedTest => {
        const message = status === 'failed' ? printed.get(name) : undefined;
        const path = name.replace(LINE, '').split('::');
        return { path, status, ...(message === undefined ? {} : { message }) };
      });
      return { tests, ...(isWrong ? { flaw: 'not adding up' as const } : open ? { flaw: 'cut off' as const } : {}) };
    },
  };
}

/** Matches the line in the name of a documentation test. It is left out of the name, because it changes with every line above. */
const LINE = / \(line (\d+)\)/;

/** The tests with the documentation tests of each item in the order of their lines, because only the order tells these apart. */
function inLineOrder(tests: readonly Named[]): readonly Named[] {
  const groups = new Map<string, Named[]>();
  for (const test of tests) {
    const key = test.name.replace(LINE, '');
    groups.set(key, [...(groups.get(key) ?? []), test]);
  }
  const lineOf = ({ name }: Named): number => Number(LINE.exec(name)?.[1] ?? 0);
  return [...groups.values()].flatMap((group) => group.sort((a, b) => lineOf(a) - lineOf(b)));
}
