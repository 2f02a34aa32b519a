import { describe, expect, it } from '@jest/globals';
import { nameOf } from '../../../src/view/run/name-of.js';

describe('the name of an agent, as people read it', () => {
  const all = ['editor', 'scout-a.108072', 'scout-b.5', 'scout-a.77', 'scout-a.plan'];

  it('counts the questions put to a Scout, from the second on', () => {
    expect(all.map((who) => nameOf(who, all))).toEqual(['editor', 'Scout A', 'Scout B', 'Scout A 2', 'Scout A 3']);
  });

  it('needs no others to be known', () => {
    expect(nameOf('scout-b.9')).toBe('Scout B');
  });

  it('leaves every other agent its own name', () => {
    expect(['scout-a', 'reviewer', 'a-scout-a.1'].map((who) => nameOf(who))).toEqual([
      'scout-a',
      'reviewer',
      'a-scout-a.1',
    ]);
  });
});
