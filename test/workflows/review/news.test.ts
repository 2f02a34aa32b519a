import { describe, expect, it } from '@jest/globals';
import type { ReviewThread } from '../../../src/ports/pulls.js';
import { newFindings, openThreads } from '../../../src/workflows/review/rules/new-findings.js';
import { finding } from './findings.js';

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
