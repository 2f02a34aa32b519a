import { describe, expect, it } from '@jest/globals';
import { nearestSetting as nearest } from '../../src/config/explain.js';

const known = ['comments', 'project', 'project-owner', 'label', 'iterateMax'];

describe('the nearest setting', () => {
  it.each([
    ['comment', 'comments'],
    ['commetns', 'comments'],
    ['Comments', 'comments'],
    ['projectOwner', 'project-owner'],
    ['iterate_max', 'iterateMax'],
    ['lable', 'label'],
    ['labell', 'label'],
  ])('of %s is %s', (slip, meant) => expect(nearest(slip, known)).toBe(meant));

  it.each(['zebra', '', 'x', 'owner', 'a'.repeat(100_000)])('is none where nobody can have meant one: %.20s', (word) =>
    expect(nearest(word, known)).toBeUndefined(),
  );

  it('takes a swap for one slip, so that it beats two', () => {
    expect(nearest('ba', ['ab', 'xy'])).toBe('ab');
  });
});
