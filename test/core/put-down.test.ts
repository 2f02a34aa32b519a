import { describe, expect, it } from '@jest/globals';
import { attemptPage, isAnother, isEarlier } from '../../src/core/attempt.js';
import { type Entry, type Journal, nothing } from '../../src/core/journal.js';
import { cameToWork, mayTakeUp } from '../../src/core/put-down.js';

/** One entry a second. */
const journalOf = (...entries: readonly Entry[]): Journal => ({
  ...nothing,
  entries: entries.map((entry, n) => ({ ...entry, at: n * 1000, by: 'one' })),
});

const begin: Entry = { kind: 'begin', format: 1, run: 'fix-1', workflow: 'fix', story: 1, input: {} };
const toWork: Entry = { kind: 'rest', for: 'work' };
const toTurn: Entry = { kind: 'rest', for: 'turn' };
const back: Entry = { kind: 'rest', for: 'publish', left: { name: 'done' } };
const emptied: Entry = { kind: 'rest', for: 'publish' };
const resume: Entry = { kind: 'resume' };
const end: Entry = { kind: 'end', outcome: 'infra_error' };
const goOn: Entry = { kind: 'heard', word: { key: 'k', by: { login: 'maya' }, is: 'continue' } };

const SOON = 10_000;
const LATE = 100_000;

describe('a run that was put down for a job after the gate', () => {
  it.each<[string, Journal, { areOver: boolean; now: number }, ReturnType<typeof mayTakeUp>]>([
    ['and may be worked on', journalOf(begin, toWork), { areOver: false, now: LATE }, undefined],
    ['and whose jobs are all over', journalOf(begin, toWork), { areOver: true, now: SOON }, 'work'],
    ['and came back a moment ago', journalOf(begin, toWork, resume, back), { areOver: false, now: SOON }, undefined],
    ['and came back long ago', journalOf(begin, toWork, resume, back), { areOver: false, now: LATE }, 'publish'],
    ['and whose publish went silent', journalOf(begin, toWork, back, resume), { areOver: false, now: LATE }, 'publish'],
    ['and came back empty', journalOf(begin, toWork, emptied), { areOver: true, now: SOON }, 'publish'],
    [
      'and came back empty, and may be published',
      journalOf(begin, toWork, emptied),
      { areOver: false, now: LATE },
      undefined,
    ],
    [
      'and never came back, and whose publish died',
      journalOf(begin, toWork, resume),
      { areOver: true, now: SOON },
      'publish',
    ],
    [
      'and was taken up by whoever may be at it',
      journalOf(begin, toWork, resume),
      { areOver: false, now: LATE },
      undefined,
    ],
    ['and never came to work', journalOf(begin, toTurn, resume), { areOver: true, now: LATE }, undefined],
    ['and was spoken to since', journalOf(begin, toWork, back, resume, goOn), { areOver: false, now: LATE }, 'publish'],
    ['and waits for its turn', journalOf(begin, toTurn), { areOver: true, now: LATE }, undefined],
    ['and is over', journalOf(begin, toWork, back, end), { areOver: true, now: LATE }, undefined],
    [
      'and came back before it ended last',
      journalOf(begin, toWork, back, end, resume),
      { areOver: true, now: LATE },
      undefined,
    ],
  ])('%s', (_, journal, of, to) => {
    expect(mayTakeUp(journal, of)).toBe(to);
  });

  it('came to work, or did not, since it was opened last', () => {
    expect(cameToWork(journalOf(begin))).toBe(false);
    expect(cameToWork(journalOf(begin, toTurn, resume))).toBe(false);
    expect(cameToWork(journalOf(begin, toWork, resume))).toBe(true);
    expect(cameToWork(journalOf(begin, toWork, end, goOn, resume))).toBe(false);
  });
});

describe('an attempt at a run of Actions', () => {
  const at = (attempt?: string, details = 'https://github.test/ann/shop/actions/runs/77') => ({ details, attempt });
  const page = (attempt: string) => attemptPage(at(attempt));

  it('is the first where nobody says which', () => {
    expect(attemptPage(at())).toBe(page('1'));
    expect(attemptPage({ attempt: '1' })).toBeUndefined();
  });

  it('is told from earlier and later ones, and from those of other runs', () => {
    expect([page('1'), page('2'), page('10')].map((each) => isEarlier(each, at('2')))).toEqual([true, false, false]);
    expect([page('1'), page('2'), page('10')].map((each) => isAnother(each, at('2')))).toEqual([false, false, true]);
    const other = attemptPage(at('1', 'https://github.test/ann/shop/actions/runs/7'));
    expect([isEarlier(other, at('2')), isAnother(other, at('2'))]).toEqual([false, true]);
    expect([isEarlier(undefined, at('2')), isAnother(undefined, at('2'))]).toEqual([false, false]);
  });
});
