import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EMPTY_GROUP, enter, type Group, leave } from '../../../src/runner/decide/concurrency.js';

const plain = { cancelInProgress: false, queue: 'single' as const };

describe('a concurrency group', () => {
  it('lets the first one start', () => {
    expect(enter(EMPTY_GROUP, { id: 'a', ...plain })).toEqual({
      group: { running: 'a', pending: [] },
      starts: true,
      cancels: [],
    });
  });

  it('lets one wait, and a newer one take its place', () => {
    const busy: Group = { running: 'a', pending: ['b'] };
    expect(enter(busy, { id: 'c', ...plain })).toEqual({
      group: { running: 'a', pending: ['c'] },
      starts: false,
      cancels: ['b'],
    });
  });

  it('with cancel-in-progress puts out the one that runs as well', () => {
    const busy: Group = { running: 'a', pending: ['b'] };
    expect(enter(busy, { id: 'c', queue: 'single', cancelInProgress: true }).cancels).toEqual(['b', 'a']);
  });

  it('with queue: max puts out nobody until a hundred wait', () => {
    const pending = Array.from({ length: 100 }, (_, index) => `p${index}`);
    const queued = { cancelInProgress: false, queue: 'max' as const };
    expect(enter({ running: 'a', pending: pending.slice(1) }, { id: 'z', ...queued }).cancels).toEqual([]);
    expect(enter({ running: 'a', pending }, { id: 'z', ...queued }).cancels).toEqual(['z']);
  });

  it('never has two running, never loses one without saying so, and ends free', () => {
    const arrivals = fc.array(
      fc.record({ queue: fc.constantFrom('single' as const, 'max' as const), leaves: fc.boolean() }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(arrivals, (list) => {
        let group = EMPTY_GROUP;
        const received = new Set<string>();
        const ran = new Set<string>();
        const end = (): void => {
          if (group.running === null) return;
          const left = leave(group, group.running);
          group = left.group;
          if (left.starts !== null) ran.add(left.starts);
        };
        list.forEach(({ queue, leaves }, index) => {
          const entered = enter(group, { id: `e${index}`, cancelInProgress: false, queue });
          group = entered.group;
          if (entered.starts) ran.add(`e${index}`);
          for (const id of entered.cancels) received.add(id);
          if (leaves) end();
        });
        while (group.running !== null) end();
        for (const id of list.keys()) expect(ran.has(`e${id}`) !== received.has(`e${id}`)).toBe(true);
      }),
    );
  });
});
