import { describe, expect, it } from '@jest/globals';
import { findTampering } from '../../../src/verify/tamper/index.js';
import { buildChange, casesIn } from './build-change.js';

describe.each(casesIn(false))('%s', (_, cases) => {
  it.each(cases)('finds: $name', (each) => {
    const { changes, known } = buildChange(each);
    const found = findTampering(changes, known).map(
      ({ file, line, kind, weight }) => `${weight === 'named' ? '?' : ''}${file}:${line} ${kind}`,
    );
    expect(found).toEqual(each.expect ?? ['nothing is expected']);
  });
});

it('holds at least 60 ways to bend a judge', () => {
  expect(casesIn(false).flatMap(([, cases]) => cases).length).toBeGreaterThanOrEqual(60);
});
