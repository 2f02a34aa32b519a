import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { rows, SECTIONS } from './parent-session.js';

const FOLDER = path.resolve(import.meta.dirname, '../workflows/build');
const textOf = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

/** Names of the tests of a file, as they stand there. */
const namesIn = (file: string): readonly string[] =>
  [
    ...(existsSync(path.join(FOLDER, file)) ? textOf(file) : '').matchAll(
      /\bit(?:\.each[\s\S]*?\)|)\(\s*(['"`])(.*?)\1,/g,
    ),
  ].map(([, , name = '']) => name);

describe('the parent-session specification', () => {
  it('has a row for every section', () => {
    const without = SECTIONS.filter((section) => !rows.some((row) => row.section === section));
    expect(without).toEqual([]);
    expect(rows.filter(({ section }) => !(SECTIONS as readonly string[]).includes(section))).toEqual([]);
  });

  it('has a test or a decision for every row, and not both', () => {
    const wrong = rows.filter(({ test, decision }) => (test === undefined) === (decision === undefined));
    expect(wrong).toEqual([]);
  });

  it('names tests that are there', () => {
    const missing = rows.flatMap(({ test }) => {
      if (test === undefined) return [];
      const [, file = '', name = ''] = /^(\S+): (.*)$/.exec(test) ?? [];
      return namesIn(file).includes(name) ? [] : [test];
    });
    expect(missing).toEqual([]);
  });
});
