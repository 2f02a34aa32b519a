import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { rows, SECTIONS } from './folio-editor.js';

const textOf = (file: string): string => {
  const at = new URL(`../${file}`, import.meta.url);
  return existsSync(at) ? readFileSync(at, 'utf8') : '';
};

/** Names of tests, as they stand in a file. */
const namesIn = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/\bit(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/g)].map(
    ([, , name = '']) => name,
  );

describe('the specification of the Folio Editor', () => {
  it('has a row for each of its sections', () => {
    expect(SECTIONS.filter((section) => !rows.some((row) => row.section === section))).toEqual([]);
  });

  it('names tests that exist', () => {
    const named = rows.flatMap(({ says, tests }) => tests.map(([file, test]) => ({ says, file, test })));
    expect(named.filter(({ file, test }) => !namesIn(file).some((name) => name.includes(test)))).toEqual([]);
  });

  it('has a test for each row, and no row twice', () => {
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
    expect(new Set(rows.map(({ section, says }) => `${section} ${says}`)).size).toBe(rows.length);
  });
});
