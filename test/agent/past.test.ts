import { describe, expect, it } from '@jest/globals';
import { pastCosts } from '../../src/agent/cost.js';
import type { OutcomeName, RunRecord } from '../../src/ports/run.js';
import { endOf } from '../../src/runs/proceed.js';
import { START } from '../build/clock.js';
import { recordOf } from '../build/records.js';

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
    const history = { list: async () => runs, load: async () => null };
    expect(await pastCosts('fix', history, 'fix-7-0123456789')).toEqual([8, 1]);
  });
});
