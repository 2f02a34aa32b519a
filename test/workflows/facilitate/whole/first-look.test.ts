// The first look at a board: it does not fall upon people.
import { describe, expect, it } from '@jest/globals';
import { ago, type Board, isContent, ME, MINUTE, of, openBoard, REPO } from './board.js';
import { AIM, agents, openThousand } from './thousand.js';

const say = async ({ embedded }: Board, method: string, path: string, body: object): Promise<void> => {
  const answer = await fetch(`${embedded.apiUrl}/repos/${REPO}/${path}`, {
    method,
    headers: { authorization: `token ${embedded.tokenFor({ user: 'noah' })}` },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBeLessThan(300);
};

describe('a first scan of a thousand issues', () => {
  it('writes labels and its digest but no comments; an issue gets its comment when it changes', async () => {
    const board = await openThousand('facilitate: { digest-issue: true }\n');
    const first = await board.look({ aim: AIM });
    const kinds = board
      .happened()
      .filter(isContent)
      .map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith('comment.'))).toEqual([]);
    expect(kinds.filter((kind) => kind === 'label.added').length).toBeGreaterThan(100);
    const own = board.embedded.repository(REPO).issues.filter(({ author }) => author.login === ME);
    expect(own).toHaveLength(1);
    expect(own[0]?.body).toContain('1000 issues');
    for (let deferred = first.report.changes.deferred; deferred > 0; ) {
      board.clock.pass(61 * MINUTE);
      deferred = (await board.look({ aim: AIM })).report.changes.deferred;
    }
    expect(board.happened().filter(({ kind }) => kind.startsWith('comment.'))).toEqual([]);
    const blocked = first.report.assessments.filter(({ state }) => state === 'blocked');
    expect(blocked.length).toBeGreaterThan(5);
    const [one] = blocked;
    await say(board, 'PATCH', `issues/${one?.issue}`, { body: 'Blocked by https://elsewhere.example/7' });
    board.clock.pass(61 * MINUTE);
    board.happened();
    await board.look({ aim: AIM });
    const said = board.happened().filter(({ kind }) => kind.startsWith('comment.'));
    expect(said.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([`comment.created #${one?.issue}`]);
  }, 60_000);
});

describe('a first scan of a board that needs more labels than GitHub accepts one by one', () => {
  it('writes them all in batches within a minute, and nothing if it is repeated', async () => {
    const issues = Array.from({ length: 420 }, (_, n) => ({
      number: n + 1,
      title: `Part ${n + 1}`,
      body: 'Broken.',
      createdAt: ago(2),
    }));
    const board = await openBoard({ files: agents, issues });
    const began = board.clock.now();
    const { report, outcome } = await board.look();
    expect(board.clock.now() - began).toBeLessThan(MINUTE);
    expect(report.changes).toEqual({ planned: 420, written: 420, deferred: 0 });
    expect(outcome.name).toBe('done');
    board.clock.pass(30 * MINUTE);
    expect((await board.look()).report.changes).toEqual({ planned: 0, written: 0, deferred: 0 });
  });
});

describe('a first scan of twenty issues', () => {
  it('comments only where a person must act, and once for all issues that wait for the same pull request', async () => {
    const board = await openBoard({
      files: agents,
      issues: [
        ...Array.from({ length: 10 }, (_, n) => ({
          number: n + 1,
          title: `Part ${n + 1}`,
          body: 'Broken.',
          createdAt: ago(3),
        })),
        { number: 11, title: 'Waits', body: 'Blocked by #1', createdAt: ago(3) },
        { number: 12, title: 'Merged', createdAt: ago(3) },
        { number: 13, title: 'Landed', createdAt: ago(3) },
        { number: 14, title: 'To be looked at', createdAt: ago(3) },
        { number: 15, title: 'To be looked at with it', createdAt: ago(3) },
        { number: 16, title: 'Broken off', createdAt: ago(3) },
        { number: 17, title: 'Begun', createdAt: ago(3) },
        { number: 18, title: 'Over', createdAt: ago(3), state: 'closed', closedAt: ago(1) },
        { number: 19, title: 'Approved', createdAt: ago(3) },
        { number: 20, title: 'Failing', createdAt: ago(3) },
      ],
      pulls: [
        {
          number: 32,
          title: 'M',
          closes: [12],
          author: 'maya',
          createdAt: ago(2),
          state: 'merged',
          merge: { at: ago(1), by: 'noah', method: 'squash' },
        },
        { number: 34, title: 'L', closes: [14, 15], author: 'maya', createdAt: ago(2) },
        { number: 36, title: 'B', closes: [16], author: 'maya', createdAt: ago(2), state: 'closed', closedAt: ago(1) },
        { number: 37, title: 'D', closes: [17], author: 'maya', createdAt: ago(2), draft: true },
        {
          number: 39,
          title: 'A',
          closes: [19],
          author: 'maya',
          createdAt: ago(2),
          reviews: [{ by: 'noah', state: 'APPROVED', at: ago(1) }],
          said: { mergeable: 'MERGEABLE', mergeState: 'CLEAN', reviewDecision: 'APPROVED' },
        },
        {
          number: 40,
          title: 'F',
          closes: [20],
          author: 'maya',
          createdAt: ago(2),
          checks: [{ name: 'test', state: 'failure' }],
        },
      ],
      commits: [{ message: 'Fixes #13', at: ago(1), by: 'maya' }],
    });
    const { report, outcome } = await board.look();
    expect(outcome.name).toBe('done');
    expect([12, 13, 14, 15, 16, 17, 18, 19, 20].map((number) => of(report, number).rule)).toEqual([
      ...[
        'merged',
        'landed',
        'in-review',
        'in-review',
        'interrupted',
        'started',
        'closed',
        'approved',
        'checks-failing',
      ],
    ]);
    const commented = Object.entries(board.stands()).flatMap(([issue, { says }]) =>
      says.map(() => issue.split('#')[1]),
    );
    expect(commented).toEqual(['11', '12', '13', '14', '16', '19']);
    expect(board.stands()[`${REPO}#14`]?.says[0]).toContain('#15');
  });
});
