import { describe, expect, it } from '@jest/globals';
import { type Door, type Placed, place } from '../../src/core/place.js';
import type { Need } from '../../src/core/workflow.js';
import { UserError } from '../../src/errors.js';

const talk: readonly Need[] = ['github'];
const work: readonly Need[] = ['github', 'model', 'workspace'];

describe('where a workflow runs', () => {
  it.each<[string, readonly Need[], Door, Placed]>([
    ['what needs nothing runs at once, at a terminal', [], 'terminal', 'here'],
    ['in the App', [], 'app', 'here'],
    ['what only talks runs in the App', talk, 'app', 'here'],
    ['in a step', talk, 'step', 'here'],
    ['and in the gate', talk, 'gate', 'here'],
    ['what works runs at a terminal', work, 'terminal', 'here'],
    ['is handed over by the App', work, 'app', 'handover'],
    ['and goes on to the next job from the gate', work, 'gate', 'proceed'],
  ])('%s', (_, needs, door, placed) => {
    expect(place(needs, door)).toBe(placed);
  });

  it('is nowhere when a single step is asked to work, which is said with what to use instead', () => {
    expect(() => place(work, 'step')).toThrow(UserError);
    expect(() => place(work, 'step')).toThrow(/model and a workspace.*crew\.yml/s);
  });
});
