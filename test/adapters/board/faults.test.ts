import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Fault } from 'github-sandbox';
import { createAsker } from '../../../src/adapters/github/board/ask.js';
import { byId } from '../../../src/adapters/github/board/lists.js';
import type { BoardSnapshot } from '../../../src/ports/board-snapshot.js';
import { judge } from '../../../src/workflows/facilitate/rules/judge.js';
import { type Around, openField } from './around.js';

describe('a faulty GitHub', () => {
  const AT = '2026-11-10T08:00:00Z';
  const LATER = '2026-11-12T08:00:00Z';
  const RULES = { doneBranches: [], blockedLabels: ['blocked'], ignoreAuthors: [], host: 'github.com' };

  type Seen = Omit<BoardSnapshot, 'observedAt'>;

  let around: Around;
  let whole: Seen;
  let truth: ReturnType<typeof verdicts>;

  const plain = (board: BoardSnapshot): Seen => {
    const { observedAt: _, ...rest } = board;
    return rest;
  };

  beforeAll(async () => {
    around = await openField({
      issues: [
        ...Array.from({ length: 30 }, (_, n) => ({ number: n + 1, title: `Issue ${n + 1}`, createdAt: AT })),
        { number: 31, title: 'Parent', createdAt: AT, children: [1, 2], blockedBy: [3], body: 'Depends on #32' },
        { number: 32, title: 'Gone', createdAt: AT, state: 'closed', closedAt: LATER },
      ],
      pulls: [
        {
          number: 40,
          title: 'A',
          body: 'Fixes #4',
          author: 'maya',
          createdAt: AT,
          reviews: [{ by: 'noah', state: 'APPROVED', at: LATER }],
        },
        {
          number: 41,
          title: 'B',
          body: 'Fixes #5',
          author: 'maya',
          createdAt: AT,
          state: 'merged',
          merge: { at: LATER, by: 'noah', method: 'squash' },
        },
      ],
      branches: [{ name: 'issue-6', commits: [{ message: 'Begin', at: LATER, by: 'maya' }] }],
    });
    await around.look();
    const { board } = await around.look();
    whole = plain(board);
    truth = verdicts(board);
  });
  beforeEach(() => around.embedded.faults.clear());

  const verdicts = (board: BoardSnapshot) =>
    new Map([...judge(board, RULES).verdicts].map(([ref, { state, rule }]) => [ref, { state, rule }]));

  /** What is seen through a fault is what is there, or said to be unread; never anything else. */
  async function holds(fault: Fault): Promise<BoardSnapshot> {
    around.embedded.faults.add(fault);
    const { board, total } = await around.look();
    expect(total).toBe(32);
    for (const [ref, verdict] of verdicts(board)) {
      if (verdict.state === 'unknown') expect(board.missing.length).toBeGreaterThan(0);
      else expect({ ref, ...verdict }).toEqual({ ref, ...truth.get(ref) });
    }
    return board;
  }

  describe('a request that fails once', () => {
    const kinds = [
      ['is dropped', { kind: 'drop', when: 'before' }],
      ['is answered after the connection broke', { kind: 'drop', when: 'after' }],
      ['is answered 502', { kind: 'status', status: 502, when: 'before' }],
      ['is cut off', { kind: 'truncate' }],
      ['takes longer than GitHub gives it', { kind: 'timeout' }],
    ] as const;
    it.each(kinds.flatMap(([name, fault]) => [1, 2, 3, 4, 5, 6].map((from) => [name, from, fault] as const)))(
      'because it %s, as the %d. of a look, changes nothing of what is seen',
      async (_, from, fault) => {
        const board = await holds({ ...fault, from, times: 1 });
        expect(plain(board)).toEqual(whole);
      },
    );
  });

  describe('a part that does not come', () => {
    it.each([
      ['Issue.subIssues', 'acme/app#31'],
      ['Issue.blockedBy', 'acme/app#31'],
      ['Issue.comments', 'acme/app#4'],
      ['Issue.timelineItems', 'acme/app#4'],
      ['PullRequest.reviews', 'acme/app#40'],
      ['PullRequest.commits', 'acme/app#40'],
      ['PullRequest.closingIssuesReferences', 'acme/app#41'],
    ])('(%s) is said by name, and no verdict is a wrong one', async (name, ref) => {
      const of = Number(ref.split('#')[1]);
      const board = await holds({ kind: 'field', field: name, of, times: 'all' });
      expect(board.missing.some(({ what }) => what.includes(ref))).toBe(true);
    });

    it('because it is forbidden is not asked for again and again', async () => {
      around.spent();
      await around.look();
      const usual = around.spent().requests;
      around.embedded.faults.add({ kind: 'field', field: 'Issue.blockedBy', of: 31, type: 'FORBIDDEN', times: 'all' });
      const { board } = await around.look();
      expect(around.spent().requests).toBe(usual);
      expect(board.issues.find(({ ref }) => ref === 'acme/app#31')?.blockedBy ?? 'unread').toBe('unread');
    });

    it('of a list is "n of m seen", and the rest is there', async () => {
      around.embedded.faults.add({ kind: 'timeout', body: 'refs/crew/subjects/', times: 'all' });
      const { board } = await around.look();
      expect(board.issues).toHaveLength(32);
      expect(board.missing.map(({ what }) => what)).toEqual(['runs of crew (0 of an unknown number seen)']);
    });
  });

  describe('a GitHub that is away', () => {
    it('from the beginning is said as such', async () => {
      around.embedded.faults.add({ kind: 'status', status: 503, when: 'before', times: 'all' });
      await expect(around.look()).rejects.toMatchObject({ ends: 'infra_error' });
    });

    it('in the middle of a look leaves nothing that looks like an empty field', async () => {
      around.embedded.faults.add({ kind: 'status', status: 503, when: 'before', from: 2, times: 'all' });
      const { board } = await around.look();
      expect(board.missing.map(({ what }) => what)).toContain('issues (0 of an unknown number seen)');
    });
  });
});

describe('a GitHub that leaves things out', () => {
  const AT = '2026-11-10T08:00:00Z';
  const ISSUES = 260;
  const LIMIT = 240_000;
  const RULES = { doneBranches: [], blockedLabels: ['blocked'], ignoreAuthors: [], host: 'github.com' };

  let around: Around;
  let requests: number;

  beforeAll(async () => {
    const issues = Array.from({ length: ISSUES }, (_, n) => ({
      number: n + 1,
      title: `Issue ${n + 1}`,
      createdAt: AT,
    }));
    around = await openField({ issues });
    around.spent();
    await around.look();
    requests = around.spent().requests;
  }, 60_000);
  beforeEach(() => around.embedded.faults.clear());

  /** A scan with a fault, and how long it took. */
  async function scan(fault: Fault) {
    around.embedded.faults.add(fault);
    const began = around.clock.now();
    const { board } = await around.look();
    return { board, took: around.clock.now() - began };
  }

  describe('a GitHub that fails from some request on', () => {
    const kinds: readonly [string, Fault][] = [
      ['answers 502', { kind: 'status', status: 502, when: 'before', times: 'all' }],
      ['answers nothing in time', { kind: 'timeout', times: 'all' }],
      ['drops the connection', { kind: 'drop', when: 'before', times: 'all' }],
    ];
    it.each(kinds.flatMap(([name, fault]) => [2, 3, 4].map((from) => [name, from, fault] as const)))(
      'and %s (from the %d. on) is given up within 240 s, and what is missing is named',
      async (_, from, fault) => {
        expect(requests).toBeGreaterThanOrEqual(from);
        const { board, took } = await scan({ ...fault, from });
        expect(took).toBeLessThanOrEqual(LIMIT);
        expect(board.missing.length).toBeGreaterThan(0);
        for (const { what, why } of board.missing) expect([what, why].every((each) => each.length > 3)).toBe(true);
      },
      120_000,
    );

    it('of every page after the first says how many of how many were seen', async () => {
      const { board, took } = await scan({ kind: 'timeout', body: '(?:after|before): ', times: 'all' });
      expect(took).toBeLessThanOrEqual(LIMIT);
      expect(board.issues.length).toBeLessThan(ISSUES);
      expect(board.missing.map(({ what }) => what)).toContainEqual(
        expect.stringMatching(/^issues \(\d+ of 260 seen\)$/),
      );
    }, 120_000);
  });

  describe('three issues whose timeline cannot be read', () => {
    it('are named, and are not judged as if nothing had happened there', async () => {
      const broken = [7, 130, 251];
      for (const of of broken)
        around.embedded.faults.add({ kind: 'field', field: 'Issue.timelineItems', of, times: 'all' });
      const { board } = await around.look();
      for (const number of broken)
        expect(board.missing.map(({ what }) => what)).toContainEqual(expect.stringContaining(`acme/app#${number}`));
      const { verdicts } = judge(board, RULES);
      expect(verdicts.get('acme/app#1')?.rule).toBe('untouched');
      expect(board.missing.filter(({ what }) => /acme\/app#/.test(what))).toHaveLength(broken.length);
    }, 60_000);
  });
});

interface Thing {
  readonly id: string;
}

/** Gives what it is asked for, unless the question is too large or one of them is spoilt. */
function stubborn({ most, spoilt = [] }: { most: number; spoilt?: readonly string[] }) {
  const asked: string[] = [];
  const graphql = async <T>(query: string): Promise<T> => {
    asked.push(query);
    const ids = [...query.matchAll(/"(id-\d+)"/g)].map((found) => found[1] ?? '');
    if (ids.length > most || ids.some((id) => spoilt.includes(id))) {
      throw Object.assign(new Error('a timeout'), { errors: [{ message: 'Something went wrong' }], data: null });
    }
    const data: Record<string, unknown> = {};
    for (const [, alias = '', list = ''] of query.matchAll(/(p\d+): nodes\(ids: \[([^\]]*)\]/g))
      data[alias] = [...list.matchAll(/"(id-\d+)"/g)].map((found) => ({ id: found[1] }));
    return data as T;
  };
  return { asked, graphql };
}

const idsTo = (count: number) => Array.from({ length: count }, (_, n) => `id-${n}`);

async function askFor(ids: readonly string[], by: ReturnType<typeof stubborn>) {
  const taken: string[] = [];
  const gone: string[] = [];
  const parts = byId<Thing>({
    ids,
    selection: 'id',
    take: ({ id }) => taken.push(id),
    absent: (id, { absent }) => gone.push(`${id}${absent ? ' absent' : ''}`),
  });
  await createAsker(by.graphql, { fragments: {}, clock: { now: () => 0 } }).ask(parts);
  return { taken, gone };
}

describe('a question', () => {
  it('of a few hundred records is one request', async () => {
    const by = stubborn({ most: 1000 });
    expect((await askFor(idsTo(400), by)).taken).toHaveLength(400);
    expect(by.asked).toHaveLength(1);
  });

  it('that is too large is asked in halves until each is answered', async () => {
    const by = stubborn({ most: 30 });
    const { taken, gone } = await askFor(idsTo(100), by);
    expect(taken.sort()).toEqual(idsTo(100).sort());
    expect(gone).toEqual([]);
  });

  it('with one record that cannot be read loses that one only, and never calls it absent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 }), fc.nat(119), async (count, spoilt) => {
        const ids = idsTo(count);
        const bad = `id-${spoilt % count}`;
        const { taken, gone } = await askFor(ids, stubborn({ most: 1000, spoilt: [bad] }));
        expect(gone).toEqual([bad]);
        expect(taken.sort()).toEqual(ids.filter((id) => id !== bad).sort());
      }),
      { numRuns: 50 },
    );
  });

  it('to somebody who never answers is given up soon, and everything of it is missing', async () => {
    const by = stubborn({ most: -1 });
    const { taken, gone } = await askFor(idsTo(300), by);
    expect([taken.length, gone.length]).toEqual([0, 300]);
    expect(by.asked.length).toBeLessThanOrEqual(12);
  });

  it('that fails by a fault of ours is no silence of GitHub', async () => {
    const graphql = () => Promise.reject(new TypeError('ours'));
    await expect(askFor(['id-1'], { asked: [], graphql })).rejects.toThrow('ours');
  });
});
