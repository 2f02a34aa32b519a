import assert from 'node:assert/strict';
import { it } from 'node:test';
import { format, parse } from '../src/index.js';

it('writes what parse reads', () => {
  assert.equal(format(parse('0999-07-01')), '0999-07-01');
});

it('writes months by their names', () => {
  assert.equal(format(parse('2026-03-14'), 'D MMMM YYYY'), '14 March 2026');
});

it('leaves alone what it does not know', () => {
  assert.equal(format(parse('2026-03-14'), 'on DD/MM'), 'on 14/03');
});
