import assert from 'node:assert/strict';
import { it } from 'node:test';
import { daysBetween, parse, relative } from '../src/index.js';

const today = parse('2026-03-14');

it('counts days in both directions', () => {
  assert.equal(daysBetween(today, parse('2026-03-21')), 7);
  assert.equal(daysBetween(parse('2026-03-21'), today), -7);
});

it('has words for the days around today', () => {
  assert.equal(relative(parse('2026-03-14'), today), 'today');
  assert.equal(relative(parse('2026-03-15'), today), 'tomorrow');
  assert.equal(relative(parse('2026-03-13'), today), 'yesterday');
});

it('turns to weeks when days become many', () => {
  assert.equal(relative(parse('2026-03-20'), today), 'in 6 days');
  assert.equal(relative(parse('2026-04-04'), today), 'in 3 weeks');
});
