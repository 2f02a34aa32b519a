import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decideGate, type Round, THRESHOLDS } from '../../../src/workflows/write/rules/gate.js';
import {
  averageOf,
  batchesOf,
  keyOf,
  REVIEWERS,
  reviewAnswer,
  reviewersOf,
  roundedToTenth,
} from '../../../src/workflows/write/rules/reviewers.js';

const all = (score: number, of: Record<string, number> = {}): Record<string, number> => ({
  ...Object.fromEntries(REVIEWERS.map((name) => [name, score])),
  ...of,
});

const round = (of: Partial<Round> = {}): Round => ({
  ...{ round: 1, scores: all(7.2), expected: REVIEWERS, criticals: 0, previous: null, polish: false },
  ...of,
});

describe('the quality gate at its boundaries', () => {
  const rows: readonly [string, Partial<Round>, string, string][] = [
    ['every score 7.0', { scores: all(7) }, 'pass', 'pass'],
    ['a reviewer at exactly 6.5', { scores: all(7.2, { Voice: 6.5 }) }, 'pass', 'pass'],
    ['a reviewer at 6.4', { scores: all(7.2, { Voice: 6.4 }) }, 'revise', 'fail'],
    ['an average of exactly 7.00', { scores: all(7, { Voice: 6.5, Lens: 7.5 }) }, 'pass', 'pass'],
    ['an average of 6.99', { scores: all(7, { Voice: 6.9 }) }, 'revise', 'fail'],
    ['an average of 6.995, which rounds up to 7.00', { scores: all(7, { Voice: 6.96 }) }, 'pass', 'pass'],
    ['a critical issue', { criticals: 1 }, 'revise', 'fail'],
    ['a missing reviewer', { scores: { Plotter: 9 } }, 'revise', 'fail'],
    ['no review at all', { scores: {} }, 'revise', 'fail'],
    ['failing in round 4', { round: 4, scores: all(6) }, 'revise', 'fail'],
    ['failing in round 5', { round: 5, scores: all(6) }, 'force_pass', 'force_pass'],
    ['failing after the last round', { round: 6, scores: all(6) }, 'force_pass', 'force_pass'],
    ['missing in round 5', { round: 5, scores: { Plotter: 9 } }, 'force_pass', 'force_pass'],
    ['critical in round 5', { round: 5, criticals: 2 }, 'force_pass', 'force_pass'],
    ['passing in round 5', { round: 5, previous: 6 }, 'pass', 'pass'],
    ['an improvement of 0.29', { previous: 6.91 }, 'converged', 'pass'],
    ['an improvement of exactly 0.30', { previous: 6.9 }, 'pass', 'pass'],
    ['a passing round that got worse', { previous: 8 }, 'converged', 'pass'],
    ['a failing round without improvement', { previous: 6, scores: all(6) }, 'revise', 'fail'],
    ['polish in the first round', { polish: true }, 'pass', 'pass'],
    ['polish with an improvement of 0.30', { polish: true, previous: 6.9, round: 2 }, 'continue_review', 'pass'],
    ['polish with an improvement of 0.29', { polish: true, previous: 6.91, round: 2 }, 'converged', 'pass'],
    ['polish in the last round', { polish: true, previous: 6.9, round: 5 }, 'pass', 'pass'],
    ['polish and failing', { polish: true, previous: 5, round: 2, scores: all(6) }, 'revise', 'fail'],
  ];
  it.each(rows)('decides %s', (_, of, action, gate) => {
    const verdict = decideGate(round(of));
    expect([verdict.action, verdict.gate]).toEqual([action, gate]);
    expect(verdict.isFinished).toBe(['pass', 'converged', 'force_pass'].includes(action));
  });

  it('names every reason of a failure', () => {
    const { Voice: _, ...scores } = all(6.6, { Lens: 6.4 });
    expect(decideGate(round({ scores, criticals: 2 })).reason).toBe(
      'Lens < 6.5; Voice missing; Average 6.57 < 7.0; 2 critical open',
    );
  });

  it('takes its thresholds from the configuration', () => {
    const thresholds = { ...THRESHOLDS, min_overall: 8, min_each: 5, max_rounds: 2, min_improvement: 1 };
    expect(decideGate(round({ scores: all(7.9, { Lens: 5 }) }), thresholds).action).toBe('revise');
    expect(decideGate(round({ scores: all(9, { Lens: 5 }), previous: 7.6 }), thresholds).action).toBe('converged');
    expect(decideGate(round({ scores: all(7), round: 2 }), thresholds).action).toBe('force_pass');
  });
});

const score = fc.integer({ min: 0, max: 100 }).map((n) => n / 10);
const anyRound = fc.record({
  round: fc.integer({ min: 1, max: 6 }),
  scores: fc.dictionary(fc.constantFrom(...REVIEWERS), score),
  expected: fc.constant(REVIEWERS),
  criticals: fc.integer({ min: 0, max: 2 }),
  previous: fc.option(score),
  polish: fc.boolean(),
});

describe('the quality gate, whatever comes', () => {
  it('passes a chapter only when nothing fails, or as a forced pass in the last round', () => {
    fc.assert(
      fc.property(anyRound, (of) => {
        const verdict = decideGate(of);
        const scores = Object.values(of.scores);
        const isGood =
          scores.length === REVIEWERS.length &&
          scores.every((each) => each >= 6.5) &&
          (averageOf(scores) ?? 0) >= 7 &&
          of.criticals === 0;
        expect(verdict.gate).toBe(isGood ? 'pass' : of.round >= 5 ? 'force_pass' : 'fail');
        expect(verdict.isFinished && !isGood).toBe(verdict.action === 'force_pass');
      }),
    );
  });

  it('ends after five rounds at most', () => {
    fc.assert(fc.property(anyRound, (of) => decideGate({ ...of, round: 5 }).isFinished));
  });

  it('never passes with a reviewer taken away', () => {
    fc.assert(
      fc.property(anyRound, fc.constantFrom(...REVIEWERS), (of, gone) => {
        const { [gone]: _, ...scores } = of.scores;
        expect(decideGate({ ...of, round: 1, scores }).isFinished).toBe(false);
      }),
    );
  });
});

describe('averages', () => {
  it.each([
    [[7.2, 7.46], 7.33],
    [[6.8, 7.2, 6.4, 6.9, 7.0, 7.1, 6.7, 7.3], 6.93],
    [[7, 7, 7, 7, 7, 7, 7, 6.96], 7],
    [[1.1, 2.2], 1.65],
    [[0.1, 0.2], 0.15],
    [[10], 10],
    [[], null],
  ] as const)('of %j is %s', (scores, average) => {
    expect(averageOf(scores)).toBe(average);
  });

  it('are within the scores, and half a hundredth is rounded up', () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 9 }), (scores) => {
        const exact = scores.reduce((sum, each) => sum + Math.round(each * 100), 0) / scores.length;
        expect(averageOf(scores)).toBe(Math.floor(exact + 0.5) / 100);
      }),
    );
    expect([7.25, 7.24, 6.95, 7.33].map(roundedToTenth)).toEqual([7.3, 7.2, 7, 7.3]);
  });
});

describe('scorecards and reviewers', () => {
  it.each([
    [7.2, true],
    [0, true],
    [10, true],
    [7.25, false],
    [10.1, false],
    [-0.1, false],
    [Number.NaN, false],
    ['9', false],
  ])('a score of %j fits: %s', (value, fits) => {
    expect(reviewAnswer.safeParse({ score: value, issues: [], strengths: [] }).success).toBe(fits);
  });

  it('come in batches of five and three', () => {
    const names = reviewersOf({}).map(({ name }) => name);
    expect(batchesOf(names)).toEqual([
      ['Plotter', 'Persona', 'Stylist', 'Pacer', 'Lens'],
      ['Anchor', 'Voice', 'Atlas'],
    ]);
  });

  it('are never more than five in a batch, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 23 }), (some) => {
        const batches = batchesOf(some);
        expect(batches.flat()).toEqual(some);
        expect(batches.every(({ length }) => length > 0 && length <= 5)).toBe(true);
      }),
    );
  });

  it('can be left out, replaced and added by the configuration', () => {
    const set = reviewersOf({ Voice: false, stylist: 'house-style', legal: 'legal-check' });
    expect(set.map(({ name, role }) => `${keyOf(name)}:${role}`)).toEqual([
      ...['plotter:folio-plotter', 'persona:folio-persona', 'stylist:house-style', 'pacer:folio-pacer'],
      ...['lens:folio-lens', 'anchor:folio-anchor', 'atlas:folio-atlas', 'legal:legal-check'],
    ]);
  });
});
