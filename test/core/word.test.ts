import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Awaits,
  addedUsd,
  answerTo,
  bound,
  hears,
  isCancelled,
  type Said,
  type Word,
} from '../../src/core/word.js';

const by = { login: 'maya' };
const word = (said: Said, key = 'k'): Word => ({ key, by, ...said });
const question: Awaits = { id: 'q-1', kind: 'question', question: 'Which date?' };
const pause: Awaits = { id: 'p-1', kind: 'pause', question: 'May I?' };
const budget: Awaits = { id: 'b-1', kind: 'budget', question: 'More?' };

/** Every word, at every way a run can stand: which it can hear. */
const TABLE: readonly [string, { status: string; awaits?: Awaits }, readonly string[]][] = [
  ['is under way', { status: 'running' }, ['continue', 'cancel']],
  ['asks', { status: 'awaiting', awaits: question }, ['answer', 'cancel']],
  ['wants approval', { status: 'awaiting', awaits: { ...pause, kind: 'approval' } }, ['approve', 'reject', 'cancel']],
  ['was paused by the guard', { status: 'awaiting', awaits: pause }, ['approve', 'reject', 'continue', 'cancel']],
  ['ran out of money', { status: 'awaiting', awaits: budget }, ['continue', 'cancel']],
  ['did part of it', { status: 'partial' }, ['continue']],
  ['was cancelled', { status: 'cancelled' }, ['continue']],
  ['had no service', { status: 'infra_error' }, ['continue']],
  ['had a fault', { status: 'error' }, ['continue']],
  ['is stuck', { status: 'stuck' }, []],
  ['is done', { status: 'succeeded' }, []],
  ['was refused', { status: 'refused' }, []],
];

const SAID: Readonly<Record<string, (awaits?: Awaits) => Said>> = {
  answer: () => ({ is: 'answer', text: 'the third' }),
  approve: (awaits) => ({ is: 'approve', ids: [awaits?.id ?? 'x-1'] }),
  reject: (awaits) => ({ is: 'reject', ids: [awaits?.id ?? 'x-1'] }),
  continue: () => ({ is: 'continue' }),
  cancel: () => ({ is: 'cancel' }),
};

describe('a run', () => {
  it.each(TABLE)('that %s hears just what concerns it', (_, run, expected) => {
    const heard = Object.entries(SAID).flatMap(([name, said]) => (hears(run, said(run.awaits)) ? [name] : []));
    expect(heard).toEqual(expected);
  });

  it('takes no answer to another question, and no approval of another name', () => {
    const asks = { status: 'awaiting', awaits: question };
    expect(hears(asks, { is: 'answer', id: 'q-2', text: 'no' })).toBe(false);
    expect(hears({ status: 'awaiting', awaits: pause }, { is: 'approve', ids: ['p-2'] })).toBe(false);
  });

  it('binds an answer to what was asked when it was given, so that it answers nothing later', () => {
    const said = word(bound({ is: 'answer', text: 'the third' }, question));
    expect(answerTo([said], 'q-1')).toBe('the third');
    expect(answerTo([said], 'q-2')).toBeUndefined();
  });

  it('is cancelled by the last of cancel and continue, whatever else is said', () => {
    const cancelOr = fc.constantFrom<Said>(
      { is: 'cancel' },
      { is: 'continue' },
      { is: 'answer', id: 'q-1', text: 'a' },
    );
    fc.assert(
      fc.property(fc.array(cancelOr), (said) => {
        const last = said.filter(({ is }) => is !== 'answer').at(-1)?.is;
        expect(isCancelled(said.map((each) => word(each)))).toBe(last === 'cancel');
      }),
    );
  });

  it('counts what was added to its budget, each time', () => {
    expect(
      addedUsd([word({ is: 'continue', addUsd: 2 }), word({ is: 'cancel' }), word({ is: 'continue', addUsd: 0.5 })]),
    ).toBe(2.5);
  });
});
