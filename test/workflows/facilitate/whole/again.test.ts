// A second scan of the same thousand issues writes nothing, and a later one only what is new by then.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Report } from '../../../../src/ports/report.js';
import { type Board, DAY, isContent, MINUTE, type Seen } from './board.js';
import { AIM, openThousand } from './thousand.js';

/** More orders, not only one. */
const LONG = process.env.CREW_LONG === '1';
const HOUR = 60 * MINUTE;

let board: Board;
let settled: Seen;

/** Scans, an hour apart, until nothing is planned. */
async function settle(): Promise<Seen> {
  for (let looks = 1; ; looks += 1) {
    const seen = await board.look({ aim: AIM });
    board.clock.pass(HOUR);
    if (seen.report.changes.planned === 0) return seen;
    expect(looks).toBeLessThan(6);
  }
}

beforeAll(async () => {
  board = await openThousand();
  settled = await settle();
  board.happened();
}, 60_000);

/** The verdict of each issue, without its dates. */
const judgedIn = ({ assessments }: Report) =>
  new Map(assessments.map(({ issue, state, rule, freshness }) => [`#${issue}`, { state, rule, freshness }]));

describe('a scan of a thousand issues with nothing new', () => {
  it('reads all of them, with some in every state', () => {
    const { coverage, assessments } = settled.report;
    expect(coverage).toMatchObject({ issues: 1000, seen: 1000, missing: [] });
    const states = [...new Set(assessments.map(({ state }) => state))].sort();
    expect(states).toEqual(['blocked', 'done', 'in_progress', 'incomplete', 'review_pending']);
    expect(settled.outcome.name).toBe('done');
  });

  it('writes nothing, also in another process with only the data on GitHub', async () => {
    board.requested();
    const { report } = await board.look({ aim: AIM });
    expect(report.changes).toEqual({ planned: 0, written: 0, deferred: 0 });
    expect(board.happened()).toEqual([]);
    expect(report.assessments).toEqual(settled.report.assessments);
    expect(board.requested()).toBeLessThanOrEqual(12);
  });
});

describe('a scan that reads the board in another order', () => {
  it('gets its lists in another order from the embedded GitHub', async () => {
    const cards = async () => {
      const query = '{ organization(login: "acme") { projectV2(number: 1) { items(first: 20) { nodes { id } } } } }';
      const ask = () =>
        fetch(board.embedded.graphqlUrl, {
          method: 'POST',
          headers: { authorization: `token ${board.embedded.tokenFor({ user: 'maya' })}` },
          body: JSON.stringify({ query }),
        });
      // The server may have closed the idle connection that is reused here.
      const answer = await ask().catch(ask);
      return JSON.stringify(await answer.json());
    };
    const inOrder = await cards();
    board.embedded.faults.add({ kind: 'shuffle', seed: 1, times: 2 });
    const shuffled = await cards();
    expect(shuffled).not.toBe(inOrder);
    expect(await cards()).toBe(shuffled);
    expect(await cards()).toBe(inOrder);
  });

  it.each(LONG ? [1, 2] : [1])(
    'writes nothing if only the order changed (%d)',
    async (seed) => {
      board.clock.pass(DAY);
      const before = await settle();
      board.clock.pass(DAY);
      board.happened();
      board.embedded.faults.add({ kind: 'shuffle', seed, times: 'all' });
      const after = await board.look({ aim: AIM });
      board.embedded.faults.clear();
      expect(after.report.changes.planned).toBe(0);
      expect(after.report.coverage).toMatchObject({ issues: 1000, seen: 1000, missing: [] });
      expect(board.happened().filter(isContent)).toEqual([]);
      expect(judgedIn(after.report)).toEqual(judgedIn(before.report));
      expect(after.report.recommendation).toEqual(before.report.recommendation);
    },
    120_000,
  );
});

describe('a scan eight days later', () => {
  it('writes only on issues whose state or freshness changed', async () => {
    const before = judgedIn((await settle()).report);
    board.clock.pass(8 * DAY);
    board.happened();
    const { report } = await board.look({ aim: AIM });
    const moved = [...judgedIn(report)].flatMap(([issue, { state, freshness }]) => {
      const then = before.get(issue);
      return then?.state === state && then.freshness === freshness ? [] : [issue];
    });
    const written = board.happened().filter((effect) => isContent(effect) && effect.kind !== 'label.created');
    expect(written.length).toBeGreaterThan(10);
    expect([...new Set(written.map(({ subject }) => subject))].filter((subject) => !moved.includes(subject))).toEqual(
      [],
    );
  }, 120_000);
});
