// Boards that are awkward: long, old, foreign, moved. They are judged right, and cost no more than a few requests each.
import { describe, expect, it } from '@jest/globals';
import { addLabels, createComment, removeLabel } from 'github-sandbox';
import { ago, type Board, type IssueSeed, MINUTE, of, openBoard, REPO } from './board.js';
import { agents } from './thousand.js';

const an = (number: number, more: Partial<IssueSeed> = {}): IssueSeed => ({
  number,
  title: `Part ${number}`,
  body: 'Broken.',
  author: 'ann',
  createdAt: ago(20),
  ...more,
});

/** What happens here is done by somebody, without a request. */
function actOf({ embedded }: Board, login: string, number: number) {
  const account = [...embedded.state.accounts.values()].find((each) => each.login === login);
  const issue = embedded.repository(REPO).issues.find((each) => each.number === number);
  if (!account || !issue) throw new Error(`no ${login}, or no #${number}`);
  return { act: { world: embedded.world, by: { account, app: null, isWorkflow: false } }, issue };
}

const edit = async ({ embedded }: Board, number: number, body: string): Promise<void> => {
  const answer = await fetch(`${embedded.apiUrl}/repos/${REPO}/issues/${number}`, {
    method: 'PATCH',
    headers: { authorization: `token ${embedded.tokenFor({ user: 'maya' })}` },
    body: JSON.stringify({ body }),
  });
  expect(answer.status).toBe(200);
};

const says = (board: Board, number: number): readonly string[] => board.stands()[`${REPO}#${number}`]?.says ?? [];

const WHO = { users: ['ann', 'maya', 'noah'] };

describe('three hundred labels', () => {
  it('are all read, in a repository and on an issue', async () => {
    const labels = Array.from({ length: 300 }, (_, n) => `area ${n}`);
    const board = await openBoard(
      {
        files: agents,
        labels,
        issues: [
          an(1, { labels: [...labels, { name: 'blocked', by: 'maya', at: ago(2) }] }),
          an(2, { labels: labels.slice(0, 99) }),
          an(3),
        ],
      },
      WHO,
    );
    board.requested();
    const { report } = await board.look({ dryRun: true });
    expect(board.requested()).toBeLessThanOrEqual(15);
    expect(report.coverage.missing).toEqual([]);
    expect(of(report, 1)).toMatchObject({ state: 'blocked', blockers: [{ external: 'label blocked', open: true }] });
    expect([2, 3].map((number) => of(report, number).state)).toEqual(['incomplete', 'incomplete']);
  });
});

describe('a history of hundreds of events', () => {
  it('still contains a reopening at its beginning', async () => {
    const board = await openBoard(
      {
        files: agents,
        labels: ['flaky'],
        issues: [an(1, { reopened: [ago(8)] })],
        pulls: [
          {
            number: 2,
            title: 'Mend',
            closes: [1],
            author: 'maya',
            createdAt: ago(15),
            state: 'merged',
            merge: { at: ago(12), by: 'noah', method: 'squash' },
          },
        ],
      },
      WHO,
    );
    const { act, issue } = actOf(board, 'ann', 1);
    for (let n = 0; n < 150; n += 1) {
      addLabels(act, { issue, names: ['flaky'] });
      for (const label of issue.labels) removeLabel(act, { issue, label });
    }
    board.requested();
    const { report } = await board.look({ dryRun: true });
    expect(board.requested()).toBeLessThanOrEqual(15);
    expect(of(report, 1)).toMatchObject({ state: 'incomplete', rule: 'interrupted' });
  });
});

describe('a thousand comments', () => {
  const open = async (): Promise<Board> => {
    const board = await openBoard(
      { files: agents, issues: [an(1), an(2), an(3, { body: 'Blocked by #1', createdAt: ago(0.2) })] },
      WHO,
    );
    await board.look();
    expect(says(board, 3)).toHaveLength(1);
    const { act, issue } = actOf(board, 'ann', 3);
    for (let n = 1; n <= 1000; n += 1) createComment(act, { issue, body: `Any news? (${n}) 🤔` });
    board.clock.pass(MINUTE);
    return board;
  };

  it("do not hide crew's own comment, which is edited when the state changes", async () => {
    const board = await open();
    const { report } = await board.look();
    expect(report.changes.planned).toBe(0);
    await edit(board, 3, 'Blocked by #2');
    board.clock.pass(MINUTE);
    board.requested();
    const then = await board.look();
    expect(then.report).toMatchObject({ complete: true, changes: { planned: 1, written: 1 } });
    expect(board.requested()).toBeLessThanOrEqual(30);
    expect(says(board, 3)).toEqual([expect.stringContaining('#2')]);
    board.clock.pass(MINUTE);
    expect((await board.look()).report.changes.planned).toBe(0);
  });

  it("do not hide crew's own comment if the record of the last scan is lost: no second one is written", async () => {
    const board = await open();
    await edit(board, 3, 'Blocked by #2');
    const answer = await fetch(`${board.embedded.apiUrl}/repos/${REPO}/git/refs/crew/board`, {
      method: 'DELETE',
      headers: { authorization: `token ${board.embedded.tokenFor({ user: 'noah' })}` },
    });
    expect(answer.status).toBe(204);
    await board.look();
    expect(says(board, 3)).toHaveLength(1);
    board.clock.pass(MINUTE);
    await board.look();
    expect(says(board, 3)).toEqual([expect.stringContaining('#2')]);
    board.clock.pass(MINUTE);
    expect((await board.look()).report).toMatchObject({ complete: true, changes: { planned: 0 } });
  });

  it('do not make crew write its comment again if a person deleted it', async () => {
    const board = await open();
    const { issue } = actOf(board, 'noah', 3);
    const own = issue.comments.find(({ author }) => author.login === 'crew[bot]');
    const answer = await fetch(`${board.embedded.apiUrl}/repos/${REPO}/issues/comments/${own?.id}`, {
      method: 'DELETE',
      headers: { authorization: `token ${board.embedded.tokenFor({ user: 'noah' })}` },
    });
    expect(answer.status).toBe(204);
    await edit(board, 3, 'Blocked by #2');
    for (let looks = 0; looks < 3; looks += 1) {
      board.clock.pass(MINUTE);
      await board.look();
    }
    expect(says(board, 3)).toEqual([]);
    board.clock.pass(MINUTE);
    expect((await board.look()).report).toMatchObject({ complete: true, changes: { planned: 0 } });
  });
});

describe('texts in every script', () => {
  it('are read correctly: Japanese, emoji, CRLF, 64 kB', async () => {
    const filler = '長い説明 🎉 `code` <b>bold</b>\r\n'.repeat(1500);
    const board = await openBoard(
      {
        files: agents,
        issues: [
          an(1, { title: '🔥 直して ‮evil‬' }),
          an(2, { body: 'これは\r\n#1 に依存\r\nします。' }),
          an(3, { body: '- 🚧 メモ\r\n- 依存: #1、#2\r\n' }),
          an(4, { body: `${filler.slice(0, 65_000 - 40)}\r\nBlocked by #1\r\n` }),
          an(5, { body: '```\r\nBlocked by #1\r\n```\r\n> Blocked by #1\r\n\r\n<!-- Blocked by #1 -->' }),
          an(6, { body: '#1 には依存しない' }),
          an(7, { title: '' }),
        ],
      },
      WHO,
    );
    const { report } = await board.look();
    expect(report.coverage).toMatchObject({ issues: 7, seen: 7, missing: [] });
    expect([2, 3, 4].map((number) => of(report, number).state)).toEqual(['blocked', 'blocked', 'blocked']);
    expect([1, 5, 6, 7].map((number) => of(report, number).state)).toEqual(
      Array.from({ length: 4 }, () => 'incomplete'),
    );
    board.clock.pass(MINUTE);
    const again = await board.look();
    expect(again.report.changes.planned).toBe(0);
    board.happened();
    board.clock.pass(MINUTE);
    await board.look();
    expect(board.happened()).toEqual([]);
  });

  it('get Japanese comments if that is configured, edited only when the state changes', async () => {
    const files = { ...agents, '.github/crew.yml': 'lang: ja\n' };
    const board = await openBoard(
      { files, issues: [an(1, { title: 'かごが消える' }), an(2, { body: '#1 の完了待ち' })] },
      WHO,
    );
    await board.look();
    expect(says(board, 2)).toEqual([expect.stringMatching(/#1.*[ぁ-ん]/s)]);
    board.clock.pass(MINUTE);
    expect((await board.look()).report.changes.planned).toBe(0);
  });
});

describe('a transferred blocker', () => {
  it('blocks only if it is still open in its new repository', async () => {
    const board = await openBoard(
      {
        files: agents,
        issues: [
          an(1, { body: 'Blocked by #3' }),
          an(2, { body: 'Blocked by #4' }),
          an(3, { title: 'Gone', transferredTo: 'up/lib#5' }),
          an(4, { title: 'Gone', transferredTo: 'up/lib#6' }),
        ],
      },
      {
        users: ['ann', 'maya', 'noah', 'up'],
        repositories: [
          {
            owner: 'up',
            name: 'lib',
            createdAt: ago(90),
            issues: [an(5, { state: 'closed', closedAt: ago(1) }), an(6)],
          },
        ],
      },
    );
    board.requested();
    const { report } = await board.look({ dryRun: true });
    expect(board.requested()).toBeLessThanOrEqual(15);
    expect(of(report, 1)).toMatchObject({ state: 'incomplete' });
    expect(of(report, 2)).toMatchObject({ state: 'blocked', blockers: [{ issue: 'up/lib#6', open: true }] });
    expect(report.coverage).toMatchObject({ issues: 2, seen: 2 });
  });
});

describe('a fork', () => {
  it('ignores commits of its parent repository, even if they name issues to close', async () => {
    const board = await openBoard(
      {
        forkOf: 'up/app',
        createdAt: ago(10),
        issues: [an(1, { createdAt: ago(30) }), an(2, { createdAt: ago(9) })],
        commits: [{ message: 'Fixes #2', at: ago(5), by: 'maya' }],
      },
      {
        users: ['ann', 'maya', 'noah', 'up'],
        repositories: [
          {
            owner: 'up',
            name: 'app',
            createdAt: ago(900),
            files: agents,
            commits: Array.from({ length: 30 }, (_, n) => ({
              message: `Fixes #${(n % 2) + 1}`,
              at: ago(29 - n / 2),
              by: 'up',
            })),
          },
        ],
      },
    );
    const { report } = await board.look({ dryRun: true });
    expect(of(report, 1)).toMatchObject({ state: 'incomplete', rule: 'untouched' });
    expect(of(report, 2)).toMatchObject({ state: 'done', rule: 'landed' });
  });
});

describe('a pull request that closes more than a page of issues', () => {
  it('closes them all if its author has write access', async () => {
    const numbers = Array.from({ length: 120 }, (_, n) => n + 1);
    const board = await openBoard(
      {
        files: agents,
        issues: numbers.map((number) => an(number, { body: '' })),
        pulls: [
          {
            number: 200,
            title: 'All of it',
            body: numbers.map((number) => `Fixes #${number}`).join('\n'),
            author: 'maya',
            createdAt: ago(2),
          },
        ],
      },
      WHO,
    );
    const { report } = await board.look({ dryRun: true });
    expect(new Set(report.assessments.map(({ rule }) => rule))).toEqual(new Set(['in-review']));
  });
});
