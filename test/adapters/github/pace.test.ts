import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PER_HOUR, PER_MINUTE, recent, waitBefore } from '../../../src/adapters/github/request-rules.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A window is a little longer than GitHub's. */
const SLACK = 2000;

/** When writes go out that are wanted at these times, each waiting as it is told. */
function history(wanted: readonly number[]): readonly number[] {
  const sent: number[] = [];
  let writes: readonly number[] = [];
  for (const now of wanted) {
    const at = now + waitBefore(writes, now);
    writes = [...recent(writes, now), at];
    sent.push(at);
  }
  return sent;
}

/** The most that went out within any such span. */
function most(times: readonly number[], span: number): number {
  return Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + span).length));
}

const gaps = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 20_000 }), fc.constant(HOUR)),
  { minLength: 1, maxLength: 900 },
);

describe('the pace of writes', () => {
  it('is never more than 60 in a minute or 400 in an hour, whenever they are wanted', () => {
    fc.assert(
      fc.property(gaps, (all) => {
        let now = 0;
        const sent = history(all.map((gap) => (now += gap)));
        expect(most(sent, MINUTE)).toBeLessThanOrEqual(PER_MINUTE);
        expect(most(sent, HOUR)).toBeLessThanOrEqual(PER_HOUR);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the order in which they were wanted', () => {
    fc.assert(
      fc.property(gaps, (all) => {
        let now = 0;
        const sent = history(all.map((gap) => (now += gap)));
        expect(sent).toEqual(sent.toSorted((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });

  it('makes nobody wait who is below it', () => {
    const one = Array.from({ length: PER_MINUTE - 1 }, (_, n) => n);
    expect(waitBefore(one, 5000)).toBe(0);
    expect(waitBefore([...one, 59], 5000)).toBe(MINUTE + SLACK - 5000);
  });

  it('makes the 401st wait until the first is an hour old', () => {
    const writes = Array.from({ length: PER_HOUR }, (_, n) => n * 2000);
    expect(waitBefore(writes, 800_000)).toBe(HOUR + SLACK - 800_000);
  });

  it('forgets what is older than an hour', () => {
    expect(recent([0, 1, 3000, HOUR], HOUR + SLACK + 2)).toEqual([3000, HOUR]);
  });
});
