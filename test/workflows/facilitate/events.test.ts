import { describe, expect, it } from '@jest/globals';
import { eventsOf } from '../../../src/workflows/facilitate/rules/events.js';
import { corpus, lookAt, ME } from './looking.js';

const eventsIn = (world: Parameters<typeof lookAt>[0]) => {
  return eventsOf(lookAt(world));
};

describe('events', () => {
  it('list the history of an issue from its opening to its merge, in order', () => {
    const events = eventsIn({
      issues: [{ number: 3, created: '-9d', closed: { at: '-1d', reason: 'completed' }, reopened: ['-6d'] }],
      pulls: [
        {
          number: 7,
          created: '-5d',
          closes: [3],
          state: 'merged',
          merge: { at: '-1d', by: 'noah' },
          commits: [{ sha: 'h7', at: '-4d' }],
          reviews: [{ by: 'noah', state: 'approved', at: '-2d' }],
        },
      ],
    });
    expect(events.map(({ type, by, ref, sha }) => [type, by, ref ?? sha])).toEqual([
      ['issue_created', 'ann', undefined],
      ['issue_reopened', undefined, undefined],
      ['pr_opened', 'maya', 'acme/app#7'],
      ['commit_pushed', 'maya', 'h7'],
      ['pr_reviewed', 'noah', 'acme/app#7'],
      ['issue_closed', undefined, undefined],
      ['pr_merged', 'noah', 'acme/app#7'],
    ]);
    expect(events.every(({ issue }) => issue === 3)).toBe(true);
  });

  it('mark reviews by crew as its own, since GitHub creates one for each reply in a thread', () => {
    const events = eventsIn({
      issues: [{ number: 3, created: '-9d' }],
      pulls: [
        {
          number: 7,
          created: '-5d',
          closes: [3],
          reviews: [
            { by: 'noah', state: 'commented', at: '-3d' },
            { by: ME, state: 'commented', at: '-2d' },
          ],
        },
      ],
    });
    const reviews = events.filter(({ type }) => type === 'pr_reviewed');
    expect(reviews.map(({ by, own }) => [by, own])).toEqual([
      ['noah', undefined],
      [ME, true],
    ]);
  });

  it('cover agents, runs, branches, blockers, labels, assignments, comments and the board', () => {
    const events = eventsIn({
      issues: [
        {
          number: 3,
          labels: [{ name: 'bug', by: 'maya', at: '-8d' }],
          comments: [{ at: '-7d', by: 'ann', body: 'x' }],
          acts: [
            { type: 'assigned', at: '-6d', by: 'maya' },
            { type: 'pinned', at: '-6d', by: 'maya' },
          ],
          'blocked-by': [{ issue: 9, since: '-5d' }],
          status: { name: 'Todo', at: '-4d', by: 'maya' },
        },
        { number: 9, created: '-20d' },
      ],
      branches: [{ name: 'issue-3', ahead: [{ sha: 'b1', message: 'x', at: '-3d', by: 'maya' }] }],
      logs: [{ agent: 'iterator', issue: 3, started: '-2d', last: '-1d', ended: { at: '-1d', well: true } }],
      runs: [{ run: 'fix-3-0123456789', workflow: 'fix', issue: 3, status: 'running', started: '-1h' }],
    });
    expect(events.filter(({ issue }) => issue === 3).map(({ type }) => type)).toEqual([
      'issue_created',
      'labeled',
      'commented',
      'assigned',
      'blocked_added',
      'status_moved',
      'commit_pushed',
      'branch_linked',
      'agent_started',
      'agent_ended',
      'agent_started',
    ]);
  });

  it('do not depend on the order in which the board was read, and appear once each', () => {
    for (const world of corpus) {
      const boardFacts = lookAt(world);
      const { board, judged } = boardFacts;
      const turned = {
        ...board,
        issues: board.issues.toReversed(),
        pulls: board.pulls.toReversed(),
        commits: board.commits.toReversed(),
        branches: board.branches.toReversed(),
      };
      const links = new Map([...judged.links].toReversed().map(([ref, list]) => [ref, list.toReversed()]));
      const events = eventsOf(boardFacts);
      expect(eventsOf({ ...boardFacts, board: turned, judged: { ...judged, links } })).toEqual(events);
      expect(events.map(({ time }) => time)).toEqual(events.map(({ time }) => time).sort());
      expect(new Set(events.map((each) => JSON.stringify(each))).size).toBe(events.length);
    }
  });

  it('name issues of other repositories in full', () => {
    const boardFacts = lookAt({ issues: [{ number: 3 }] });
    const elsewhere = { ...boardFacts.board, repo: 'acme/other' };
    expect(eventsOf({ ...boardFacts, board: elsewhere })[0]?.issue).toBe('acme/app#3');
  });

  it('contain the time when a draft became ready and when its last check ended', () => {
    const boardFacts = lookAt({
      issues: [{ number: 1, created: '-9d' }],
      pulls: [{ number: 7, body: 'Fixes #1', created: '-3d', checks: [{ name: 'test', state: 'failure' }] }],
    });
    const told = (at: string | undefined) => {
      const pulls = boardFacts.board.pulls.map((pull) => ({
        ...pull,
        readyAt: '2026-11-16T12:00:00Z',
        checks: [
          { name: 'lint', state: 'success', required: true, at: '2026-11-16T12:05:00Z' } as const,
          { name: 'test', state: 'failure', required: true, at } as const,
        ],
      }));
      const seen = { ...boardFacts.board, pulls };
      return eventsOf({ ...boardFacts, board: seen }).map(({ type, time, what }) => [type, time, what]);
    };
    expect(told('2026-11-16T12:09:00Z')).toEqual(
      expect.arrayContaining([
        ['pr_ready', '2026-11-16T12:00:00Z', undefined],
        ['checks_finished', '2026-11-16T12:09:00Z', 'failure'],
      ]),
    );
    expect(told(undefined).map(([type]) => type)).not.toContain('checks_finished');
  });
});
