import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { firstOf } from '../../src/core/first-of.js';

const never = async () => false;
const of = (run: string, more: { about?: string; isOver?: (first: { run: string }) => Promise<boolean> } = {}) => ({
  ...{ run, about: 'a', at: 0, isOver: never },
  ...more,
});

describe('the first of all who ask', () => {
  it('is one, however many ask at once, and everybody hears which', async () => {
    const store = memoryStore();
    const heard = await Promise.all(Array.from({ length: 50 }, (_, n) => firstOf(store, 'k', of(`run-${n}`))));
    expect(new Set(heard).size).toBe(1);
  });

  it('stays it when it asks again', async () => {
    const store = memoryStore();
    expect(await firstOf(store, 'k', of('one'))).toBe('one');
    expect(await firstOf(store, 'k', of('one'))).toBe('one');
    expect(await firstOf(store, 'k', of('two'))).toBe('one');
  });

  it('is another one about something else, elsewhere, and when it is over', async () => {
    const store = memoryStore();
    await firstOf(store, 'k', of('one'));
    expect(await firstOf(store, 'other', of('two'))).toBe('two');
    expect(await firstOf(store, 'k', of('three', { about: 'b' }))).toBe('three');
    expect(await firstOf(store, 'k', of('four', { about: 'b', isOver: async ({ run }) => run === 'three' }))).toBe(
      'four',
    );
  });
});
