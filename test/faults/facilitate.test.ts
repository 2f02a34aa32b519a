// A scan is killed at any request, an event is delivered twice, or two scans run at once: the board ends up the same.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Effect } from 'github-sandbox';
import { readMarker } from '../../src/changes/marker.js';
import type { Event } from '../../src/ports/event.js';
import {
  ago,
  type Board,
  closeBoard,
  isContent,
  ME,
  MINUTE,
  openBoard,
  REPO,
  type Standing,
} from '../workflows/facilitate/whole/board.js';
import { type Death, live, mortal, seeded, takingTurns } from '../workflows/facilitate/whole/lives.js';

/** Every request and many more orders, not only some. */
const LONG = process.env.CREW_LONG === '1';

/** A board on which a scan creates and edits comments, and adds and removes labels. */
async function halfway(): Promise<Board> {
  const board = await openBoard({
    issues: [
      {
        number: 1,
        title: 'The cart loses things',
        body: 'Put two in, one is gone.',
        author: 'ann',
        createdAt: ago(20),
      },
      { number: 2, title: 'Pay by card', body: 'Blocked by #1', author: 'maya', createdAt: ago(19) },
      { number: 3, title: 'Send it', body: 'Blocked by #2', author: 'maya', createdAt: ago(3) },
      { number: 4, title: 'A picture of it', body: 'Where one clicks.', author: 'ann', createdAt: ago(2) },
      { number: 5, title: 'Taxes', body: 'Of another country.', author: 'ann', createdAt: ago(40) },
      { number: 6, title: 'Old news', author: 'maya', createdAt: ago(50), state: 'closed', closedAt: ago(30) },
    ],
    pulls: [{ number: 10, title: 'Taxes', body: 'Fixes #5', author: 'maya', createdAt: ago(5) }],
    commits: [{ message: 'Show it\n\nFixes #4', at: ago(1), by: 'maya' }],
    files: { '.agent/iterator/agent.json': iterator },
  });
  await board.look();
  board.clock.pass(10 * MINUTE);
  await changeThings(board);
  board.clock.pass(10 * MINUTE);
  board.happened();
  return board;
}

const iterator = JSON.stringify({
  name: 'iterator',
  description: 'Develops what an issue asks for',
  parameters: { issue: { type: 'number', required: true, cli: '--issue' } },
  actions: { types: ['issue-action', 'review-action'] },
  command: 'agents run {name} --issue {issue}',
});

/** Closes the first blocker, adds another, and opens an issue. */
async function changeThings({ embedded }: Board): Promise<void> {
  const maya = { authorization: `token ${embedded.tokenFor({ user: 'maya' })}`, 'content-type': 'application/json' };
  const say = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${embedded.apiUrl}/repos/${REPO}/${path}`, {
      method,
      headers: maya,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBeLessThan(300);
  };
  await say('PATCH', 'issues/1', { state: 'closed' });
  await say('PATCH', 'issues/5', { body: 'Blocked by #4 and by #2' });
  await say('PATCH', 'pulls/10', { state: 'closed' });
  await say('POST', 'issues', { title: 'Once more', body: 'Depends on #2, #3' });
}

/** Scans until nothing is planned; three scans must be enough. */
async function comesToRest(board: Board): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    board.clock.pass(2 * MINUTE);
    const { report } = await board.look();
    if (report.changes.planned === 0) return;
    expect(looks).toBeLessThan(3);
  }
}

const slotOf = (body: string): string => readMarker(body)?.slot ?? '';

/** At most one comment of each slot in an issue, and no label that is added and removed again. */
function expectOnce(stands: Standing, effects: readonly Effect[]): void {
  for (const [issue, { says }] of Object.entries(stands))
    expect({ issue, slots: says.map(slotOf) }).toEqual({ issue, slots: [...new Set(says.map(slotOf))] });
  const labels = effects.filter(({ kind }) => kind === 'label.added' || kind === 'label.removed');
  const touched = labels.map(({ subject, detail }) => `${subject} ${String(detail.label)}`);
  expect(touched).toEqual([...new Set(touched)]);
  expect(effects.filter(({ actor, kind }) => actor !== ME && isContent({ kind } as Effect))).toEqual([]);
}

let truth: Standing;
let requests: number;
beforeAll(async () => {
  const board = await halfway();
  const worker = mortal(board, null);
  await live(board, worker);
  requests = worker.requests();
  await comesToRest(board);
  truth = board.stands();
  const kinds = new Set(
    board
      .happened()
      .filter(isContent)
      .map(({ kind }) => kind),
  );
  expect([...kinds].sort()).toEqual(['comment.created', 'comment.edited', 'label.added', 'label.removed']);
}, 60_000);

const deaths: readonly Death[] = (() => {
  const choose = seeded(20_261_118);
  return Array.from({ length: 5 }, () => ({ at: choose(1000), when: choose(2) === 0 ? 'before' : 'after' }));
})();

/** Where it is killed: at every request, or at five that are spread over the whole scan. */
function places(): readonly Death[] {
  if (!LONG)
    return deaths.map(({ at, when }, n) => ({
      at: 1 + Math.floor(((n + at / 1000) / deaths.length) * requests),
      when,
    }));
  return Array.from({ length: requests }, (_, n) => n + 1).flatMap((at): readonly Death[] => [
    { at, when: 'before' },
    { at, when: 'after' },
  ]);
}

async function killed(death: Death, again: (board: Board) => Promise<void>): Promise<void> {
  const board = await halfway();
  const worker = mortal(board, death);
  expect({ death, life: await live(board, worker) }).toEqual({ death, life: 'died' });
  await again(board);
  await comesToRest(board);
  expect({ death, stands: board.stands() }).toEqual({ death, stands: truth });
  expectOnce(board.stands(), board.happened());
  await closeBoard(board);
}

describe('a facilitation that is killed', () => {
  it('at any request is completed by the next scan, from another checkout', async () => {
    for (const death of places()) await killed(death, async () => undefined);
  }, 600_000);

  it('while lists are half a minute old is completed after a scan that sees the old board', async () => {
    for (const death of places().slice(0, LONG ? undefined : 2)) {
      await killed(death, async (board) => {
        board.embedded.faults.add({ kind: 'stale', forMs: 30_000 });
        await board.ends();
        board.embedded.faults.clear();
      });
    }
  }, 600_000);
});

describe('the same event, delivered twice', () => {
  it('does nothing the second time', async () => {
    const board = await halfway();
    const event: Event = { kind: 'scheduled', key: 'run-1', repo: REPO, command: 'facilitate' };
    await board.look({ event });
    board.clock.pass(2 * MINUTE);
    board.happened();
    const { outcome, report } = await board.look({ event });
    expect({ name: outcome.name, planned: report.changes.planned }).toEqual({ name: 'done', planned: 0 });
    expect(board.happened()).toEqual([]);
    await comesToRest(board);
    expect(board.stands()).toEqual(truth);
    expectOnce(board.stands(), board.happened());
  });
});

describe('two at once on the same board', () => {
  it.each(Array.from({ length: LONG ? 300 : 6 }, (_, n) => n + 1))(
    'come to the same, one comment an issue (%d)',
    async (seed) => {
      const board = await halfway();
      const choose = seeded(seed);
      const workers = takingTurns(['one', 'two'], choose);
      const ended = await Promise.all(
        workers.map(async ({ name: key, before, over }) => {
          const event: Event = { kind: 'scheduled', key, repo: REPO, command: 'facilitate' };
          const { name } = await board.ends({ event, worker: { before } }).finally(over);
          return name;
        }),
      );
      expect(ended).toEqual(['done', 'done']);
      expectOnce(board.stands(), []);
      await comesToRest(board);
      expect(board.stands()).toEqual(truth);
      expectOnce(board.stands(), board.happened());
      await closeBoard(board);
    },
  );
});
