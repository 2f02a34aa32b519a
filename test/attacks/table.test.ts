// The table of attacks is whole, and what it names is there.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROWS } from './table.js';
import { isTitled } from './titled.js';

const TESTS = path.join(import.meta.dirname, '..');

/** How many ways in are known. */
const KNOWN = 40;

it.each([
  [true, "it('a title', () => {});"],
  [true, 'describe(\n  `a title`, () => {});'],
  [true, "itWith(proc, 'a title', async () => {});"],
  [true, "it.each([1, 2])('a title', () => {});"],
  [true, "it.each([\n  ['a title', 1],\n])('%s', () => {});"],
  [false, "it.skip('a title', () => {});"],
  [false, "describe.skip('all', () => {\n  it('a title', () => {});\n});"],
  [false, "it.skip.each([1])('a title', () => {});"],
  [false, "xit('a title', () => {});"],
  [false, "const name = 'a title';"],
  [false, "commit('a title');"],
  [false, "// it('a title', () => {});"],
  [false, "it('another', () => {\n  say(['a title']);\n});"],
])('a title counts (%s) where it stands as %j', (counts, source) => {
  expect(isTitled(source, 'a title')).toBe(counts);
});

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
