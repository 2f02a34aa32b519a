import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Failure,
  judge,
  LONGEST,
  PER_HOUR,
  PER_MINUTE,
  recent,
  type Sent,
  type Verdict,
  waitBefore,
} from '../../../src/adapters/github/request-rules.js';
import { START } from '../../build/clock.js';

const MINUTE = 60_000;
const seconds = (time: number): string => String(time / 1000);
const read: Sent = { repeatable: true, tries: 1, renewed: false, now: START };
const add: Sent = { ...read, repeatable: false };
const broken: Failure = { status: undefined, headers: {}, message: 'other side closed' };
const answer = (status: number, headers: Failure['headers'] = {}, message = ''): Failure => ({
  status,
  headers,
  message,
});
const secondary = 'You have exceeded a secondary rate limit.';
const again = (after: number): Verdict => ({ is: 'again', after });
const final: Verdict = { is: 'final' };
const unanswered: Verdict = { is: 'unanswered' };

describe('what is done about an answer that is none', () => {
  it.each<[string, Failure, Sent, Verdict]>([
    ['a read that broke is sent again', broken, read, again(1000)],
    ['later each time', broken, { ...read, tries: 3 }, again(4000)],
    ['and not for ever', broken, { ...read, tries: 4 }, final],
    ['a read answered 500 is sent again', answer(500), read, again(1000)],
    ['and 503', answer(503), { ...read, tries: 2 }, again(2000)],
    ['a write that broke may have happened', broken, add, unanswered],
    ['also one answered 502', answer(502), add, unanswered],
    ['whatever came before it', answer(500), { ...add, tries: 3, renewed: true }, unanswered],
    ['a refused token is renewed', answer(401), read, { is: 'renew' }],
    ['also for a write: nothing was done', answer(401), add, { is: 'renew' }],
    ['also when it died while a limit was waited for', answer(401), { ...add, tries: 3 }, { is: 'renew' }],
    ['but once only', answer(401), { ...read, tries: 2, renewed: true }, final],
    ['what is not there is not there', answer(404), read, final],
    ['what is not allowed is not allowed', answer(403, {}, 'Resource not accessible by integration'), add, final],
    ['what is wrong is wrong', answer(422), add, final],
    ['a limit says how long, in seconds', answer(429, { 'retry-after': '7' }), read, again(7000)],
    ['also to a write: it was refused before it was done', answer(403, { 'retry-after': '7' }), add, again(7000)],
    ['or as a date', answer(429, { 'retry-after': new Date(START + 90_000).toUTCString() }), read, again(90_000)],
    [
      'a date that has passed is now',
      answer(429, { 'retry-after': new Date(START - MINUTE).toUTCString() }),
      read,
      again(0),
    ],
    ['a blank header says nothing', answer(429, { 'retry-after': ' ' }), read, again(MINUTE)],
    ['nor does nonsense', answer(429, { 'retry-after': 'soon' }), read, again(MINUTE)],
    ['nor a number that is no number of seconds', answer(429, { 'retry-after': '1.5' }), read, again(MINUTE)],
    [
      'an empty budget says when it is full again',
      answer(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': seconds(START + 5 * MINUTE) }),
      read,
      again(5 * MINUTE),
    ],
    [
      'which is never at once',
      answer(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': seconds(START) }),
      read,
      again(1000),
    ],
    [
      'an empty budget without a time is a limit without one',
      answer(403, { 'x-ratelimit-remaining': '0' }),
      read,
      again(MINUTE),
    ],
    [
      'the header goes before the budget',
      answer(403, { 'retry-after': '2', 'x-ratelimit-remaining': '0' }),
      read,
      again(2000),
    ],
    ['a limit without a time is at least a minute', answer(403, {}, secondary), add, again(MINUTE)],
    ['and longer each time', answer(403, {}, secondary), { ...add, tries: 3 }, again(4 * MINUTE)],
    ['and not for ever', answer(403, {}, secondary), { ...add, tries: 4 }, final],
    [
      'its old name is known too',
      answer(403, {}, 'You have triggered an abuse detection mechanism'),
      read,
      again(MINUTE),
    ],
    ['so long nobody waits', answer(429, { 'retry-after': String(LONGEST / 1000 + 1) }), read, final],
    ['so long somebody does', answer(429, { 'retry-after': String(LONGEST / 1000) }), read, again(LONGEST)],
  ])('%s', (_, trouble, sent, verdict) => {
    expect(judge(trouble, sent)).toEqual(verdict);
  });

  const troubles = fc.record({
    status: fc.option(fc.integer({ min: 300, max: 599 }), { nil: undefined }),
    headers: fc.dictionary(fc.constantFrom('retry-after', 'x-ratelimit-remaining', 'x-ratelimit-reset'), fc.string()),
    message: fc.string(),
  });
  const sent = fc.record({
    repeatable: fc.boolean(),
    tries: fc.integer({ min: 1, max: 9 }),
    renewed: fc.boolean(),
    now: fc.constant(START),
  });

  it('is a wait that can be waited, whatever the answer was', () => {
    fc.assert(
      fc.property(troubles, sent, (trouble, how) => {
        const verdict = judge(trouble, how);
        if (verdict.is !== 'again') return;
        expect(verdict.after).toBeGreaterThanOrEqual(0);
        expect(verdict.after).toBeLessThanOrEqual(LONGEST);
      }),
      { numRuns: 2000 },
    );
  });

  it('never sends again what adds something, unless it was refused', () => {
    fc.assert(
      fc.property(troubles, sent, (trouble, how) => {
        const refused = trouble.status !== undefined && trouble.status < 500;
        if (judge(trouble, { ...how, repeatable: false }).is === 'again') expect(refused).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('comes to an end', () => {
    fc.assert(
      fc.property(troubles, sent, (trouble, how) => {
        expect(['final', 'unanswered']).toContain(judge(trouble, { ...how, tries: 5, renewed: true }).is);
      }),
    );
  });
});

const MINUTE_MS = 60_000;
const HOUR = 60 * MINUTE_MS;
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
        expect(most(sent, MINUTE_MS)).toBeLessThanOrEqual(PER_MINUTE);
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
    expect(waitBefore([...one, 59], 5000)).toBe(MINUTE_MS + SLACK - 5000);
  });

  it('makes the 401st wait until the first is an hour old', () => {
    const writes = Array.from({ length: PER_HOUR }, (_, n) => n * 2000);
    expect(waitBefore(writes, 800_000)).toBe(HOUR + SLACK - 800_000);
  });

  it('forgets what is older than an hour', () => {
    expect(recent([0, 1, 3000, HOUR], HOUR + SLACK + 2)).toEqual([3000, HOUR]);
  });
});
