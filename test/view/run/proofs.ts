// What the work of a fix writes beside its agents' turns: an estimate, verifications, a comparison, findings, the change.
import type { RunHistory, Step } from '../../../src/ports/run.js';
import { iso } from '../../../src/runs/record.js';
import type { Comparison, StepRecord, TamperFinding, VerificationRecord } from '../../../src/verify/records.js';

export const check = (of: Partial<StepRecord> = {}): StepRecord => ({
  ...{ name: 'test', command: 'npm test', cwd: '.', status: 'PASS', exit: 0, ended: 'itself', ms: 4210 },
  ...{ log: '02-test.log', sha256: 'a'.repeat(64), format: 'node-tap' },
  ...of,
});

export const verification = (
  ref: VerificationRecord['ref'],
  status: VerificationRecord['status'],
  steps: readonly StepRecord[],
): VerificationRecord => ({
  ...{ run_id: `20261118T120000Z-${ref}`, status, ref, commit: 'c0ffee', dirty: ref !== 'baseline', steps },
  ...{ startedAt: '2026-11-18T12:00:00.000Z', ms: 6400, artifacts: '/srv/artifacts' },
});

const lint = check({
  name: 'lint',
  command: 'npm run lint -- --max-warnings 0',
  ms: 1840,
  log: '01-lint.log',
  format: 'exit',
});
const failed = check({
  status: 'FAIL',
  exit: 1,
  tests: [
    { id: 'test/parse.test.js › reads a date', name: 'reads a date', status: 'passed' },
    {
      id: 'test/parse.test.js › an impossible date is none',
      name: 'an impossible date is none',
      status: 'failed',
      message: 'Expected a RangeError, and 2 March came.',
      at: { file: 'test/impossible.test.js', line: 4 },
    },
  ],
  tail: '✖ an impossible date is none\n  Expected: RangeError\n  Received: 2026-03-02T00:00:00.000Z\n    at test/impossible.test.js:4:3',
});

export const comparison: Comparison = {
  verdict: 'better',
  reasons: ['1 failed on base and passes on head.'],
  because: [{ kind: 'fixed', names: ['test/parse.test.js › reads a date east of Greenwich'] }],
  fixed: ['test/parse.test.js › reads a date east of Greenwich'],
  broken: [],
  before: ['test/zone.test.js › knows Lord Howe Island'],
  flaky: [],
  added: ['test/impossible.test.js › an impossible date is none'],
  removed: [],
  refused: [],
  silenced: [],
  unknown: [],
};

export const tamper: readonly TamperFinding[] = [
  {
    file: 'test/parse.test.js',
    kind: 'assertion-weakened',
    line: 12,
    weight: 'blocks',
    why: 'toEqual became toBeDefined.',
  },
];

export const DIFF = `diff --git a/src/parse.js b/src/parse.js
index 3f1c0de..9a7b2c1 100644
--- a/src/parse.js
+++ b/src/parse.js
@@ -1,5 +1,6 @@
 /** Reads a date as people write it. */
 export function parseDate(text) {
   const [year, month, day] = text.split('-').map(Number);
-  return new Date(year, month - 1, day);
+  if (![year, month, day].every(Number.isInteger)) throw new RangeError(\`no date: \${text}\`);
+  return new Date(Date.UTC(year, month - 1, day));
 }
diff --git a/test/impossible.test.js b/test/impossible.test.js
new file mode 100644
index 0000000..5e1f309
--- /dev/null
+++ b/test/impossible.test.js
@@ -0,0 +1,3 @@
+test('an impossible date is none', () => {
+  expect(() => parseDate('2026-02-30')).toThrow(RangeError);
+});
`;

type Made = Pick<Step, 'name' | 'value'>;

const step = (name: string, value: unknown): Made => ({ name, value });

const BEFORE: readonly Made[] = [
  step('estimate', { low: 0.02, high: 0.3 }),
  step('verification baseline', verification('baseline', 'PASS', [lint, check({ ms: 3900 })])),
];

const AFTER: readonly Made[] = [
  step('verification loop-1', verification('loop-1', 'FAIL', [lint, failed])),
  step('counters 1', { consecutive_failures: 1, total_verify_loops: 1, replans: 0 }),
  step('verification loop-2', verification('loop-2', 'PASS', [lint, check()])),
  step('counters 2', { consecutive_failures: 0, total_verify_loops: 0, replans: 0 }),
  step('comparison', comparison),
  step('tamper', tamper),
  step('diff', {
    base: 'c0ffee00c0ffee',
    sha256: 'd1ff'.repeat(16),
    files: ['src/parse.js', 'test/impossible.test.js'],
    text: DIFF,
  }),
];

/** The same run, as if it had been verified, too. */
export function withProofs({ record, steps }: RunHistory): RunHistory {
  const first = steps.slice(0, FIRST);
  const began = first.at(-1)?.at ?? 0;
  const last = steps.at(-1)?.at ?? 0;
  const { end } = record;
  return {
    record: end ? { ...record, end: { ...end, at: iso(Date.parse(end.at) + 60_000) } } : record,
    steps: [
      ...first,
      ...BEFORE.map((each) => ({ ...each, began, at: began })),
      ...steps.slice(FIRST),
      ...AFTER.map((each, n) => ({ ...each, began: last + 5000 * n, at: last + 5000 * (n + 1) })),
    ],
  };
}

/** Settings and allowance come before everything. */
const FIRST = 2;
