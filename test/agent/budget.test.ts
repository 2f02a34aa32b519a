import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openBudget } from '../../src/agent/budget.js';
import { costOf, estimate, MAX_RANGE_FACTOR, modelsOf, type Price, pastCosts, taskSize } from '../../src/agent/cost.js';
import { raiseLimits } from '../../src/agent/limits.js';
import { readConfig } from '../../src/config/index.js';
import type { Usage } from '../../src/ports/model.js';
import type { OutcomeName, RunRecord } from '../../src/ports/run.js';
import { endOf } from '../../src/runs/launch.js';
import { dollarRange } from '../../src/text/values.js';
import { START } from '../build/clock.js';
import { recordOf } from '../build/records.js';

const price: Price = { in: 2, out: 10, cacheRead: 0.2, cacheWrite: 2.5 };
const tokens = fc.nat(2_000_000);
const usages: fc.Arbitrary<Usage> = fc.record({ in: tokens, out: tokens, cacheRead: tokens, cacheWrite: tokens });

describe('what a reply cost', () => {
  it('is each kind of token at its price for a million', () => {
    expect(costOf({ in: 1e6, out: 1e6, cacheRead: 1e6, cacheWrite: 1e6 }, price)).toBeCloseTo(14.7, 12);
  });

  it('is more for a long prompt where the price says so, and counts what was read from the cache as prompt', () => {
    const long: Price = { ...price, long: { above: 100_000, times: 5 } };
    expect(costOf({ in: 1, out: 0, cacheRead: 99_999, cacheWrite: 0 }, long)).toBeCloseTo((2 + 19_999.8) / 1e6, 12);
    expect(costOf({ in: 1, out: 0, cacheRead: 100_000, cacheWrite: 0 }, long)).toBeCloseTo(
      (5 * (2 + 20_000)) / 1e6,
      12,
    );
  });

  it('is never less than nothing, and of two replies never less than of one', () => {
    fc.assert(
      fc.property(usages, usages, (a, b) => {
        const both = costOf(
          {
            in: a.in + b.in,
            out: a.out + b.out,
            cacheRead: a.cacheRead + b.cacheRead,
            cacheWrite: a.cacheWrite + b.cacheWrite,
          },
          price,
        );
        expect(both + 1e-9).toBeGreaterThanOrEqual(costOf(a, price));
        expect(both).toBeCloseTo(costOf(a, price) + costOf(b, price), 6);
      }),
    );
  });
});

describe('the models', () => {
  const modelsIn = (yaml: string) => {
    const read = readConfig(yaml);
    if (!('config' in read)) throw new Error('the configuration is wrong');
    return modelsOf(read.config.models);
  };

  it('are those that crew ships with, three of them, each dearer than the one before', () => {
    const { haiku, sonnet, opus } = modelsIn('');
    expect([haiku.id, sonnet.id, opus.id]).toEqual(['claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-opus-5-5']);
    expect(haiku.price.out).toBeLessThan(sonnet.price.out);
    expect(sonnet.price.out).toBeLessThan(opus.price.out);
  });

  it('are what the configuration says, and what it leaves out of a price follows from the rest', () => {
    const { sonnet, opus } = modelsIn(
      'models: { sonnet: { id: my-model, price: { in: 1, out: 4 } }, opus: { price: { in: 1, out: 4, cacheRead: 0, cacheWrite: 9 } } }',
    );
    expect(sonnet).toEqual({ id: 'my-model', price: { in: 1, out: 4, cacheRead: 0.1, cacheWrite: 1.25 } });
    expect(opus).toEqual({ id: 'claude-opus-5-5', price: { in: 1, out: 4, cacheRead: 0, cacheWrite: 9 } });
  });
});

describe('an estimate', () => {
  const limits = { turns: 40, usd: 2, minutes: 30 };
  const SIZES = ['small', 'medium', 'large'] as const;

  it('is a range within the limits, and higher for larger tasks', () => {
    const ranges = SIZES.map((size) => estimate({ price, limits, size }));
    for (const [n, [low, high]] of ranges.entries()) {
      expect(low).toBeGreaterThan(ranges[n - 1]?.[0] ?? 0);
      expect(high).toBeGreaterThan(Math.max(low, ranges[n - 1]?.[1] ?? 0));
      expect(high).toBeLessThanOrEqual(limits.usd);
    }
    expect(estimate({ price, limits: { ...limits, turns: 4 } })[1]).toBeLessThan(estimate({ price, limits })[1]);
  });

  it('is the middle 80 % of past costs, once there are five of them', () => {
    const past = [0.2, 0.3, 0.3, 0.4, 0.4, 0.5, 0.5, 0.6, 0.7, 0.8, 4];
    expect(estimate({ price, limits, past })).toEqual([0.3, 0.8]);
    expect(estimate({ price, limits, past: past.slice(0, 4) })).toEqual(estimate({ price, limits }));
  });

  it('holds most past costs where the middle 80 % are too far apart', () => {
    expect(estimate({ price, limits, past: [0.01, 0.3, 0.4, 0.9, 1.2, 1.9, 20] })).toEqual([0.3, 1.2]);
  });

  it('is at most five times as wide, never more than may be spent, nor upside down', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.double({ min: 0.01, max: 50, noNaN: true }),
        fc.array(fc.double({ min: 0.001, max: 100, noNaN: true })),
        fc.constantFrom(...SIZES),
        (turns, usd, past, size) => {
          const [low, high] = estimate({ price, limits: { turns, usd, minutes: 1 }, past, size });
          expect(low).toBeLessThanOrEqual(high);
          expect(high).toBeLessThanOrEqual(usd);
          expect(high / low).toBeLessThanOrEqual(MAX_RANGE_FACTOR + 1e-9);
        },
      ),
    );
  });

  it('is shown with two digits, and never as a larger multiple than it is', () => {
    expect(dollarRange(0.0249, 0.1245)).toEqual(['$0.025', '$0.12']);
    expect(dollarRange(0.0105, 0.0699)).toEqual(['$0.011', '$0.069']);
    expect(dollarRange(0.07, 1.204)).toEqual(['$0.07', '$1.20']);
    expect(dollarRange(0.024_12, 0.024_12)).toEqual(['$0.024', '$0.024']);
    expect(dollarRange(0.0999, 5)).toEqual(['$0.10', '$5.00']);
    expect(dollarRange(0, 0)).toEqual(['$0.00', '$0.00']);
    fc.assert(
      fc.property(
        fc.double({ min: 0.000_01, max: 50, noNaN: true }),
        fc.double({ min: 1, max: MAX_RANGE_FACTOR, noNaN: true }),
        (low, factor) => {
          const [from = 0, to = 0] = dollarRange(low, low * factor).map((text) => Number(text.slice(1)));
          expect(from).toBeLessThanOrEqual(to);
          expect(to / from).toBeLessThanOrEqual(MAX_RANGE_FACTOR + 1e-9);
          expect(Math.abs(from - low) / low).toBeLessThanOrEqual(0.1);
        },
      ),
    );
  });

  it('takes a request as larger the longer it is and the more points it lists', () => {
    const points = (count: number) => Array.from({ length: count }, (_, n) => `${n + 1}. Point`).join('\n');
    expect(taskSize('addMonths gives 3 March for 31 January.')).toBe('small');
    expect([taskSize('x'.repeat(601)), taskSize(points(3))]).toEqual(['medium', 'medium']);
    expect([taskSize('x'.repeat(3001)), taskSize(points(8))]).toEqual(['large', 'large']);
  });
});

describe('a purse', () => {
  it('with shares never pays out more than it holds, passed by one call for each who works at once', () => {
    const steps = fc.array(fc.record({ who: fc.nat(3), usd: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20, noNaN: true }), steps, (limit, all) => {
        const budget = openBudget(limit);
        const children = Array.from({ length: 4 }, () => budget.share(0.5));
        let spent = 0;
        for (const { who, usd } of all) {
          const child = children[who];
          if (!child || child.leftUsd() <= 0) continue;
          child.spend(usd);
          spent += usd;
        }
        expect(budget.spentUsd()).toBeCloseTo(spent, 9);
        expect(spent).toBeLessThanOrEqual(limit + 1 + 1e-9);
        for (const child of children) expect(child.leftUsd()).toBeLessThanOrEqual(budget.leftUsd());
      }),
    );
  });

  it('gives a share of what is left, not of what there was', () => {
    const budget = openBudget(10);
    budget.spend(6);
    expect(budget.share(0.5).limitUsd).toBe(2);
  });
});

describe('limits', () => {
  it('that are raised by money are raised in everything', () => {
    expect(raiseLimits({ turns: 30, usd: 2, minutes: 20 }, 1)).toEqual({ turns: 45, usd: 3, minutes: 30 });
  });
});

const TOKENS = { in: 1, out: 1, cacheRead: 0, cacheWrite: 0 };

const ended = (n: number, usd: number, name: OutcomeName, workflow = 'fix'): RunRecord =>
  recordOf({
    run: `${workflow}-${n}-0123456789`,
    workflow,
    spent: { usd, tokens: TOKENS },
    end: endOf({ name }, START),
  });

describe('what runs of a workflow cost before', () => {
  it('counts those that were done, newest first, and none of another workflow, unended, free or asked about', async () => {
    const runs = [
      ended(7, 16, 'done'),
      recordOf({ run: 'fix-6-0123456789', spent: { usd: 32, tokens: TOKENS } }),
      ended(5, 0, 'done'),
      ended(4, 8, 'done'),
      ended(3, 4, 'stuck'),
      ended(2, 2, 'done', 'review'),
      ended(1, 1, 'done'),
    ];
    const history = { list: async () => runs, load: async () => null, ofSubject: async () => [] };
    expect(await pastCosts('fix', history, 'fix-7-0123456789')).toEqual([8, 1]);
  });
});
