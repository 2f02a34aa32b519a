import { describe, expect, it } from '@jest/globals';
import type { GateContext } from '../../../src/ports/workflow.js';
import { gate } from '../../../src/workflows/task/gate.js';
import { handClock } from '../../build/clock.js';
import { config, requestOf } from './at-work.js';

function contextOf(asked: number[]): GateContext {
  return {
    ...{ run: 'task-here-0123456789', repo: undefined, issue: undefined, place: 'terminal', signals: [] },
    settings: { lang: 'en', config, configFile: '.github/crew.yml', problems: [] },
    history: { list: async () => [], load: async () => null, ofSubject: async () => [] },
    ...{ github: undefined, board: undefined, clock: handClock(), dryRun: false, url: '' },
    allowance: async (usd) => {
      asked.push(usd);
      return { usd };
    },
  };
}

describe('the gate of a task', () => {
  it('orders what is asked, and reserves the budget once: for the executor and for what stands beside it', async () => {
    const asked: number[] = [];
    const gated = await gate(contextOf(asked), requestOf('Fix add(1, 2) in add.js: it gives -1, it should give 3'));
    expect(gated).toMatchObject({
      order: { request: expect.stringContaining('Fix add'), dryRun: false, review: null },
    });
    expect('order' in gated && gated.order.fix?.job.task.text).toContain('Fix add');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toBeGreaterThan(3);
  });

  it('survives JSON, as an order has to', async () => {
    const gated = await gate(contextOf([]), requestOf("decide this API's design"));
    if (!('order' in gated)) throw new Error('nothing was ordered');
    const { order } = gated;
    expect(JSON.parse(JSON.stringify(order))).toMatchObject({ request: "decide this API's design" });
  });

  it('orders a design that would be too vague for a fix', async () => {
    const gated = await gate(contextOf([]), requestOf('Decide the architecture'));
    expect('order' in gated && gated.asks).toBeFalsy();
  });

  it('asks about a change that is too vague, and about nothing at all', async () => {
    for (const what of ['fix it', '']) {
      const asked: number[] = [];
      const gated = await gate(contextOf(asked), requestOf(what));
      const ends = 'order' in gated ? gated.asks : gated;
      // What waits for an answer has its budget when it goes on.
      expect(asked.length).toBe('order' in gated ? 1 : 0);
      expect(['awaiting', 'refused']).toContain(ends?.name);
    }
  });
});
