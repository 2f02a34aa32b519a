// "Next" has an answer on every board: an agent, or `none` with the person who must act; and who that is stands in `turns`.
import { describe, expect, it } from '@jest/globals';
import { ago, type IssueSeed, of, openBoard, type RepositorySeed } from './board.js';
import { agents } from './thousand.js';

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
        rationale: expect.stringContaining('unblocks 1 issue'),
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
