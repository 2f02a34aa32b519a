import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AT_MOST, type Look, MISSING_AFTER, whatFollows } from '../../../src/workflows/fix/rules/waiting.js';

const SHA = 'c'.repeat(40);
const MINUTE = 60_000;

const look = (state: Look['state'], head: string | null = SHA, missing: readonly string[] = []): Look => ({
  ...{ state, head, missing },
});
const lacking = (state: Look['state']) => look(state, SHA, ['build']);
const waited = (ms = 0, more: { looks?: number; wasGreen?: boolean } = {}) => ({
  sha: SHA,
  waited: { ms, looks: 0, wasGreen: false, ...more },
});

describe('after a look at the checks', () => {
  it.each<[string, Look, ReturnType<typeof waited>, object]>([
    ['red is red at once', look('red'), waited(), { is: 'red' }],
    ['green is looked at once more, since others may still come', look('green'), waited(), { is: 'again' }],
    ['green twice in a row is green', look('green'), waited(0, { wasGreen: true }), { is: 'green' }],
    ['pending after green is not green', look('pending'), waited(0, { wasGreen: true }), { is: 'again', asks: false }],
    ['what is not known is not green', look('unknown'), waited(0, { wasGreen: true }), { is: 'again', asks: false }],
    ['none may still begin', look('none'), waited(MINUTE), { is: 'again' }],
    ['none after two minutes never will', look('none'), waited(2 * MINUTE), { is: 'over', why: 'none' }],
    ['green without a required one is not green', lacking('green'), waited(0, { wasGreen: true }), { is: 'again' }],
    ['a required one is waited for longer than any', lacking('none'), waited(2 * MINUTE), { is: 'again' }],
    [
      'a required one that never begins ends it',
      lacking('none'),
      waited(MISSING_AFTER),
      { is: 'over', why: 'missing' },
    ],
    ['and so it is where others passed', lacking('green'), waited(MISSING_AFTER), { is: 'over', why: 'missing' }],
    ['while others go on it may still begin', lacking('pending'), waited(MISSING_AFTER), { is: 'again' }],
    ['red is red, whatever is missing', lacking('red'), waited(), { is: 'red' }],
    ['waiting for a person asks one', look('waits'), waited(), { is: 'again', asks: true }],
    ['pending for too long is over', look('pending'), waited(AT_MOST), { is: 'over', why: 'late' }],
    ['unknown for too long is over, and not green', look('unknown'), waited(AT_MOST), { is: 'over', why: 'late' }],
    [
      'another head is somebody else’s',
      look('green', 'd'.repeat(40)),
      waited(0, { wasGreen: true }),
      { is: 'over', why: 'moved' },
    ],
    ['a branch that is gone ends it', look('red', null), waited(), { is: 'over', why: 'moved' }],
  ])('%s', (_, seen, so, follows) => {
    expect(whatFollows(seen, so)).toMatchObject(follows);
  });

  it('the next look comes after a quarter of a minute, then later and later, never later than after a minute', () => {
    const waits = Array.from({ length: 8 }, (_, looks) => {
      const follows = whatFollows(look('pending'), waited(0, { looks }));
      return follows.is === 'again' ? follows.inMs : undefined;
    });
    expect(waits).toEqual([15_000, 22_500, 33_750, 50_625, 60_000, 60_000, 60_000, 60_000]);
  });

  it('is green or red by nothing else than being so, and always comes to an end', () => {
    const states = fc.constantFrom<Look['state']>('green', 'red', 'pending', 'waits', 'none', 'unknown');
    fc.assert(
      fc.property(fc.infiniteStream(fc.tuple(states, fc.boolean())), (stream) => {
        let so = { ms: 0, looks: 0, wasGreen: false };
        for (const [state, isWhole] of stream) {
          const follows = whatFollows(isWhole ? look(state) : lacking(state), { sha: SHA, waited: so });
          if (follows.is === 'green') expect([so.wasGreen, state, isWhole]).toEqual([true, 'green', true]);
          if (follows.is === 'red') expect(state).toBe('red');
          if (follows.is !== 'again') break;
          so = { ms: so.ms + follows.inMs, looks: so.looks + 1, wasGreen: state === 'green' && isWhole };
        }
        expect(so.ms).toBeLessThanOrEqual(AT_MOST + MINUTE);
      }),
    );
  });
});
