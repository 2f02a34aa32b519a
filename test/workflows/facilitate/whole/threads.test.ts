// What people find in the thread of an issue over its life: crew's one comment, and the answers to what they ask there.
import { describe, expect, it } from '@jest/globals';
import { fromWebhook } from '../../../../src/services/event.js';
import { ago, type Board, ME, MINUTE, openBoard, REPO } from './board.js';

const ISSUES = [
  { number: 1, title: 'The cart loses things', body: 'Put two in, one is gone.', author: 'ann', createdAt: ago(20) },
  { number: 2, title: 'Pay by card', body: 'Blocked by #1', author: 'maya', createdAt: ago(19) },
];

async function request(board: Board, method: string, path: string, body: object) {
  const answer = await fetch(`${board.embedded.apiUrl}/repos/${REPO}/${path}`, {
    method,
    headers: {
      authorization: `token ${board.embedded.tokenFor({ user: 'maya' })}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBeLessThan(300);
  return (await answer.json()) as { readonly user?: unknown };
}

/** A later scan, after something happened. */
async function scanLater(board: Board) {
  board.clock.pass(10 * MINUTE);
  return board.look();
}

/** maya writes a comment, and crew is told of it. Returns what crew answers. */
async function say(board: Board, issue: number, body: string): Promise<string> {
  board.clock.pass(10 * MINUTE);
  const comment = await request(board, 'POST', `issues/${issue}/comments`, { body });
  const found = board.embedded.repository(REPO).issues.find(({ number }) => number === issue);
  const event = fromWebhook('issue_comment', {
    action: 'created',
    repository: { full_name: REPO },
    issue: { number: issue, title: found?.title, body: found?.body },
    comment,
    sender: comment.user,
  });
  if (!event) throw new Error('the comment was no event');
  return (await board.ends({ event })).says ?? '';
}

/** crew's comments on an issue without their markers. */
const said = (board: Board, issue: number): readonly string[] =>
  (board.embedded.repository(REPO).issues.find(({ number }) => number === issue)?.comments ?? []).flatMap(
    ({ author, body }) => (author.login === ME ? [body.replace(/\n*<!-- crew:[^>]*-->$/, '')] : []),
  );

describe('the comment of an issue', () => {
  it('names the blocker, is followed by a new comment when the last blocker is gone, and is edited when the issue is closed', async () => {
    const board = await openBoard({ issues: ISSUES });
    await board.look();
    expect(said(board, 2)).toEqual([expect.stringMatching(/^\*\*Blocked\.\*\* It waits for #1/)]);
    await request(board, 'PATCH', 'issues/1', { state: 'closed' });
    await scanLater(board);
    expect(said(board, 2)).toEqual([
      expect.stringMatching(/^\*\*Not started\.\*\* Ready to start\./),
      '@maya: this issue is no longer blocked. Work can continue.',
    ]);
    await request(board, 'PATCH', 'issues/2', { state: 'closed' });
    await scanLater(board);
    expect(said(board, 2)[0]).toBe('**Done.** Closed as completed.');
  });

  it('says "ready to merge" of an approved pull request, and "done" only after the merge', async () => {
    const board = await openBoard({
      issues: ISSUES.slice(0, 1),
      pulls: [
        {
          number: 10,
          title: 'Keep both',
          body: 'Part of #1',
          author: 'maya',
          createdAt: ago(3),
          closes: [1],
          reviews: [{ by: 'noah', state: 'APPROVED', at: ago(1) }],
        },
      ],
    });
    await board.look();
    expect(said(board, 1)).toEqual([expect.stringMatching(/^\*\*Ready to merge\.\*\*.*\n\n@/)]);
    await request(board, 'PUT', 'pulls/10/merge', {});
    await scanLater(board);
    expect(said(board, 1)).toEqual([expect.stringMatching(/^\*\*Done(?:, not closed yet)?\.\*\*/)]);
  });
});

describe('/crew quiet and /crew wake', () => {
  it('get an answer of one line, and in between crew updates its labels but not its comment', async () => {
    const board = await openBoard({ issues: ISSUES });
    await board.look();
    const [before] = said(board, 2);
    expect(await say(board, 2, '/crew quiet')).toBe(
      'crew no longer comments on this issue and still updates its labels. `/crew wake` turns comments on again.',
    );
    await request(board, 'PATCH', 'issues/1', { state: 'closed' });
    await scanLater(board);
    expect(said(board, 2)[0]).toBe(before);
    expect(board.stands()[`${REPO}#2`]?.labels).toContain('crew:ready');
    expect(await say(board, 2, '/crew wake')).toBe('crew comments on this issue again.');
    expect(said(board, 2)[0]).toMatch(/Ready to start\./);
  });
});
