import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { VerificationRecord } from '../../../src/verify/records.js';
import { fixMessages } from '../../../src/workflows/fix/messages.js';
import type { FixRecords } from '../../../src/workflows/fix/rules/records.js';
import { stuckReport } from '../../../src/workflows/fix/rules/schemas.js';
import { smallestFailure, stuckReportOf, stuckText } from '../../../src/workflows/fix/rules/stuck-report.js';
import { goodRecords, someRecords, stepRecord } from './build.js';
import { unknownClaims } from './unknown-claims.js';

const en = fixMessages('en');
const ja = fixMessages('ja');

const failed = (n: number, steps = [stepRecord({ failed: ['sums all'], passed: ['adds'] })]): VerificationRecord => ({
  ...{ run_id: `v-${n}`, ref: `loop-${n}`, status: 'FAIL', commit: 'a'.repeat(40), dirty: true, ms: 1_000 },
  ...{ startedAt: '2030-01-01T00:00:00Z', artifacts: `/artifacts/v-${n}`, steps },
});

const stuck = (of: Partial<FixRecords> = {}): FixRecords =>
  goodRecords({
    verifications: Array.from({ length: 12 }, (_, n) => failed(n + 1)),
    verifiedDiffs: {},
    counters: { consecutive_failures: 3, total_verify_loops: 12, replans: 3 },
    words: {
      what: '',
      why: '',
      hypotheses: [
        'The test reads the clock of the machine.',
        'All tests pass on my machine.\nThe fixture is older than the code.',
      ],
    },
    ...of,
  });

describe('a stuck report', () => {
  it('is a page for a person', () => {
    expect(stuckText(stuck(), en)).toMatchSnapshot();
    expect(stuckText(stuck(), ja)).toMatchSnapshot();
  });

  it('names every verification of the loop, with where its logs are', () => {
    const text = stuckText(stuck(), en);
    for (let n = 1; n <= 12; n += 1)
      expect(text).toContain(`- Verification ${n} (\`v-${n}\`): logs in \`/artifacts/v-${n}\``);
  });

  it('quotes the Editor’s hypotheses whole', () => {
    expect(stuckReportOf(stuck()).hypotheses).toEqual([
      'The test reads the clock of the machine.',
      'All tests pass on my machine. The fixture is older than the code.',
    ]);
  });

  it('is data as well, for the next attempt, and survives the way there', () => {
    const report = stuckReportOf(stuck());
    expect(stuckReport.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
    expect(report).toMatchObject({
      version: 1,
      failed: Array.from({ length: 12 }, (_, n) => ({ run_id: `v-${n + 1}` })),
      smallest: { command: 'npm test', run_id: 'v-12', log: '/artifacts/v-12/test.log', tests: ['sums all'] },
      tried: { files: ['src/sum.js'] },
    });
  });

  it('is whole and true of whatever records there are, in both languages', () => {
    fc.assert(
      fc.property(someRecords, fc.boolean(), (records, inEnglish) => {
        const say = inEnglish ? en : ja;
        const report = stuckReportOf(records);
        expect(stuckReport.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
        expect(unknownClaims(stuckText(records, say), records)).toEqual([]);
      }),
    );
  });

  it('says so where nothing was changed and nothing was run', () => {
    const text = stuckText(stuck({ diff: undefined, verifications: [], counters: undefined, words: undefined }), en);
    expect(text).toContain('**Stuck.** The model changed nothing.');
    expect(text).not.toContain('The smallest failing command');
    expect(text).not.toContain('git diff');
  });
});

describe('the report of a task that the Editor says cannot be done', () => {
  const why = 'The schema of the old data is not in the repository.';
  const records = stuck({
    ...{ diff: undefined, verifications: [], counters: undefined },
    words: { what: '', why, hypotheses: [why], isImpossible: true },
  });

  it('gives the reason, and as advice only to resolve it', () => {
    const text = stuckText(records, en);
    expect(text).toContain(`The model’s reason (not verified):\n\n> - ${why}`);
    expect(text).toContain('If that has changed, write `/crew fix …` and say what is different.');
    for (const useless of ['hint', 'starts over', 'smaller part']) expect(text).not.toContain(useless);
    const changed = stuckText(stuck({ words: { what: '', why, hypotheses: [why], isImpossible: true } }), en);
    expect(changed.indexOf(why)).toBeLessThan(changed.indexOf('If that has changed'));
    expect(stuckText(records, ja)).toContain('事情が変わったら、`/crew fix …` と書いて、');
  });

  it('lists hypotheses that the Editor gave later below the reason, and not as the reason', () => {
    const guess = 'The table was dropped.';
    const text = stuckText({ ...records, words: { what: '', why, hypotheses: [guess], isImpossible: true } }, en);
    expect(text).toContain(`The model’s reason (not verified):\n\n> - ${why}\n`);
    expect(text.indexOf(guess)).toBeGreaterThan(text.indexOf('If that has changed'));
    expect(stuckText(records, en).split(why)).toHaveLength(2);
  });
});

describe('the smallest failing command', () => {
  const lint = stepRecord({
    step: { name: 'lint', command: 'npm run lint', status: 'FAIL', exit: 2, ms: 5, tests: undefined, log: 'lint.log' },
  });
  const two = stepRecord({ failed: ['a', 'b'], step: { command: 'npm test -w a', ms: 10 } });
  const one = stepRecord({ failed: ['c'], step: { command: 'npm test -w b', ms: 9_000 } });

  it('is of the last run that failed', () => {
    expect(smallestFailure([failed(1), failed(2), { ...failed(3), status: 'INFRA_ERROR', steps: [] }])?.run_id).toBe(
      'v-2',
    );
    expect(smallestFailure([])).toBeNull();
  });

  it('is the one in which the fewest tests fail, else one that names none, the quicker before the slower', () => {
    expect(smallestFailure([failed(1, [lint, two, one])])?.command).toBe('npm test -w b');
    expect(smallestFailure([failed(1, [lint, two])])?.command).toBe('npm test -w a');
    expect(smallestFailure([failed(1, [{ ...lint, ms: 9, command: 'slow' }, lint])])?.command).toBe('npm run lint');
    expect(smallestFailure([failed(1, [stepRecord({ passed: ['a'] }), lint])])?.command).toBe('npm run lint');
  });
});
