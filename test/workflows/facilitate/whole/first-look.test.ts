// The first look at a board: it does not fall upon people.
import { describe, expect, it } from '@jest/globals';
import {
  ago,
  type Board,
  type IssueSeed,
  isContent,
  ME,
  MINUTE,
  of,
  openBoard,
  REPO,
  type RepositorySeed,
} from './board.js';
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
          overrides: { mergeable: 'MERGEABLE', mergeState: 'CLEAN', reviewDecision: 'APPROVED' },
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

const issue = (number: number, more: Partial<IssueSeed> = {}): IssueSeed => ({
  number,
  title: `Part ${number}`,
  body: 'What is wrong, in a sentence.',
  author: 'maya',
  createdAt: ago(20 - number),
  ...more,
});

async function scan(seed: Partial<RepositorySeed>, more: Parameters<typeof openBoard>[1] = {}) {
  const board = await openBoard({ files: agents, ...seed }, more);
  return board.look();
}

describe('a board without an issue to start', () => {
  it.each<[string, readonly IssueSeed[], RegExp]>([
    ['every issue is blocked', [issue(1, { body: 'Blocked by the legal department' })], /#1: @maya/],
    ['every issue is assigned', [issue(1, { assignees: ['noah'], createdAt: ago(2) })], /#1: @noah is assigned\./],
    [
      'the issues wait for each other',
      [issue(1, { body: 'Blocked by #2' }), issue(2, { body: 'Blocked by #1' })],
      /@maya can remove one dependency of the cycle/,
    ],
    [
      'every issue waits for an answer of its author',
      [issue(1, { comments: [{ author: 'noah', body: 'Which browser?', at: ago(2) }] })],
      /#1: @maya has to answer the question\./,
    ],
    ['no issue has a description', [issue(1, { body: '' })], /#1: @maya has to add a description\./],
  ])('(%s) is judged completely, and the person who must act is named', async (_, issues, reason) => {
    const { outcome, report } = await scan({ issues: [...issues] });
    expect({ outcome: outcome.name, complete: report.complete }).toEqual({ outcome: 'done', complete: true });
    expect(report.completion).toEqual({ registry: true, states: true, next: true, actions: true });
    expect(report.recommendation).toMatchObject({ nextAgent: 'none', reason: expect.stringMatching(reason) });
    const open = report.assessments.filter(({ state }) => state !== 'done').map(({ issue: number }) => number);
    expect(report.turns.map(({ issue: number }) => number)).toEqual(open);
    for (const { who, since } of report.turns) {
      expect(who.length).toBeGreaterThan(0);
      expect(since).toMatch(/^2026-/);
    }
  });

  it('(its label selects no issue) says so and has no health score', async () => {
    const board = await openBoard({ issues: [issue(1)], files: agents });
    const { report } = await board.look({ aim: { label: 'sprint-1' } });
    expect(report.recommendation).toMatchObject({ nextAgent: 'none', reason: 'No issue has the label `sprint-1`.' });
    expect({ complete: report.complete, score: report.health.score }).toEqual({ complete: true, score: null });
  });
});

describe('a blocked issue', () => {
  it('suggests to a person the root blocker in another repository, with a command', async () => {
    const infra = { owner: 'acme', name: 'infra', createdAt: ago(900), issues: [issue(7, { title: 'Networks' })] };
    const { report } = await scan(
      { issues: [issue(1, { body: 'Blocked by acme/infra#7' })] },
      { repositories: [infra] },
    );
    expect(of(report, 1).blockers).toEqual([{ issue: 'acme/infra#7', source: 'text', open: true, root: true }]);
    expect(report.recommendation.suggestions).toMatchObject([
      {
        agent: 'none',
        command: 'gh issue view 7 --repo acme/infra',
        rationale: expect.stringContaining('#1 waits for it'),
      },
    ]);
  });
});

describe('the turn of an open issue', () => {
  it('names the people, the task and the date', async () => {
    const { report } = await scan({
      issues: [issue(1), issue(2), issue(3), issue(4, { assignees: ['noah'] })],
      pulls: [
        { number: 11, title: 'A', body: 'Fixes #1', author: 'maya', createdAt: ago(4), requests: [{ login: 'noah' }] },
        {
          ...{ number: 12, title: 'B', body: 'Fixes #2', author: 'maya', createdAt: ago(4), state: 'merged' },
          merge: { at: ago(3), by: 'noah', method: 'squash' },
          closes: [],
        },
      ],
    });
    const turns = Object.fromEntries(report.turns.map((turn) => [String(turn.issue), turn]));
    expect(turns['1']).toMatchObject({ who: ['noah'], for: 'review' });
    expect(turns['2']).toMatchObject({ for: 'close' });
    expect(turns['3']).toMatchObject({ for: 'work' });
    expect(turns['4']).toMatchObject({ who: ['noah'], for: 'work' });
  });
});
