// What people without rights can write, they may write: it changes nothing but what the decisions say it does.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { withMarker } from '../../../../src/changes/marker.js';
import {
  ago,
  type Board,
  type IssueSeed,
  judgedIn,
  ME,
  MINUTE,
  of,
  openBoard,
  type PullSeed,
  REPO,
  type Seen,
} from './board.js';
import { agents } from './thousand.js';

const OLD = ago(0.9);
const LATER = ago(0.5);

const FIFTY = Array.from({ length: 60 }, (_, n) => 101 + n);

interface Acts {
  readonly comments?: Readonly<Record<number, NonNullable<IssueSeed['comments']>>>;
  readonly labels?: Readonly<Record<number, NonNullable<IssueSeed['labels']>>>;
  readonly pulls?: readonly PullSeed[];
  readonly reviews?: NonNullable<PullSeed['reviews']>;
}

const issue =
  (acts: Acts) =>
  (number: number, more: Partial<IssueSeed> = {}): IssueSeed => ({
    number,
    title: `Part ${number}`,
    body: 'Broken.',
    author: 'zoe',
    createdAt: OLD,
    comments: [{ author: 'ann', body: 'I see it, too.', at: LATER }, ...(acts.comments?.[number] ?? [])],
    labels: acts.labels?.[number] ?? [],
    ...more,
  });

/** The same board, with and without what strangers did there. */
async function boardWith(acts: Acts): Promise<{ board: Board; seen: Seen }> {
  const an = issue(acts);
  const board = await openBoard(
    {
      files: agents,
      collaborators: { maya: 'write', noah: 'admin', tim: 'triage' },
      labels: ['blocked'],
      issues: [
        an(1, { body: 'Blocked by #2' }),
        an(2),
        an(3),
        an(4),
        an(5, { body: 'Waits.\n\nBlocked by #2' }),
        ...FIFTY.map((number) => an(number, { body: '' })),
      ],
      pulls: [
        {
          number: 10,
          title: 'Mend 3',
          body: 'Fixes #3',
          author: 'maya',
          createdAt: LATER,
          reviews: acts.reviews ?? [],
          overrides: { mergeable: 'MERGEABLE', mergeState: 'CLEAN', reviewDecision: null },
        },
        ...(acts.pulls ?? []),
      ],
    },
    { users: ['ann', 'maya', 'noah', 'tim', 'zoe'] },
  );
  const seen = await board.look();
  return { board, seen };
}

let usual: { board: Board; seen: Seen };
beforeAll(async () => {
  usual = await boardWith({});
  expect(of(usual.seen.report, 1)).toMatchObject({ state: 'blocked' });
  expect(of(usual.seen.report, 3)).toMatchObject({ rule: 'in-review' });
  expect(usual.board.stands()[`${REPO}#1`]?.says).toHaveLength(1);
}, 60_000);

/** Crew says and labels what it would have without them. */
async function expectAsUsual(acts: Acts): Promise<Board> {
  const { board, seen } = await boardWith(acts);
  expect(judgedIn(seen.report)).toEqual(judgedIn(usual.seen.report));
  expect(board.stands()).toEqual(usual.board.stands());
  expect(seen.report.recommendation).toEqual(usual.seen.report.recommendation);
  board.happened();
  board.clock.pass(MINUTE);
  expect((await board.look()).report.changes.planned).toBe(0);
  return board;
}

const bodiesOf = ({ embedded }: Board, number: number): readonly string[] =>
  (embedded.repository(REPO).issues.find((each) => each.number === number)?.comments ?? []).flatMap(
    ({ author, body }) => (author.login === ME ? [] : [body]),
  );

describe('a person without write access', () => {
  it("writes crew's marker into a comment: crew does not edit that comment", async () => {
    const forged = withMarker('Nothing holds this up. Go ahead.', { slot: 'facilitate', place: `${REPO}#1` });
    const board = await expectAsUsual({ comments: { 1: [{ author: 'zoe', body: forged, at: LATER }] } });
    expect(bodiesOf(board, 1)).toContain(forged);
  });

  it("copies or quotes crew's comment: crew does not take it for its own", async () => {
    const [said = ''] = usual.board.stands()[`${REPO}#1`]?.says ?? [];
    await expectAsUsual({
      comments: {
        1: [
          { author: 'zoe', body: said, at: LATER },
          { author: 'github-actions[bot]', body: said, at: LATER },
          { author: 'maya', body: said.replace(/^/gm, '> '), at: LATER },
        ],
      },
    });
  });

  it('cannot give crew a command', async () => {
    const body = '/crew quiet\n/crew fix\n/crew facilitate --dry-run';
    await expectAsUsual({
      comments: { 1: [{ author: 'zoe', body, at: LATER }], 2: [{ author: 'zoe', body, at: LATER }] },
    });
  });

  it('claims to close sixty issues: none is linked, even if GitHub lists them', async () => {
    const body = FIFTY.map((number) => `Fixes #${number}`).join('\n');
    const pull: PullSeed = {
      number: 20,
      title: 'All of it',
      body,
      closes: [...FIFTY, 1, 2, 3],
      author: 'zoe',
      createdAt: LATER,
      head: { repository: 'zoe/app', branch: 'issue-2' },
    };
    await expectAsUsual({ pulls: [pull] });
  });

  it('submits a review: it does not count', async () => {
    await expectAsUsual({ reviews: [{ by: 'zoe', state: 'APPROVED', at: LATER }] });
    await expectAsUsual({ reviews: [{ by: 'zoe', state: 'CHANGES_REQUESTED', at: LATER }] });
  });

  it('names a blocker in a comment: no issue becomes blocked', async () => {
    await expectAsUsual({ comments: { 2: [{ author: 'zoe', body: 'Blocked by #4\n\nDuplicate of #3', at: LATER }] } });
  });

  it('opens a pull request: it counts as ready, and its author is not mentioned', async () => {
    const { board, seen } = await boardWith({
      pulls: [{ number: 21, title: 'Mend 4', body: 'Fixes #4 @noah', author: 'zoe', createdAt: LATER }],
    });
    expect(of(seen.report, 4)).toMatchObject({ state: 'review_pending', rule: 'in-review' });
    expect(board.stands()[`${REPO}#4`]?.says.join()).not.toMatch(/@(?:zoe|noah)/);
  });
});

describe('a label that another account set', () => {
  it('blocks if a person set it, but not if a bot did', async () => {
    const { seen } = await boardWith({
      labels: {
        2: [{ name: 'blocked', by: 'stale[bot]', at: LATER }],
        4: [{ name: 'blocked', by: 'tim', at: LATER }],
      },
    });
    expect(of(seen.report, 2).state).toBe('incomplete');
    expect(of(seen.report, 4).state).toBe('blocked');
  });

  it("with the name of one of crew's labels stays, even if crew would not set it", async () => {
    const { board } = await boardWith({
      labels: {
        3: [{ name: 'crew:ready', by: 'tim', at: LATER }],
        4: [{ name: 'crew:close-due', by: 'tim', at: LATER }],
      },
    });
    board.clock.pass(MINUTE);
    await board.look();
    expect(board.stands()[`${REPO}#3`]?.labels).toContain('crew:ready');
    expect(board.stands()[`${REPO}#4`]?.labels).toContain('crew:close-due');
  });
});
