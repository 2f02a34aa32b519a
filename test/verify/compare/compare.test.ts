import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compare, say } from '../../../src/verify/compare/index.js';
import type { StepRecord, TestRecord, VerificationRecord } from '../../../src/verify/records.js';
import { recordOf } from './notation.js';

const testRecord = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  name: fc.constant('n'),
  status: fc.constantFrom<TestRecord['status']>('passed', 'failed', 'skipped'),
});

const stepRecord: fc.Arbitrary<StepRecord> = fc
  .record({
    name: fc.constantFrom('lint', 'test'),
    tests: fc.option(fc.array(testRecord, { maxLength: 6 }), { nil: undefined }),
    status: fc.constantFrom<StepRecord['status']>('PASS', 'FAIL', 'INFRA_ERROR'),
    ended: fc.constantFrom<StepRecord['ended']>('itself', 'itself', 'time-out', 'signal', 'cancelled', 'not started'),
  })
  .map((some) => ({ command: 'x', cwd: '.', exit: 0, ms: 1, log: '', sha256: '', format: 'tap' as const, ...some }));

const record: fc.Arbitrary<VerificationRecord> = fc
  .array(stepRecord, { maxLength: 3 })
  .map((steps) => ({ ...recordOf([]), steps }));
const records = fc.array(record, { maxLength: 2 });

const has = (of: VerificationRecord, wanted: 'passed' | 'failed', id: string): boolean =>
  of.steps.some((step) => step.tests?.some((test) => test.id === id && test.status === wanted));

const idOf = (name: string): string => name.replace(/^.*: /, '').replace(/ \(\d+\)$/, '');

describe('whatever the records say', () => {
  it('nothing is called fixed that was not seen to fail on base and to pass on head', () => {
    fc.assert(
      fc.property(record, record, records, records, (base, head, more, again) => {
        const { fixed } = compare({ base, head, again: { base: more, head: again } });
        for (const name of fixed.filter((each) => !/^step /.test(each))) {
          expect([name, has(base, 'failed', idOf(name)), has(head, 'passed', idOf(name))]).toEqual([name, true, true]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a name stands in one list at most', () => {
    fc.assert(
      fc.property(record, record, (base, head) => {
        const { fixed, broken, before, flaky, added, removed, refused, silenced, unknown } = compare({ base, head });
        const all = [fixed, broken, before, flaky, added, removed, refused, silenced, unknown].flat();
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  it('a record against itself is never better nor worse', () => {
    fc.assert(
      fc.property(record, (one) => {
        expect(['same', 'unknown']).toContain(compare({ base: one, head: one }).verdict);
      }),
    );
  });

  it('a later contradiction takes a claim back, and never makes one', () => {
    fc.assert(
      fc.property(record, record, records, records, (base, head, more, again) => {
        const before = compare({ base, head });
        const after = compare({ base, head, again: { base: more, head: again } });
        for (const list of ['fixed', 'broken', 'refused'] as const)
          for (const name of after[list]) expect(before[list]).toContain(name);
      }),
    );
  });

  it('"better" needs something fixed, "worse" something that fails on head', () => {
    fc.assert(
      fc.property(record, record, (base, head) => {
        const { verdict, fixed, broken, refused } = compare({ base, head });
        if (verdict === 'better') expect([fixed.length > 0, broken, refused]).toEqual([true, [], []]);
        if (verdict === 'worse') expect(broken.length + refused.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('reasons', () => {
  const compared = compare({
    base: recordOf(['lint+', 'test: a- b+ c+ d+ e+', 'e2e+']),
    head: recordOf(['lint !time-out', 'test: a+ b- c- d- e-', 'e2e ?no browser here.']),
  });

  it('name what broke before what was fixed, and no more than three of a kind', () => {
    expect(compared.reasons.slice(0, 2)).toEqual([
      '5 passed on base and failed on head: step lint, b, c, and 2 more.',
      '1 failed on base and passed on head: a.',
    ]);
  });

  it('say what could not be run and what did not end by itself', () => {
    expect(compared.reasons).toContain('`e2e` could not run on head: no browser here.');
    expect(compared.reasons).toContain('`lint` did not finish on head: it reached the time limit.');
  });

  it('are there in Japanese', () => {
    expect(compared.because.map((reason) => say(reason, 'ja'))[0]).toBe(
      'ベースで成功し、変更後に失敗: 5 件（step lint, b, c ほか 2 件）。',
    );
  });

  it('never let a run without tests pass for one whose tests pass', () => {
    expect(compare({ base: recordOf(['lint+']), head: recordOf(['lint+']) }).reasons).toContain(
      'No tests ran on head.',
    );
  });

  it('say of a pair that it may have been renamed', () => {
    const { because } = compare({
      base: recordOf(['test: "reads a file"+']),
      head: recordOf(['test: "reads the file"+']),
    });
    expect(because).toContainEqual({ kind: 'renamed', pairs: [['reads a file', 'reads the file']] });
  });
});

/** A record whose steps are there to run tests, or lack a tool. */
const withSteps = (notation: readonly string[], more: readonly Partial<StepRecord>[]): VerificationRecord => {
  const record = recordOf(notation);
  return { ...record, steps: record.steps.map((step, n) => ({ ...step, ...more[n] })) };
};

describe('a step that is there to run tests', () => {
  const testing = { testing: true } as const;
  const mute = withSteps(['test-'], [testing]);

  it('and never told of one does not say, where it fails on both sides, that nothing broke', () => {
    const compared = compare({ base: mute, head: mute });
    expect([compared.verdict, compared.unknown, compared.before]).toEqual(['unknown', ['step test'], []]);
  });

  it('does say so where it told of its tests on one side', () => {
    const told = withSteps(['test: a- b+'], [testing]);
    expect(compare({ base: told, head: told })).toMatchObject({ verdict: 'same', before: ['a'] });
  });

  it('is another thing than a linter, which fails as it did', () => {
    const both = withSteps(['lint-', 'test: a+'], [{}, testing]);
    expect(compare({ base: both, head: both })).toMatchObject({ verdict: 'same', before: ['step lint'] });
  });
});

describe('a tool that is missing on head alone', () => {
  const noTool = { reason: { is: 'no-tool', name: 'go' } } as const;
  const head = withSteps(['test ?no go'], [noTool]);

  it('is a failure of the step that asks for it', () => {
    expect(compare({ base: recordOf(['test: a+']), head })).toMatchObject({ verdict: 'worse', broken: ['step test'] });
    const again = { base: [recordOf(['test: a+'])], head: [head] };
    expect(compare({ base: recordOf(['test: a+']), head, again }).broken).toEqual(['step test']);
  });

  it('says nothing of the change where base lacks it too, or something else could not run on head', () => {
    expect(compare({ base: head, head }).verdict).toBe('unknown');
    const [install, test] = ['install ?its host was refused', 'test ?no go'];
    const unprepared = withSteps([install, test], [{}, noTool]);
    expect(compare({ base: recordOf(['test: a+']), head: unprepared })).toMatchObject({
      verdict: 'unknown',
      broken: [],
    });
  });
});

describe('a suite of 20,000 tests that moved as a whole', () => {
  it('is compared, every test with its namesake', () => {
    const names = (file: string) => Array.from({ length: 20_000 }, (_, n) => `"${file} > test ${n}"+`).join(' ');
    const compared = compare({ base: recordOf([`test: ${names('a')}`]), head: recordOf([`test: ${names('b')}`]) });
    expect([compared.verdict, compared.removed.length]).toEqual(['same', 20_000]);
  });
});
