import { describe, expect, it } from '@jest/globals';
import { nearest } from '../../src/text/nearest.js';

const known = ['fix', 'plan', 'status', 'facilitate', 'retry'];

describe('the nearest known word', () => {
  it.each([
    ['fixx', 'fix'],
    ['fi', 'fix'],
    ['statsu', 'status'],
    ['fxi', 'fix'],
    ['facilitat', 'facilitate'],
    ['retry', 'retry'],
  ])('of %s is %s', (slip, meant) => {
    expect(nearest(slip, known)).toBe(meant);
  });

  it.each(['', 'zebra', 'statistics', 'x', 'status'.repeat(10_000)])('is none for %.20s', (word) => {
    expect(nearest(word, known)).toBeUndefined();
  });

  it('is the nearer of two, and of two as near always the same', () => {
    expect(nearest('plant', ['plane', 'plan'])).toBe(nearest('plant', ['plan', 'plane']));
    expect(nearest('plann', ['plan', 'plans', 'planning'])).toBe('plan');
  });
});
