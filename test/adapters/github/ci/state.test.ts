import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { failedLines } from '../../../../src/adapters/github/ci/failures.js';
import { type CheckWord, ciState, runsThatCount, wordOf } from '../../../../src/adapters/github/ci/state.js';

const ended = (conclusion: string | null) => ({ status: 'completed', conclusion });
const goesOn = (status: string | null) => ({ status, conclusion: null });

describe('what one check says', () => {
  it.each([
    [ended('success'), 'green'],
    [ended('neutral'), 'green'],
    [ended('skipped'), 'green'],
    [ended('failure'), 'red'],
    [ended('error'), 'red'],
    [ended('timed_out'), 'red'],
    [ended('startup_failure'), 'red'],
    [ended('action_required'), 'waits'],
    [ended('cancelled'), 'unknown'],
    [ended('stale'), 'unknown'],
    [ended('a word of next year'), 'unknown'],
    [ended(null), 'unknown'],
    [goesOn('queued'), 'pending'],
    [goesOn('in_progress'), 'pending'],
    [goesOn('pending'), 'pending'],
    [goesOn('requested'), 'pending'],
    [goesOn('waiting'), 'waits'],
    [goesOn('action_required'), 'waits'],
    [goesOn('another word'), 'unknown'],
    [goesOn(null), 'unknown'],
  ] as const)('%j is %s', (seen, word) => {
    expect(wordOf(seen)).toBe(word);
  });
});

const word = fc.constantFrom<CheckWord>('red', 'waits', 'pending', 'unknown', 'green');

describe('what they come to', () => {
  it.each([
    [[], true, 'none'],
    [[], false, 'unknown'],
    [['green'], true, 'green'],
    [['green'], false, 'unknown'],
    [['green', 'unknown'], true, 'unknown'],
    [['green', 'pending', 'unknown'], true, 'pending'],
    [['pending'], false, 'pending'],
    [['green', 'pending', 'waits'], true, 'waits'],
    [['waits', 'red', 'pending'], true, 'red'],
    [['red'], false, 'red'],
  ] as const)('%j, all of them known: %s, is %s', (words, whole, state) => {
    expect(ciState(words, { whole })).toBe(state);
  });

  it('is green only where every single one is, and nothing is missing; and the order does not matter', () => {
    fc.assert(
      fc.property(fc.array(word), fc.boolean(), (words, whole) => {
        const state = ciState(words, { whole });
        expect(state === 'green').toBe(whole && words.length > 0 && words.every((one) => one === 'green'));
        expect(ciState(words.toReversed(), { whole })).toBe(state);
      }),
    );
  });
});

describe('the runs that count', () => {
  const run = (id: number, conclusion: string | null, more: object = {}) => ({
    id,
    conclusion,
    status: 'completed',
    path: '.github/workflows/test.yml',
    event: 'pull_request',
    workflow_id: 1,
    html_url: '',
    ...more,
  });
  const idsOf = (runs: readonly ReturnType<typeof run>[]) => runsThatCount(runs).map(({ id }) => id);

  it('are the last of each workflow and event', () => {
    const runs = [run(4, 'success'), run(2, 'cancelled'), run(3, 'failure', { event: 'push' })];
    expect(idsOf(runs).toSorted()).toEqual([3, 4]);
    expect(idsOf([run(1, 'failure'), run(2, 'failure', { workflow_id: 2 })])).toEqual([1, 2]);
  });

  it('are not those that skipped everything, where one before them did something', () => {
    expect(idsOf([run(1, 'failure'), run(2, 'skipped')])).toEqual([1]);
    expect(idsOf([run(1, 'skipped'), run(2, null)])).toEqual([2]);
    expect(idsOf([run(1, 'skipped')])).toEqual([1]);
  });
});

describe('the last words of a job', () => {
  it('are the end of a log that does not say where it failed', () => {
    expect(failedLines('one\ntwo\nthree\n')).toBe('one\ntwo\nthree');
    expect(failedLines('')).toBe('');
  });

  it('are those of the last step that failed', () => {
    const log = '##[group]Run a\n##[error]no a\n##[group]Run b\nb says so\n##[error]no b\nafter it';
    expect(failedLines(log)).toBe('b says so\n##[error]no b');
  });

  it('are no more than somebody reads', () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `line ${n}`);
    expect(failedLines(lines.join('\n')).split('\n')).toEqual(lines.slice(-80));
    const long = failedLines('x'.repeat(100_000));
    expect(long).toHaveLength(8001);
    expect(long.startsWith('…')).toBe(true);
  });
});
