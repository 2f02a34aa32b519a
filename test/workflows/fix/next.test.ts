import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { next, type Verdict } from '../../../src/workflows/fix/rules/debug-loop.js';

/** The specification's own sentences, read a second time and written down another way: as a loop over mutable numbers. */
function asTheSpecificationSays(history: readonly Verdict[]) {
  let [consecutive, total, replans] = [0, 0, 0];
  let says = 'again';
  for (const verdict of history.filter((each) => each !== 'INFRA_ERROR')) {
    total += 1;
    says = 'again';
    if (verdict === 'FAIL') {
      consecutive += 1;
      const hardStop = total === 12;
      if (hardStop) return { is: 'stop', consecutive, total, replans };
      if (consecutive === 3) {
        [says, consecutive] = ['replan', 0];
        replans += 1;
      }
    } else {
      [says, consecutive, total] = ['done', 0, 0];
    }
  }
  return { is: history.at(-1) === 'INFRA_ERROR' ? 'again' : says, consecutive, total, replans };
}

const told = (history: readonly Verdict[]) => {
  const { is, counters } = next(history);
  const { consecutive_failures: consecutive, total_verify_loops: total, replans } = counters;
  return { is, consecutive, total, replans };
};

const fails = (count: number): readonly Verdict[] => Array.from({ length: count }, () => 'FAIL');

/** Every sequence of PASS and FAIL of a length, as the digits of a number. */
const everySequence = (length: number): readonly (readonly Verdict[])[] =>
  Array.from({ length: 2 ** length }, (_, number) =>
    Array.from({ length }, (_, bit) => ((number >> bit) & 1 ? 'PASS' : 'FAIL')),
  );

describe('what is next in the debug loop', () => {
  it('tells the example of the specification, attempt by attempt', () => {
    const scenario = [
      { is: 'again', consecutive: 1, total: 1, replans: 0 },
      { is: 'again', consecutive: 2, total: 2, replans: 0 },
      { is: 'replan', consecutive: 0, total: 3, replans: 1 },
      { is: 'again', consecutive: 1, total: 4, replans: 1 },
      { is: 'again', consecutive: 2, total: 5, replans: 1 },
      { is: 'replan', consecutive: 0, total: 6, replans: 2 },
      { is: 'again', consecutive: 1, total: 7, replans: 2 },
      { is: 'again', consecutive: 2, total: 8, replans: 2 },
      { is: 'replan', consecutive: 0, total: 9, replans: 3 },
      { is: 'again', consecutive: 1, total: 10, replans: 3 },
      { is: 'again', consecutive: 2, total: 11, replans: 3 },
      { is: 'stop', consecutive: 3, total: 12, replans: 3 },
    ];
    expect(scenario.map((_, attempt) => told(fails(attempt + 1)))).toEqual(scenario);
  });

  it('begins with nothing counted', () => {
    expect(told([])).toEqual({ is: 'again', consecutive: 0, total: 0, replans: 0 });
  });

  it('is done with a green at the very last attempt', () => {
    expect(told([...fails(11), 'PASS'])).toEqual({ is: 'done', consecutive: 0, total: 0, replans: 3 });
  });

  it('agrees with a second reading of the specification on all sequences up to fourteen attempts', () => {
    for (let length = 0; length <= 14; length += 1) {
      const wrong = everySequence(length).filter(
        (history) => JSON.stringify(told(history)) !== JSON.stringify(asTheSpecificationSays(history)),
      );
      expect(wrong).toEqual([]);
    }
  });

  it('agrees with it where attempts could not run at all', () => {
    const verdict = fc.constantFrom<Verdict>('FAIL', 'FAIL', 'FAIL', 'PASS', 'INFRA_ERROR');
    fc.assert(
      fc.property(fc.array(verdict, { maxLength: 30 }), (history) => {
        // Behind a stop nothing follows, so the second reading ends there as well.
        const stop = history.findIndex((_, n) => asTheSpecificationSays(history.slice(0, n + 1)).is === 'stop');
        const lived = stop < 0 ? history : history.slice(0, stop + 1);
        expect(told(history)).toEqual(asTheSpecificationSays(lived));
      }),
      { numRuns: 2_000 },
    );
  });

  it('counts no attempt that could not run', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<Verdict>('FAIL', 'PASS', 'INFRA_ERROR'), { maxLength: 20 }), (history) => {
        const counted = history.filter((each) => each !== 'INFRA_ERROR');
        expect(next(history).counters).toEqual(next(counted).counters);
      }),
    );
  });

  it('never lets more than twelve attempts fail between two greens, and never asks for a fourth new plan', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<Verdict>('FAIL', 'FAIL', 'INFRA_ERROR'), { maxLength: 40 }), (history) => {
        const { is, counters } = next(history);
        expect(counters.total_verify_loops).toBeLessThanOrEqual(12);
        expect(counters.replans).toBeLessThanOrEqual(3);
        expect(is === 'stop').toBe(counters.total_verify_loops === 12);
      }),
    );
  });
});
