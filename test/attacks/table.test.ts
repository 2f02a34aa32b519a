// The table of attacks is whole, and what it names is there.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROWS } from './table.js';

const TESTS = path.join(import.meta.dirname, '..');

/** How many ways in are known. */
const KNOWN = 40;

/** A title as it stands in a source: between quotes of any kind. */
const isTitled = (source: string, sentence: string): boolean =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${sentence}${quote}`));

it('has a row for every way in, and none of another', () => {
  const ids = Array.from({ length: KNOWN }, (_, n) => `A${String(n + 1).padStart(2, '0')}`);
  expect(Object.keys(ROWS)).toEqual(ids);
});

describe.each(Object.entries(ROWS))('%s', (_, { comesIn, mustHappen, shownBy }) => {
  it(`${comesIn}: ${mustHappen}`, async () => {
    expect(shownBy.length).toBeGreaterThan(0);
    for (const [file, ...sentences] of shownBy) {
      const source = await readFile(path.join(TESTS, file), 'utf8');
      expect(sentences.filter((sentence) => !isTitled(source, sentence))).toEqual([]);
    }
  });
});
