import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { githubLimits } from 'github-sandbox';
import {
  type Failure,
  MAX_WAIT_MS,
  MAX_WRITES_PER_HOUR,
  MAX_WRITES_PER_MINUTE,
  type NextAttempt,
  nextAttempt,
  recentWrites,
  type SentRequest,
  waitBefore,
} from '../../../src/adapters/github/request-rules.js';
import { UnansweredWrite, UserError } from '../../../src/ports/errors.js';
import { handClock, START } from '../../build/clock.js';
import { openShop, type Shop } from '../../build/shop.js';
import { sweep } from '../../build/sweep.js';

describe('the client', () => {
  let environment: Shop;
  beforeAll(async () => {
    environment = await openShop();
  });
  beforeEach(() => environment.embedded.faults.clear());

  const slept = () => environment.clock.slept.length;
  const since = (from: number) => environment.clock.slept.slice(from);
  const requests = () => environment.embedded.requests.length;

  describe('a read', () => {
    it.each([
      ['broke', { kind: 'drop', when: 'before' }],
      ['was cut off', { kind: 'truncate' }],
      ['was answered 500', { kind: 'status', status: 500, when: 'before' }],
      ['was answered 503', { kind: 'status', status: 503, when: 'after' }],
    ] as const)('that %s is sent again, a little later each time', async (_, fault) => {
      environment.embedded.faults.add({ ...fault, method: 'GET', path: '/comments', times: 2 });
      const from = slept();
      expect(await environment.github().thread.read(1)).toHaveLength(1);
      expect(since(from)).toEqual([1000, 2000]);
    });

    it('that breaks again and again is given up, and said as what it is', async () => {
      environment.embedded.faults.add({ kind: 'drop', when: 'before', method: 'GET', times: 'all' });
      const failed = await environment
        .github()
        .thread.read(1)
        .catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(UserError);
      expect(failed).toMatchObject({ ends: 'infra_error', found: 'no connection' });
    });

    it('of a longer list reads all of its pages', async () => {
      const github = environment.github();
      for (let n = 0; n < 120; n += 1) await github.thread.post(1, `Comment ${n}.`);
      const bodies = (await github.thread.read(1)).map(({ body }) => body);
      expect(bodies).toEqual(['/crew help', ...Array.from({ length: 120 }, (_, n) => `Comment ${n}.`)]);
    });
  });

  describe('a write that adds something', () => {
    it('is never sent again when nobody knows whether it was done', async () => {
      const before = environment.happened('comment.created');
      environment.embedded.faults.add({ kind: 'drop', when: 'after', method: 'POST' });
      await expect(environment.github().thread.post(1, 'Once.')).rejects.toThrow(UnansweredWrite);
      expect(environment.happened('comment.created')).toBe(before + 1);
    });

    it('is sent again when it was refused before it was done', async () => {
      const before = environment.happened('comment.created');
      environment.embedded.faults.add({
        kind: 'status',
        status: 429,
        when: 'before',
        method: 'POST',
        headers: { 'retry-after': '9' },
      });
      const from = slept();
      await environment.github().thread.post(1, 'Later.');
      expect(since(from)).toContain(9000);
      expect(environment.happened('comment.created')).toBe(before + 1);
    });

    it('keeps below what GitHub bears, with GitHub’s own limits, however much is written at once', async () => {
      const clock = handClock();
      const strict = await openShop({ limits: githubLimits, now: clock.now });
      const github = strict.github({ clock });
      const many = MAX_WRITES_PER_MINUTE * 2 + 1;
      const writing = Promise.all(Array.from({ length: many }, (_, n) => github.thread.post(1, `Comment ${n}.`)));
      for (const written of [MAX_WRITES_PER_MINUTE, MAX_WRITES_PER_MINUTE * 2, many]) {
        while (strict.happened('comment.created') < written) await wait(5);
        await wait(30);
        expect(strict.happened('comment.created')).toBe(written);
        // A minute, and the two seconds that a write may be on its way.
        await clock.advance(62_000);
      }
      await writing;
      expect(strict.embedded.requests.filter(({ status }) => status === 403)).toEqual([]);
    });
  });

  describe('a limit', () => {
    it('that one request was told holds for all: nothing is sent before it is over', async () => {
      const clock = handClock();
      const limited = await openShop({ now: clock.now });
      const { thread } = limited.github({ clock });
      limited.embedded.faults.add({ kind: 'status', status: 429, when: 'before', headers: { 'retry-after': '60' } });
      const first = thread.read(1);
      while (clock.sleeping === 0) await wait(5);
      const second = thread.read(1);
      for (const passes of [0, 59_999]) {
        await clock.advance(passes);
        await wait(30);
        expect(limited.embedded.requests).toHaveLength(1);
      }
      await clock.advance(1);
      expect(await second).toEqual(await first);
      expect(limited.embedded.requests).toHaveLength(3);
    });

    it('that lasts too long is said, and not waited for', async () => {
      const from = slept();
      environment.embedded.faults.add({
        kind: 'status',
        status: 403,
        when: 'before',
        message: 'API rate limit exceeded',
        headers: {
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String((environment.clock.now() + 2 * MAX_WAIT_MS) / 1000),
        },
      });
      const failed = environment.github().repository.defaultBranch();
      await expect(failed).rejects.toMatchObject({
        ends: 'infra_error',
        found: 'a limit that lasts more than 15 minutes',
      });
      expect(since(from)).toEqual([]);
    });
  });

  describe('a token', () => {
    /** Tokens that are asked for one after the other. */
    function tokens(...all: string[]) {
      const asked: boolean[] = [];
      let n = 0;
      return {
        asked,
        async token(fresh: boolean) {
          asked.push(fresh);
          n += fresh ? 1 : 0;
          return all[Math.min(n, all.length - 1)] ?? null;
        },
      };
    }

    it('that died is renewed once, and the request goes on', async () => {
      const { token, asked } = tokens('ghs_dead', environment.crewToken());
      await environment.github({ token }).thread.post(1, 'With a new one.');
      expect(asked).toEqual([false, true]);
    });

    it('that died while a limit was waited for is renewed too', async () => {
      const { token, asked } = tokens(environment.crewToken(), environment.crewToken());
      const at = { when: 'before', method: 'POST', times: 1 } as const;
      environment.embedded.faults.add({ kind: 'status', status: 429, headers: { 'retry-after': '600' }, ...at });
      environment.embedded.faults.add({ kind: 'status', status: 401, ...at, from: 2 });
      const before = environment.happened('comment.created');
      await environment.github({ token }).thread.post(1, 'After ten minutes.');
      expect(asked).toEqual([false, true]);
      expect(environment.happened('comment.created')).toBe(before + 1);
    });

    it('that is refused also when it is new is said to be refused', async () => {
      const { token, asked } = tokens('ghs_dead', 'ghs_dead_too');
      await expect(environment.github({ token }).thread.read(1)).rejects.toMatchObject({ ends: 'refused' });
      expect(asked).toEqual([false, true]);
    });

    it('that may not do this is said to lack the permission, and not asked for again', async () => {
      const readOnly = environment.embedded.tokenFor({
        app: 'crew',
        on: 'ann',
        permissions: { metadata: 'read', issues: 'read' },
      });
      const { token, asked } = tokens(readOnly);
      const refused = environment.github({ token }).thread.post(1, 'Not mine to say.');
      await expect(refused).rejects.toMatchObject({
        ends: 'refused',
        expected: 'a token with the permission for this',
      });
      expect(asked).toEqual([false]);
    });
  });

  describe('what is known of people and the repository', () => {
    it('says who the token writes as, and asks once', async () => {
      const { people } = environment.github();
      const me = await people.me();
      expect(me.login).toBe('crew[bot]');
      const before = requests();
      expect(await people.me()).toEqual(me);
      expect(requests()).toBe(before);
    });

    it('asks again after it got no answer', async () => {
      const { people, repository } = environment.github();
      const mended = environment.embedded.faults.add({ kind: 'drop', when: 'before', times: 'all' });
      await expect(people.me()).rejects.toThrow(UserError);
      await expect(repository.defaultBranch()).rejects.toThrow(UserError);
      mended();
      expect((await people.me()).login).toBe('crew[bot]');
      expect(await repository.defaultBranch()).toBe('main');
    });

    it.each([
      ['ann', 'admin'],
      ['maya', 'write'],
      ['sam', 'read'],
      ['nobody-of-this-name', 'none'],
    ])('says what %s may: %s', async (login, permission) => {
      expect(await environment.github().people.permission(login)).toBe(permission);
    });

    it('gives a file of the default branch, or null', async () => {
      const { repository } = environment.github();
      expect(await repository.file('README.md')).toBe('# shop\n');
      expect(await repository.file('nothing/here.md')).toBeNull();
    });
  });

  describe('a dispatch', () => {
    it('of a workflow that is not there says how to get it', async () => {
      const failed = environment.github().actions.dispatch('crew.yml', {});
      await expect(failed).rejects.toMatchObject({ ends: 'refused', remedy: expect.stringContaining('crew init') });
    });
  });

  describe('taking something away', () => {
    it('that is gone already is as good', async () => {
      await environment.github().thread.remove(424242);
    });
  });

  describe('what was spent', () => {
    it('counts every request, the repeated ones too', async () => {
      const github = environment.github();
      expect(github.spent()).toEqual({ requests: 0, graphqlPoints: 0 });
      environment.embedded.faults.add({ kind: 'drop', when: 'before', method: 'GET' });
      await github.repository.defaultBranch();
      expect(github.spent().requests).toBe(2);
      await github.people.me();
      expect(github.spent()).toEqual({ requests: 3, graphqlPoints: 1 });
    });
  });
});

const MINUTE = 60_000;
const seconds = (time: number): string => String(time / 1000);
const read: SentRequest = { repeatable: true, tries: 1, renewed: false, now: START };
const add: SentRequest = { ...read, repeatable: false };
const broken: Failure = { status: undefined, headers: {}, message: 'other side closed' };
const answer = (status: number, headers: Failure['headers'] = {}, message = ''): Failure => ({
  status,
  headers,
  message,
});
const secondary = 'You have exceeded a secondary rate limit.';
const again = (after: number): NextAttempt => ({ is: 'again', after });
const final: NextAttempt = { is: 'final' };
const unanswered: NextAttempt = { is: 'unanswered' };

describe('what is done about an answer that is none', () => {
  it.each<[string, Failure, SentRequest, NextAttempt]>([
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
    [
      'a wait that is longer than the limit',
      answer(429, { 'retry-after': String(MAX_WAIT_MS / 1000 + 1) }),
      read,
      final,
    ],
    [
      'a wait of exactly the limit',
      answer(429, { 'retry-after': String(MAX_WAIT_MS / 1000) }),
      read,
      again(MAX_WAIT_MS),
    ],
  ])('%s', (_, trouble, sent, verdict) => {
    expect(nextAttempt(trouble, sent)).toEqual(verdict);
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
        const verdict = nextAttempt(trouble, how);
        if (verdict.is !== 'again') return;
        expect(verdict.after).toBeGreaterThanOrEqual(0);
        expect(verdict.after).toBeLessThanOrEqual(MAX_WAIT_MS);
      }),
      { numRuns: sweep(2000) },
    );
  });

  it('never sends again what adds something, unless it was refused', () => {
    fc.assert(
      fc.property(troubles, sent, (trouble, how) => {
        const refused = trouble.status !== undefined && trouble.status < 500;
        if (nextAttempt(trouble, { ...how, repeatable: false }).is === 'again') expect(refused).toBe(true);
      }),
      { numRuns: sweep(2000) },
    );
  });

  it('comes to an end', () => {
    fc.assert(
      fc.property(troubles, sent, (trouble, how) => {
        expect(['final', 'unanswered']).toContain(nextAttempt(trouble, { ...how, tries: 5, renewed: true }).is);
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
    writes = [...recentWrites(writes, now), at];
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
        expect(most(sent, MINUTE_MS)).toBeLessThanOrEqual(MAX_WRITES_PER_MINUTE);
        expect(most(sent, HOUR)).toBeLessThanOrEqual(MAX_WRITES_PER_HOUR);
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
    const one = Array.from({ length: MAX_WRITES_PER_MINUTE - 1 }, (_, n) => n);
    expect(waitBefore(one, 5000)).toBe(0);
    expect(waitBefore([...one, 59], 5000)).toBe(MINUTE_MS + SLACK - 5000);
  });

  it('makes the 401st wait until the first is an hour old', () => {
    const writes = Array.from({ length: MAX_WRITES_PER_HOUR }, (_, n) => n * 2000);
    expect(waitBefore(writes, 800_000)).toBe(HOUR + SLACK - 800_000);
  });

  it('forgets what is older than an hour', () => {
    expect(recentWrites([0, 1, 3000, HOUR], HOUR + SLACK + 2)).toEqual([3000, HOUR]);
  });
});
