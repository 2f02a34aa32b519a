import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { languages } from '../../../src/text/lang/index.js';
import { boardTable } from '../../../src/view/board/terminal/table.js';
import { clip, padded, paintFor, wide, wrapped } from '../../../src/view/terminal.js';
import { largeReport, quietReport, sampleReport } from '../../build/report.js';
import { withWords, words } from './hostile.js';

const plain = paintFor(false);
const COMMAND = '  npx agents run reviewer --issue 2';

describe('the table in a terminal', () => {
  it.each(languages)('reads like this (%s)', (lang) => {
    expect(`\n${boardTable(sampleReport(), { lang, paint: plain, columns: 80 })}\n`).toMatchSnapshot();
  });

  it('ends with what to do next', () => {
    const lines = boardTable(sampleReport(), { lang: 'en', paint: plain, columns: 100 }).split('\n');
    expect(lines.slice(-3)).toEqual([
      'Next: agent reviewer on #2',
      '  #2 waits for review, and two others wait for it.',
      COMMAND,
    ]);
  });

  it.each([40, 60, 80, 120, 200])('is no wider than %d columns, but for the command', (columns) => {
    for (const lang of languages)
      for (const line of boardTable(sampleReport(), { lang, paint: plain, columns }).split('\n'))
        if (line !== COMMAND) expect([line, wide(line) <= columns]).toEqual([line, true]);
  });

  it('lines up whatever letters titles have', () => {
    const rows = boardTable(sampleReport(), { lang: 'en', paint: plain, columns: 100 })
      .split('\n')
      .filter((line) => /^\S (?:#|acme)/u.test(line));
    const lastCell = (row: string) => wide(row.slice(0, /(?:–|\d+ (?:min|h|d))$/u.exec(row)?.index));
    expect(rows).toHaveLength(13);
    expect(new Set(rows.map(lastCell)).size).toBe(1);
  });

  it('says the same with colour and without', () => {
    const coloured = boardTable(sampleReport(), { lang: 'en', paint: paintFor(true), columns: 80 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
    const bare = coloured.replace(/\u001b\[\d+m/g, '');
    expect(bare).toBe(boardTable(sampleReport(), { lang: 'en', paint: plain, columns: 80 }));
    expect(coloured).toContain('\u001b[31m■\u001b[39m');
  });

  it('counts what is done and quiet on a large board instead of listing it', () => {
    const lines = boardTable(largeReport(1000), { lang: 'en', paint: plain, columns: 80 }).split('\n');
    expect(lines.length).toBeLessThan(200);
    expect(lines).toContainEqual(expect.stringMatching(/✓ 429 done$/));
  });

  it('is three lines when all is said in three lines', () => {
    const table = boardTable({ ...quietReport(), assessments: [] }, { lang: 'en', paint: plain, columns: 80 });
    expect(table.split('\n').filter(Boolean)).toEqual([
      'There are no issues here yet.',
      'Scanned 2030-03-14 09:00 UTC · Health 100 of 100',
      'Next: Nothing has to be done now.',
    ]);
  });

  it('lets no stranger move the cursor, ring, or hide words', () => {
    fc.assert(
      fc.property(words, (theirs) => {
        const table = boardTable(withWords(sampleReport(), theirs), { lang: 'en', paint: plain, columns: 80 });
        // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are exactly what is looked for
        expect(table).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]/);
      }),
      { numRuns: 60 },
    );
  });
});

describe('columns', () => {
  const letters = fc.string({ unit: 'grapheme', maxLength: 40 });

  it('a padded text takes exactly the columns it was given', () => {
    fc.assert(fc.property(letters, fc.integer({ min: 2, max: 60 }), (text, n) => wide(padded(text, n)) === n));
  });

  it('a clipped text takes no more, and is whole when it fits', () => {
    fc.assert(
      fc.property(letters, fc.integer({ min: 0, max: 60 }), (text, n) => {
        expect(wide(clip(text, n))).toBeLessThanOrEqual(n);
        if (wide(text) <= n) expect(clip(text, n)).toBe(text);
      }),
    );
  });

  it('wrapping loses no letter', () => {
    const bare = (text: string) => text.replace(/\s/g, '');
    fc.assert(
      fc.property(letters, fc.integer({ min: 2, max: 30 }), (text, n) => {
        const lines = wrapped(text, n);
        expect(bare(lines.join(''))).toBe(bare(text));
        for (const line of lines) expect(wide(line)).toBeLessThanOrEqual(n);
      }),
    );
  });
});
