import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { pastOf } from '../../src/agent/past.js';
import { loadJournal } from '../../src/core/kept.js';
import { openRun } from '../../src/core/run.js';
import { runsOf } from '../../src/core/runs.js';
import type { Ctx } from '../../src/core/workflow.js';
import { quickClock } from '../build/clock.js';
import { deskOf } from '../build/desk.js';

const TOKENS = { in: 1, out: 1, cacheRead: 0, cacheWrite: 0 };

describe('what runs of a kind cost before', () => {
  it('is read from those that came to their end, and from none of another kind', async () => {
    const store = memoryStore();
    const clock = quickClock();
    const begin = async (run: string, { role, usd, ends }: { role: string; usd: number; ends: 'done' | 'stuck' }) => {
      const input = { event: { kind: 'typed', key: run, words: ['agent', role, 'Count'] }, own: {}, asked: [] };
      const opened = await openRun(deskOf({ store, clock }), { run, workflow: 'agent', story: 1, input });
      if (opened.is !== 'open') throw new Error(opened.is);
      await opened.run.step(
        'turn 1',
        async () => usd,
        () => ({ usd, tokens: TOKENS }),
      );
      await opened.run.end({ outcome: ends });
      clock.pass(1000);
    };
    await begin('agent-here-a', { role: 'counter', usd: 1, ends: 'done' });
    await begin('agent-here-b', { role: 'reviewer', usd: 2, ends: 'done' });
    await begin('agent-here-c', { role: 'counter', usd: 4, ends: 'stuck' });
    await begin('agent-here-d', { role: 'counter', usd: 8, ends: 'done' });
    const ctx: Pick<Ctx, 'runs' | 'recall'> & { run: { id: string } } = {
      run: { id: 'agent-here-e' },
      runs: () => runsOf(store, { now: clock.now() }),
      recall: async (run) => (await loadJournal(store, run))?.journal ?? null,
    };
    expect(
      await pastOf({ workflow: 'agent', alike: ({ input }) => JSON.stringify(input).includes('counter') }, ctx),
    ).toEqual([8, 1]);
  });
});
