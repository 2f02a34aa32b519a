// What cannot be read is said, by name and number; it is never nothing, and never done.
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fault, Permissions } from 'github-sandbox';
import type { Report } from '../../../../src/ports/report.js';
import { exitOf } from '../../../../src/runs/outcome.js';
import {
  ago,
  type Board,
  closeBoard,
  GRANTED,
  isContent,
  judgedIn,
  MINUTE,
  openBoard,
  REPO,
  type Seen,
} from './board.js';
import { agents } from './thousand.js';

const COUNT = 130;
const AIM = { project: 1, projectOwner: 'acme' };

/** A private board whose truth needs everything: pages, parts, waits, reviews, checks, branches, history. */
const open = (): Promise<Board> =>
  openBoard(
    {
      private: true,
      files: { ...agents, '.github/crew.yml': 'facilitate: { comments: all }\n' },
      issues: [
        ...Array.from({ length: COUNT }, (_, n) => ({
          number: n + 1,
          title: `Part ${n + 1}`,
          body: 'Broken.',
          createdAt: ago(3),
        })),
        { number: 201, title: 'Parent', createdAt: ago(3), children: [202] },
        { number: 202, title: 'Child', createdAt: ago(3), state: 'closed', closedAt: ago(1) },
        { number: 203, title: 'Waits', createdAt: ago(3), blockedBy: [1] },
        { number: 204, title: 'Approved', createdAt: ago(3) },
        { number: 205, title: 'Merged', createdAt: ago(3) },
        { number: 206, title: 'Landed', createdAt: ago(3) },
        { number: 207, title: 'Failing', createdAt: ago(3) },
        { number: 208, title: 'Begun', createdAt: ago(3) },
        { number: 209, title: 'Labelled', createdAt: ago(3), labels: [{ name: 'blocked', by: 'maya', at: ago(1) }] },
      ],
      pulls: [
        {
          number: 304,
          title: 'Approved',
          body: 'Fixes #204',
          author: 'maya',
          createdAt: ago(2),
          reviews: [{ by: 'noah', state: 'APPROVED', at: ago(1) }],
          overrides: { reviewDecision: 'APPROVED', mergeable: 'MERGEABLE', mergeState: 'CLEAN' },
          checks: [{ name: 'test', state: 'success', required: true }],
        },
        {
          number: 305,
          title: 'Merged',
          body: 'Fixes #205',
          author: 'maya',
          createdAt: ago(2),
          state: 'merged',
          merge: { at: ago(1), by: 'noah', method: 'squash' },
        },
        {
          number: 307,
          title: 'Failing',
          body: 'Fixes #207',
          author: 'maya',
          createdAt: ago(2),
          checks: [{ name: 'test', state: 'failure', required: true }],
        },
      ],
      commits: [{ message: 'Mend\n\nFixes #206', at: ago(1), by: 'maya' }],
      branches: [{ name: 'issue-208', commits: [{ message: 'Begin', at: ago(1), by: 'maya' }] }],
    },
    {
      users: ['ann', 'maya', 'noah'],
      projects: [
        {
          owner: 'acme',
          number: 1,
          title: 'All',
          items: [...Array.from({ length: COUNT }, (_, n) => n + 1), 201, 202, 203, 204, 205, 206, 207, 208, 209].map(
            (number) => ({ of: `${REPO}#${number}` }),
          ),
        },
      ],
    },
  );

const TOTAL = COUNT + 9;

/** One for all that write nothing. */
let board: Board;
let truth: Readonly<Record<string, string>>;
beforeAll(async () => {
  board = await open();
  await board.look({ aim: AIM, dryRun: true });
  const { report, outcome } = await board.look({ aim: AIM, dryRun: true });
  expect(report).toMatchObject({ complete: true, coverage: { issues: TOTAL, seen: TOTAL, missing: [] } });
  expect(outcome.name).toBe('planned');
  truth = judgedIn(report);
  expect(new Set(Object.values(truth)).size).toBeGreaterThanOrEqual(9);
}, 60_000);
beforeEach(() => {
  board.embedded.faults.clear();
  board.happened();
});

/** Where something is written, nobody else has written before. */
async function openAnother(): Promise<void> {
  await closeBoard(board);
  board = await open();
}

/** Every word is the truth or "unknown", what is missing is named, and it is not called complete. */
function expectHonest({ report, outcome }: Seen, aboutAll = TOTAL): Report {
  const { coverage, assessments, completion } = report;
  for (const { issue, state, rule, evidence } of assessments) {
    if (state === 'unknown') expect({ issue, said: evidence.length > 0 }).toEqual({ issue, said: true });
    else expect({ issue, is: `${state} ${rule}` }).toEqual({ issue, is: truth[String(issue)] });
  }
  expect(coverage.missing.length).toBeGreaterThan(0);
  for (const { what, why } of coverage.missing) expect([what, why].every((each) => each.length > 2)).toBe(true);
  expect(coverage.seen).toBeLessThanOrEqual(coverage.issues);
  if (coverage.seen < aboutAll)
    expect(coverage.missing.map(({ what }) => what).join('\n')).toMatch(
      /\d+ of \d+ seen|#\d+|unknown number|\d+ cards?/,
    );
  expect(completion.states).toBe(false);
  expect(report.complete).toBe(false);
  expect(report.health.score).toBeNull();
  expect(exitOf([outcome])).toBe(3);
  return report;
}

describe('a scan with incomplete answers', () => {
  const FORBIDDEN = { type: 'FORBIDDEN', message: 'Resource not accessible by integration', times: 'all' } as const;
  it.each<[string, Fault]>([
    ['the parts of a parent', { kind: 'field', field: 'Issue.subIssues', times: 'all' }],
    ['what an issue waits for', { kind: 'field', field: 'Issue.blockedBy', times: 'all' }],
    ["one issue's history", { kind: 'field', field: 'Issue.timelineItems', of: 209, times: 'all' }],
    ["one issue's labels", { kind: 'field', field: 'Issue.labels', of: 209, times: 'all' }],
    ['one title, and the whole issue with it', { kind: 'field', field: 'Issue.title', of: 204, times: 'all' }],
    ['the reviews', { kind: 'field', field: 'PullRequest.reviews', times: 'all' }],
    ['the commits', { kind: 'field', field: 'PullRequest.commits', times: 'all' }],
    ['what they close', { kind: 'field', field: 'PullRequest.closingIssuesReferences', times: 'all' }],
    ['the checks', { kind: 'field', field: 'PullRequest.statusCheckRollup', ...FORBIDDEN }],
    ['all pull requests', { kind: 'field', field: 'Repository.pullRequests', ...FORBIDDEN }],
    ['all branches', { kind: 'field', field: 'Repository.refs', ...FORBIDDEN }],
    ['the history', { kind: 'field', field: 'Commit.history', ...FORBIDDEN }],
    ['the cards', { kind: 'field', field: 'ProjectV2.items', ...FORBIDDEN }],
    ['the end of the cards, for it takes too long', { kind: 'timeout', body: 'items\\(last', times: 'all' }],
    ['any details, for it takes too long', { kind: 'timeout', body: 'fragment Details', times: 'all' }],
    [
      'any details, for the gateway gives up',
      { kind: 'status', status: 504, when: 'before', body: 'fragment Details', times: 'all' },
    ],
    ['any work, for the answer breaks off', { kind: 'truncate', body: 'fragment PullWork', times: 'all' }],
    [
      'anything after the third answer',
      { kind: 'status', status: 502, when: 'before', path: 'graphql', from: 4, times: 'all' },
    ],
    [
      'a whole list of cards, with the gateway giving up again and again',
      { kind: 'status', status: 504, when: 'before', body: 'items\\(', times: 'all' },
    ],
  ])('without %s', async (_, fault) => {
    board.embedded.faults.add(fault);
    const seen = await board.look({ aim: AIM, dryRun: true });
    expectHonest(seen);
  });
});

const REFUSED = 'Resource not accessible by integration';

const without = (name: string): Permissions =>
  Object.fromEntries(Object.entries(GRANTED).filter(([each]) => each !== name));

/** What GitHub's GraphQL refuses to a token without a permission; the embedded one refuses it in REST by itself. */
function withhold(fields: readonly string[]): void {
  const said = { type: 'FORBIDDEN', message: REFUSED, times: 'all' } as const;
  for (const field of fields) board.embedded.faults.add({ kind: 'field', field, ...said });
}

describe('a scan with a token that may not read everything', () => {
  it('reads no issue without the permission for issues, and reports their number', async () => {
    withhold(['Repository.issues', 'ProjectV2Item.content', 'Repository.issueOrPullRequest']);
    const seen = await board.look({ aim: AIM, permissions: without('issues'), dryRun: true });
    expectHonest(seen);
    expect(seen.report.coverage).toMatchObject({ issues: TOTAL, seen: 0, missing: [{ why: REFUSED }] });
    expect(seen.outcome.says).toContain(`0 of ${TOTAL} issues could be read`);
    expect(seen.outcome.says).not.toContain('no issues');
  });

  it.each([
    ['pull_requests', ['Repository.pullRequests', 'PullRequest.reviews', 'PullRequest.commits'], 'pull requests (0 of'],
    ['checks', ['StatusCheckRollup.contexts'], 'where acme/app#307 stands'],
    ['statuses', ['PullRequest.statusCheckRollup'], 'where acme/app#307 stands'],
    ['organization_projects', [], 'project 1'],
  ] as const)('names the data that is missing without the permission %s', async (permission, fields, what) => {
    withhold(fields);
    const { coverage } = expectHonest(await board.look({ aim: AIM, permissions: without(permission), dryRun: true }));
    const named = coverage.missing.find((each) => each.what.startsWith(what));
    expect(named?.why).toContain(REFUSED);
  });

  it('is refused without the permission for contents, since the settings cannot be read', async () => {
    withhold(['Repository.refs', 'Repository.object', 'Ref.compare']);
    const refused = board.ends({ aim: AIM, permissions: without('contents') });
    await expect(refused).rejects.toMatchObject({ ends: 'refused', found: expect.stringContaining(REFUSED) });
    expect(board.happened()).toEqual([]);
  });
});

describe('a scan with a token that may not write everything', () => {
  beforeEach(openAnother);

  it('reports all changes without the permission to write issues, writes none, and stops trying', async () => {
    board.requested();
    const { report, outcome } = await board.look({ aim: AIM, permissions: { ...GRANTED, issues: 'read' } });
    expect(board.requested()).toBeLessThan(40);
    expect(board.happened().filter(isContent)).toEqual([]);
    const { planned, written } = report.changes;
    expect([planned > 100, written]).toEqual([true, 0]);
    expect(report.completion).toEqual({ registry: true, states: true, next: true, actions: false });
    const what = `${planned} of ${planned} comments and labels, which could not be written`;
    expect(report.coverage.missing).toEqual([{ what, why: expect.stringContaining(REFUSED) }]);
    expect(exitOf([outcome])).toBe(3);
    // What could not be written is owed, and is written by whoever may.
    board.clock.pass(MINUTE);
    const then = await board.look({ aim: AIM });
    expect(then.report.changes).toEqual({ planned, written: planned, deferred: 0 });
  });

  it('writes all changes without the permission to write contents, and reports that its record could not be stored', async () => {
    const { report, outcome } = await board.look({ aim: AIM, permissions: { ...GRANTED, contents: 'read' } });
    expect(report.changes.written).toBe(report.changes.planned);
    expect(report.coverage.missing).toEqual([
      { what: 'the record of this scan', why: expect.stringContaining(REFUSED) },
    ]);
    expect(report.completion).toMatchObject({ states: true, actions: false });
    expect(exitOf([outcome])).toBe(3);
    // It has no memory; but what it said stands there, and is not said again.
    board.happened();
    board.clock.pass(MINUTE);
    const again = await board.look({ aim: AIM, permissions: { ...GRANTED, contents: 'read' } });
    expect(again.report.changes.planned).toBe(0);
    expect(board.happened()).toEqual([]);
  });
});

describe('a scan whose digest issue is refused', () => {
  it('reports the refusal, and the next scan opens the digest issue', async () => {
    const files = { ...agents, '.github/crew.yml': 'facilitate: { digest-issue: true }\n' };
    const small = await openBoard({ files, issues: [{ number: 1, title: 'A', body: 'Broken.', createdAt: ago(3) }] });
    const digests = () => small.embedded.repository(REPO).issues.filter(({ title }) => title === 'Board digest');
    const refused = await small.look({ permissions: { ...GRANTED, issues: 'read' } });
    expect(refused.report.coverage.missing).toContainEqual({
      what: 'the digest issue',
      why: expect.stringContaining(REFUSED),
    });
    expect([refused.report.complete, digests().length]).toEqual([false, 0]);
    small.clock.pass(MINUTE);
    const granted = await small.look();
    expect(granted.report.coverage.missing).toEqual([]);
    expect(digests()).toHaveLength(1);
  });
});

describe('a scan that cannot read the agents', () => {
  it('has no registry and reports that', async () => {
    board.embedded.faults.add({
      kind: 'status',
      status: 502,
      when: 'before',
      body: 'crew(Files|Opening)',
      times: 'all',
    });
    const { report, outcome } = await board.look({ aim: AIM, dryRun: true });
    expect(report.completion).toMatchObject({ registry: false });
    expect(report.coverage.missing.map(({ what }) => what)).toEqual(['the agents in .agent/']);
    expect(exitOf([outcome])).toBe(3);
  });
});

describe('a board with cards of another repository', () => {
  it('that the token may not read reports the number of unreadable cards, and is not complete', async () => {
    const { look } = await openBoard(
      { issues: [{ number: 1, title: 'Here', body: 'Blocked by acme/secret#1', createdAt: ago(3) }], files: agents },
      {
        users: ['ann'],
        repositories: [
          {
            owner: 'ann',
            name: 'secret',
            private: true,
            createdAt: ago(9),
            issues: [1, 2].map((number) => ({ number, title: 'Hush', createdAt: ago(3) })),
          },
        ],
        projects: [
          {
            owner: 'acme',
            number: 1,
            title: 'All',
            public: true,
            items: [{ of: `${REPO}#1` }, { of: 'ann/secret#1' }, { of: 'ann/secret#2' }],
          },
        ],
      },
    );
    const { report, outcome } = await look({ aim: AIM });
    expect(report.coverage).toMatchObject({ issues: 3, seen: 1 });
    expect(report.coverage.missing).toContainEqual({
      what: '2 cards of the board',
      why: 'redacted: this token may not read the repository',
    });
    expect(report.assessments.map(({ issue, state }) => [issue, state])).toEqual([[1, 'blocked']]);
    expect(JSON.stringify(report)).not.toContain('Hush');
    expect(exitOf([outcome])).toBe(3);
  });
});

describe('data that was read incompletely once', () => {
  beforeEach(openAnother);

  it.each<[string, Fault]>([
    ['a history', { kind: 'field', field: 'Commit.history', type: 'FORBIDDEN', times: 'all' }],
    ['a title', { kind: 'field', field: 'Issue.title', of: 206, times: 'all' }],
    ['a page', { kind: 'timeout', body: 'items\\(last', times: 'all' }],
    ['checks', { kind: 'field', field: 'PullRequest.statusCheckRollup', times: 'all' }],
  ])('(%s) is read again by the next scan, without a trace of the failure', async (_, fault) => {
    const take = board.embedded.faults.add(fault);
    const half = await board.look({ aim: AIM, comments: 'none' });
    expect(half.report.complete).toBe(false);
    take();
    board.clock.pass(MINUTE);
    const { report } = await board.look({ aim: AIM, comments: 'none' });
    expect(report.coverage).toMatchObject({ issues: TOTAL, seen: TOTAL, missing: [] });
    expect(judgedIn(report)).toEqual(truth);
  });
});
