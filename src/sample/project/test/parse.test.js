import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from '../src/index.js';

it('refuses what is no date', () => {
  for (const text of ['', 'tomorrow', '2026-3-14', '2026-03-14T10:00']) {
    assert.throws(() => parse(text), RangeError, text);
  }
});

it('refuses a day that does not exist', () => {
  for (const text of ['2026-02-29', '2026-04-31', '2026-13-01']) {
    assert.throws(() => parse(text), RangeError, text);
  }
});
