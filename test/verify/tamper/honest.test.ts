import { describe, expect, it } from '@jest/globals';
import { findTampering } from '../../../src/verify/tamper/index.js';
import { buildChange, casesIn } from './build-change.js';

describe.each(casesIn(true))('%s', (_, cases) => {
  it.each(cases)('lets pass: $name', (each) => {
    const { changes, known } = buildChange(each);
    const found = findTampering(changes, known).filter(
      ({ kind, weight }) => weight === 'blocks' || !(each.asks ?? []).includes(kind),
    );
    expect(found).toEqual([]);
  });
});

it('holds at least 60 honest changes', () => {
  expect(casesIn(true).flatMap(([, cases]) => cases).length).toBeGreaterThanOrEqual(60);
});
