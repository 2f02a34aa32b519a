import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, addMonths, format, parse } from '../src/index.js';

describe('addDays', () => {
  it('crosses the end of a month', () => {
    assert.equal(format(addDays(parse('2026-01-30'), 3)), '2026-02-02');
  });

  it('knows leap years', () => {
    assert.equal(format(addDays(parse('2028-02-28'), 1)), '2028-02-29');
  });

  it('leaves the date it was given alone', () => {
    const date = parse('2026-05-01');
    addDays(date, 1);
    assert.equal(format(date), '2026-05-01');
  });
});

describe('addMonths', () => {
  it('keeps the day', () => {
    assert.equal(format(addMonths(parse('2026-03-14'), 1)), '2026-04-14');
  });

  it('crosses the end of a year, both ways', () => {
    assert.equal(format(addMonths(parse('2026-11-05'), 3)), '2027-02-05');
    assert.equal(format(addMonths(parse('2026-02-05'), -3)), '2025-11-05');
  });
});
