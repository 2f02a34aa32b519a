import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Citation, unresolvedCitations } from '../../../src/workflows/fix/rules/schemas.js';

const lines: Readonly<Record<string, number>> = {
  'src/sum.js': 10,
  'src/空.py': 1,
  empty: 0,
  long: 5_000,
  'v-1/test.log': 40,
};
const look = (file: string, run?: string) => lines[run === undefined ? file : `${run}/${file}`] ?? null;
const wrong = (...citations: readonly Citation[]) => unresolvedCitations(citations, look);

describe('whether citations lead somewhere', () => {
  it('finds nothing wrong with lines that are there', () => {
    const first = { file: 'src/sum.js', line: 1 };
    const span = { file: 'src/sum.js', line: 8, to: 10 };
    const log = { run_id: 'v-1', log: 'test.log', from: 3, to: 40 };
    expect(wrong(first, span, log, { file: 'src/空.py', line: 1 })).toEqual([]);
  });

  it('takes an answer that cites nothing for a wrong one', () => {
    expect(wrong()).toEqual(['Nothing is cited. Name a file and a line, or a span of a log, for what you say.']);
  });

  it('names each that leads nowhere, and why, and leaves the others out', () => {
    expect(
      wrong(
        { file: 'src/sum.js', line: 10 },
        { file: 'src/sum.js', line: 11 },
        { file: 'src/sub.js', line: 1 },
        { file: 'empty', line: 1 },
        { file: 'src/空.py', line: 2 },
        { run_id: 'v-2', log: 'test.log', from: 1, to: 2 },
        { run_id: 'v-1', log: 'test.log', from: 40, to: 41 },
      ),
    ).toEqual([
      'src/sum.js:11: it has 10 lines only.',
      'src/sub.js:1: there is no such file.',
      'empty:1: it has 0 lines only.',
      'src/空.py:2: it has 1 line only.',
      'v-2/test.log:1-2: that run has no such log.',
      'v-1/test.log:40-41: it has 40 lines only.',
    ]);
  });

  it.each(['/etc/passwd', '../src/sum.js', './src/sum.js', 'src//sum.js', 'src\\sum.js', '', 'src/sum.js\n'])(
    'does not even look for %j',
    (file) => {
      const found = unresolvedCitations([{ file, line: 1 }], () => 10);
      expect(found).toHaveLength(1);
      expect(found[0]).toContain('that is no path below the root.');
      expect(found[0]).not.toContain('\n');
    },
  );

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('has no line %s', (line) => {
    expect(wrong({ file: 'src/sum.js', line })).toHaveLength(1);
  });

  it('refuses spans that end before they begin, and those that show nothing by showing everything', () => {
    expect(wrong({ file: 'src/sum.js', line: 5, to: 4 })).toEqual(['src/sum.js:5-4: it ends before it begins.']);
    expect(wrong({ file: 'long', line: 1, to: 200 })).toEqual([]);
    expect(wrong({ file: 'long', line: 1, to: 201 })).toHaveLength(1);
  });

  it('lets through exactly what lies in the file', () => {
    const span = fc.tuple(fc.integer({ min: -2, max: 15 }), fc.integer({ min: -2, max: 15 }), fc.nat({ max: 12 }));
    fc.assert(
      fc.property(span, ([from, to, count]) => {
        const found = unresolvedCitations([{ file: 'a', line: from, to }], () => count);
        expect(found.length === 0).toBe(from >= 1 && from <= to && to <= count);
      }),
    );
  });
});
