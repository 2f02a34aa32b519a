// A board of several pages whose requests fail from some point on: the scan ends within 240 s and names what is missing.
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fault } from 'github-sandbox';
import { judge } from '../../../src/workflows/facilitate/rules/judge.js';
import { type Around, openField } from './around.js';

const AT = '2026-11-10T08:00:00Z';
const ISSUES = 260;
const LIMIT = 240_000;
const RULES = { doneBranches: [], blockedLabels: ['blocked'], ignoreAuthors: [], host: 'github.com' };

let around: Around;
let requests: number;

beforeAll(async () => {
  const issues = Array.from({ length: ISSUES }, (_, n) => ({ number: n + 1, title: `Issue ${n + 1}`, createdAt: AT }));
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
    expect(board.missing.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^issues \(\d+ of 260 seen\)$/));
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
