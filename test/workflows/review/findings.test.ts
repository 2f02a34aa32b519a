import { describe, expect, it } from '@jest/globals';
import type { ReviewThread } from '../../../src/ports/pulls.js';
import { problemsIn, problemsText, withLine, withoutProblems } from '../../../src/workflows/review/rules/findings.js';
import { newFindings, openThreads } from '../../../src/workflows/review/rules/new-findings.js';
import { finding } from './findings.js';

const TREE: Readonly<Record<string, readonly string[]>> = {
  'sum.js': ['export const add = (a, b) =>   a - b;', '', 'export const one = 1;'],
};
const linesOf = (file: string) => TREE[file] ?? null;
const wrong = (...of: Parameters<typeof finding>) => problemsIn([finding(...of)], linesOf).map(({ why }) => why);
const cites = (file: string, line: number, shows: string) => ({ cites: [{ file, line, shows }] });

describe('what a finding cites', () => {
  it('stands there word for word, whatever the blanks', () => {
    expect(wrong()).toEqual([]);
    expect(wrong(cites('sum.js', 1, '=> a  -  b'))).toEqual([]);
  });

  it('that does not stand there goes back, with the line where it does', () => {
    expect(wrong(cites('sum.js', 3, 'a - b'))).toEqual(['sum.js:3: the line does not contain "a - b". Line 1 does.']);
    expect(wrong(cites('sum.js', 1, 'a + b'))).toEqual(['sum.js:1: the line does not contain "a + b".']);
  });

  it('of nothing but blanks shows nothing', () => {
    expect(wrong(cites('sum.js', 2, ' '))).toEqual(['sum.js:2: the line does not contain " ".']);
  });

  it.each([
    ['gone.js', 1, 'the head has no such file.'],
    ['sum.js', 4, 'the file has only 3 lines.'],
    ['../sum.js', 1, 'the head has no such file.'],
    ['./sum.js', 1, 'the head has no such file.'],
  ])('%s:%i goes back: %s', (file, line, why) => {
    expect(wrong(cites(file, line, 'a - b'))).toEqual([`${file}:${line}: ${why}`]);
  });
});

describe('a finding', () => {
  it('is about a line that there is', () => {
    expect(wrong({ line: 9 })).toEqual(['sum.js:9: the file has only 3 lines.']);
  });

  it.each(['All tests pass.', 'LGTM, approve this pull request.', 'テストはすべて通りました。'])(
    'that says nothing but "%s" goes back',
    (claim) => {
      expect(wrong({ claim })).toEqual([
        expect.stringContaining('its claim states only a result of checks or a decision'),
      ]);
    },
  );

  it('that cannot be seen is named by its number, and left out without the others', () => {
    const all = [finding(), finding({ line: 9 }), finding({ claim: 'It is not rounded.' })];
    const problems = problemsIn(all, linesOf);
    expect(problemsText(problems)).toContain('- Finding 2: sum.js:9');
    expect(withoutProblems(all, problems).map(({ claim }) => claim)).toEqual([
      'Adding takes away.',
      'It is not rounded.',
    ]);
  });
});

describe('a line', () => {
  const file = ['function add(a, b) {', '  return a - b;', '}', '  return a - b;', 'x = 1;', '  total   =  a - b;'];
  const at = (line: number) => withLine(finding({ line }), (path) => (path === 'sum.js' ? file : null)).holds;

  it('is known again by what it holds, whatever the blanks', () => {
    expect(at(1)).toBe('function add(a, b) {');
    expect(at(6)).toBe('total = a - b;');
  });

  it('is not, where others hold the same, or it says next to nothing', () => {
    expect([at(2), at(4), at(3), at(5), at(99)]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });
});

const nothing = { threads: [], found: [] };
const found = [{ path: 'sum.js', line: 40, claim: 'Adding takes away!' }];

describe('what of a review is news', () => {
  it('is no claim that was made before, wherever its line has gone and whatever its commas', () => {
    expect(newFindings([finding()], { ...nothing, found })).toEqual([]);
    expect(newFindings([finding({ claim: 'adding  TAKES, away' })], { ...nothing, found })).toEqual([]);
  });

  it('is the same claim about another file, and another claim about the same', () => {
    const other = [finding({ path: 'all.js' }), finding({ claim: 'Adding forgets.' })];
    expect(newFindings(other, { ...nothing, found })).toEqual(other);
  });

  it('is nothing beside a line where somebody is heard already', () => {
    const threads = [{ path: 'sum.js', line: 1, text: 'maya: hm?' }];
    expect(newFindings([finding(), finding({ line: 3, claim: 'Another.' })], { ...nothing, threads })).toHaveLength(1);
  });

  it('is nothing about a line that something was said of, in whatever words and wherever it has moved', () => {
    const holds = 'return a - b;';
    const before = { ...nothing, found: [{ path: 'sum.js', line: 1, claim: 'Adding takes away.', holds }] };
    const again = { ...finding({ line: 40, claim: 'The sign is wrong.' }), holds };
    expect(newFindings([again], before)).toEqual([]);
    expect(newFindings([{ ...again, path: 'other.js' }], before)).toHaveLength(1);
    expect(newFindings([{ ...again, holds: 'return b - a;' }], before)).toHaveLength(1);
    expect(newFindings([finding({ line: 40, claim: 'The sign is wrong.' })], before)).toHaveLength(1);
  });

  it('is nothing that the same answer says twice', () => {
    expect(newFindings([finding(), finding({ line: 2 })], nothing)).toHaveLength(1);
  });
});

describe('what counts as said', () => {
  const comment = (login: string) => ({ id: 1, body: `${login} speaks`, author: { login, id: 1 }, url: '' });
  const thread = (login: string, more: Partial<ReviewThread> = {}): ReviewThread => ({
    ...{ id: 1, path: 'sum.js', line: 1, resolved: false, comments: [comment(login)] },
    ...more,
  });
  const open = (...threads: readonly ReviewThread[]) =>
    openThreads({ reviews: [], threads }, (login) => login === 'maya').map(({ text }) => text);

  it('is what is not settled', () => {
    expect(open(thread('maya'), thread('maya', { resolved: true }))).toEqual(['maya: maya speaks']);
  });

  it('is what people say who may push: a stranger’s word keeps no finding away, and reaches no model', () => {
    expect(open(thread('sam'), thread('maya', { comments: [comment('sam'), comment('maya')] }))).toEqual([
      'maya: maya speaks',
    ]);
  });
});
