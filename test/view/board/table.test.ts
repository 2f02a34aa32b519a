import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boardWords } from '../../../src/text/lang/board/index.js';
import { languages } from '../../../src/text/lang/index.js';
import { boardTable } from '../../../src/view/board/terminal/table.js';
import { clip, displayWidth, fitToWidth, paintFor, wrapText } from '../../../src/view/terminal.js';
import { table } from '../../../src/workflows/facilitate/rules/table.js';
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
        if (line !== COMMAND) expect([line, displayWidth(line) <= columns]).toEqual([line, true]);
  });

  it('lines up whatever letters titles have', () => {
    const rows = boardTable(sampleReport(), { lang: 'en', paint: plain, columns: 100 })
      .split('\n')
      .filter((line) => /^\S (?:#|acme)/u.test(line));
    const lastCell = (row: string) => displayWidth(row.slice(0, /(?:–|\d+ (?:min|h|d))$/u.exec(row)?.index));
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
      'As of 2030-03-14 09:00 UTC · Health 100 of 100',
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
    fc.assert(
      fc.property(letters, fc.integer({ min: 2, max: 60 }), (text, n) => displayWidth(fitToWidth(text, n)) === n),
    );
  });

  it('a clipped text takes no more, and is whole when it fits', () => {
    fc.assert(
      fc.property(letters, fc.integer({ min: 0, max: 60 }), (text, n) => {
        expect(displayWidth(clip(text, n))).toBeLessThanOrEqual(n);
        if (displayWidth(text) <= n) expect(clip(text, n)).toBe(text);
      }),
    );
  });

  it('wrapping loses no letter', () => {
    const bare = (text: string) => text.replace(/\s/g, '');
    fc.assert(
      fc.property(letters, fc.integer({ min: 2, max: 30 }), (text, n) => {
        const lines = wrapText(text, n);
        expect(bare(lines.join(''))).toBe(bare(text));
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(n);
      }),
    );
  });
});

const EVENTS = [
  'issue_created issue_closed issue_reopened labeled unlabeled assigned commented commit_pushed branch_linked pr_opened',
  'pr_ready pr_reviewed pr_merged pr_closed checks_finished blocked_added blocked_removed agent_started agent_ended status_moved',
].flatMap((line) => line.split(' '));

/** Words that are plain, in whichever table they stand. */
const plainWords = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(plainWords) : [];
};

describe.each(languages)('the words of the field (%s)', (lang) => {
  const say = boardWords(lang);

  it('has a word for every row of the table and every event', () => {
    const unsaid = [...table.map(({ rule }) => rule), 'unreadable'].filter((rule) => say.rule(rule) === rule);
    // These are words already, in English.
    expect(unsaid).toEqual(lang === 'en' ? ['closed', 'blocked'] : []);
    expect(EVENTS.filter((type) => say.event(type) === type)).toEqual(lang === 'en' ? ['assigned', 'commented'] : []);
  });

  it('are short enough to be read at a glance', () => {
    const { scoreNote: _, ...short } = say;
    for (const word of plainWords(short)) expect(word.length).toBeLessThanOrEqual(100);
  });

  it('say how long ago something was by the largest unit that fits', () => {
    const ages = ['08:59:30', '08:30:00', '05:00:00'].map((time) =>
      say.age(`2030-03-14T${time}Z`, '2030-03-14T09:00:00Z'),
    );
    expect(ages).toEqual(lang === 'en' ? ['now', '30 min', '4 h'] : ['今', '30分', '4時間']);
    expect(say.ago('2030-03-12T09:00:00Z', '2030-03-14T09:00:00Z')).toBe(lang === 'en' ? '2 days ago' : '2日前');
  });

  it('shows no time for what is none', () => {
    expect(say.observed('<b>')).not.toContain('<');
  });
});

describe('the words of the field', () => {
  it('have the same numbers in both languages', () => {
    const numbers = languages.map((lang) => {
      const say = boardWords(lang);
      const said = [
        say.written({ planned: 7, written: 5, deferred: 2 }),
        say.seen({ issues: 9, seen: 8 }),
        say.cost({ requests: 3, graphqlPoints: 4, ms: 2100 }),
        say.notWork([{ kind: 'pull', count: 6 }]),
        say.graphMore({ shown: 60, all: 286 }),
      ];
      return said.map((sentence) =>
        sentence
          .match(/[\d.]+\d|\d/g)
          ?.map(Number)
          .sort(),
      );
    });
    expect(numbers[0]).toEqual(numbers[1]);
  });
});
