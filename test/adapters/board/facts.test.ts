import { describe, expect, it } from '@jest/globals';
import type { IssueFacts, PullFacts } from '../../../src/ports/board-snapshot.js';
import { openField } from './around.js';

type Repository = Parameters<typeof openField>[0];

const AT = '2026-11-10T08:00:00Z';
const LATER = '2026-11-12T08:00:00Z';
const LAST = '2026-11-14T08:00:00Z';

async function issueOf(seed: NonNullable<NonNullable<Repository>['issues']>[number], more: Repository = {}) {
  const { look } = await openField({
    ...more,
    issues: [{ number: 1, createdAt: AT, ...seed }, ...(more.issues ?? [])],
  });
  const { board } = await look();
  return board.issues.find(({ ref }) => ref === 'acme/app#1') as IssueFacts;
}

describe('of an issue', () => {
  it('what stands in it is read as it stands there', async () => {
    const body = 'Zeile 1\r\n\r\n日本語 🎉 <!-- hidden -->\n'.repeat(3);
    expect(await issueOf({ title: 'The cart — 日本語', body, author: 'ann', locked: true })).toMatchObject({
      title: 'The cart — 日本語',
      body,
      author: { login: 'ann' },
      createdAt: AT,
      locked: true,
    });
  });

  it.each(['completed', 'not_planned', 'duplicate'] as const)(
    'a closing as %s is read with its time',
    async (reason) => {
      const issue = await issueOf({ title: 'One', state: 'closed', stateReason: reason, closedAt: LATER });
      expect(issue.closed).toEqual({ at: LATER, reason });
    },
  );

  it('that it became a discussion is read from its history', async () => {
    const issue = await issueOf({ title: 'One', converted: true, locked: true, closedAt: LATER });
    expect(issue.closed).toEqual({ at: LATER, reason: 'converted' });
  });

  it('labels are read with whoever set them last, assignees with the time', async () => {
    const issue = await issueOf({
      title: 'One',
      labels: [{ name: 'blocked', by: 'maya', at: LATER }],
      assignees: [{ login: 'noah', by: 'maya', at: LAST }],
    });
    expect(issue.labels).toEqual([{ name: 'blocked', by: { login: 'maya' }, at: LATER }]);
    expect(issue.assignees).toEqual([{ login: 'noah', at: LAST }]);
  });

  it('a bot is known as one, under its name with [bot]', async () => {
    const issue = await issueOf({ title: 'One', labels: [{ name: 'stale', by: 'stale[bot]', at: LATER }] });
    expect(issue.labels[0]?.by).toEqual({ login: 'stale[bot]', bot: true });
  });

  it('every reopening, the comments and what people did are read in order', async () => {
    const issue = await issueOf({
      title: 'One',
      reopened: [LATER, LAST],
      comments: [
        { author: 'ann', body: 'First.', at: LATER },
        { author: 'maya', body: 'Second.', at: LAST },
      ],
      labels: [{ name: 'bug', by: 'maya', at: AT }],
    });
    expect(issue.reopenings).toEqual([LATER, LAST]);
    expect(issue.comments.map(({ by, body }) => `${by.login}: ${body}`)).toEqual(['ann: First.', 'maya: Second.']);
    expect(issue.events.map(({ type }) => type)).toEqual([
      'labeled',
      'issue_closed',
      'issue_reopened',
      'issue_closed',
      'issue_reopened',
    ]);
  });

  it('when it is due is read from its milestone', async () => {
    const milestones = [{ title: 'v1', dueOn: '2026-12-01T00:00:00Z' }];
    expect((await issueOf({ title: 'One', milestone: 'v1' }, { milestones })).due).toBe('2026-12-01T00:00:00Z');
  });

  it('parts, parent and dependencies are read, closed ones too, with the time from which they count', async () => {
    const more = {
      issues: [
        { number: 2, title: 'Two', createdAt: AT },
        { number: 3, title: 'Three', createdAt: AT, state: 'closed', closedAt: LAST } as const,
        { number: 4, title: 'Four', createdAt: AT },
      ],
    };
    const issue = await issueOf({ title: 'One', children: [2], parent: 4, blockedBy: [{ issue: 3, at: LATER }] }, more);
    expect(issue.children).toEqual(['acme/app#2']);
    expect(issue.parent).toBe('acme/app#4');
    expect(issue.blockedBy).toEqual([{ ref: 'acme/app#3', since: LATER }]);
  });

  it('the branch that was made for it is read, and what stands on it', async () => {
    const { look } = await openField({
      issues: [{ number: 1, title: 'One', createdAt: AT, linkedBranches: ['some-work'] }],
      branches: [{ name: 'some-work', commits: [{ message: 'Begin', at: LATER, by: 'maya' }] }],
    });
    const { board } = await look();
    expect(board.issues[0]?.branches).toEqual(['some-work']);
    expect(board.branches).toMatchObject([
      { repo: 'acme/app', name: 'some-work', ahead: [{ message: 'Begin', at: LATER, by: { login: 'maya' } }] },
    ]);
  });
});

type PullSeed = NonNullable<NonNullable<Repository>['pulls']>[number];

async function pullOf(seed: Partial<PullSeed>, more: Repository = {}, times = 1) {
  const { look, spent } = await openField({
    issues: [{ number: 1, title: 'One', createdAt: AT }],
    ...more,
    pulls: [{ number: 7, title: 'Seven', author: 'maya', createdAt: AT, ...seed }],
  });
  let { board } = await look();
  for (let n = 1; n < times; n += 1) board = (await look()).board;
  const pull = board.pulls.find(({ ref }) => ref === 'acme/app#7') as PullFacts;
  return { board, pull, spent };
}

describe('of a pull request', () => {
  it('what it is, what it closes and what it brought are read', async () => {
    const { pull } = await pullOf({
      body: 'Fixes #1',
      draft: true,
      head: { branch: 'issue-1' },
      commits: [
        { message: 'Begin', at: LATER, by: 'maya' },
        { message: 'Go on', at: LAST, by: 'noah' },
      ],
    });
    expect(pull).toMatchObject({ state: 'open', draft: true, base: 'main', author: { login: 'maya' }, createdAt: AT });
    expect(pull.head).toMatchObject({ repo: 'acme/app', branch: 'issue-1' });
    expect(pull.closes).toEqual(['acme/app#1']);
    expect(pull.commits).toMatchObject([
      { message: 'Begin', at: LATER, by: { login: 'maya' }, own: true },
      { message: 'Go on', at: LAST, by: { login: 'noah' }, own: true },
    ]);
  });

  it('reviews and requests are read with their commit and time', async () => {
    const { pull } = await pullOf({
      requests: [{ login: 'noah', at: LAST }],
      reviews: [
        { by: 'noah', state: 'CHANGES_REQUESTED', at: LATER },
        { by: 'ann', state: 'COMMENTED', at: LAST },
      ],
      overrides: { reviewDecision: 'CHANGES_REQUESTED' },
    });
    expect(pull.reviewDecision).toBe('CHANGES_REQUESTED');
    expect(pull.reviews).toMatchObject([
      { by: { login: 'noah' }, state: 'CHANGES_REQUESTED', at: LATER, commit: pull.head.sha },
      { by: { login: 'ann' }, state: 'COMMENTED', at: LAST },
    ]);
    expect(pull.requests).toEqual([{ login: 'noah', at: LAST }]);
  });

  it('every kind of check is read, and whether it is required', async () => {
    const { pull } = await pullOf({
      checks: [
        { name: 'unit', state: 'success', required: true },
        { name: 'slow', state: 'timed_out', required: false },
        { name: 'next', state: 'pending', required: true },
        { name: 'lint', state: 'status:error', required: false },
        { name: 'site', state: 'status:pending' },
      ],
    });
    const checks = pull.checks === 'unread' ? [] : pull.checks;
    expect(checks.map(({ name, state, required }) => `${name} ${state} ${required}`).sort()).toEqual([
      'lint error false',
      'next pending true',
      'site pending false',
      'slow timed_out false',
      'unit success true',
    ]);
  });

  it.each([
    ['conflicts', { mergeable: 'CONFLICTING', mergeState: 'DIRTY' }, { mergeable: 'conflicts', blocked: false }],
    ['is kept back by rules', { mergeable: 'MERGEABLE', mergeState: 'BLOCKED' }, { mergeable: 'yes', blocked: true }],
    [
      'is behind where it must not be',
      { mergeable: 'MERGEABLE', mergeState: 'BEHIND' },
      { mergeable: 'yes', blocked: true },
    ],
    ['is not known about', { mergeable: 'UNKNOWN', mergeState: 'UNKNOWN' }, { mergeable: 'unread', blocked: 'unread' }],
  ] as const)('that it %s is read', async (_, said, expected) => {
    expect((await pullOf({ overrides: said })).pull).toMatchObject(expected);
  });

  it('what GitHub does not know about merging it at first is asked once more', async () => {
    const { pull } = await pullOf({ commits: [{ message: 'One', files: { 'a.txt': 'a' }, at: LATER }] });
    expect(pull.mergeable).toBe('yes');
  });

  it('that something else will merge it is read', async () => {
    expect((await pullOf({ autoMerge: true })).pull).toMatchObject({ autoMerge: true, queued: false });
    expect((await pullOf({ queued: true })).pull).toMatchObject({ autoMerge: false, queued: true });
  });

  it('a merge is read with whoever made it, and the branches that hold it now', async () => {
    const { pull } = await pullOf({ state: 'merged', body: 'Fixes #1', merge: { at: LATER, by: 'noah' } });
    expect(pull).toMatchObject({
      state: 'merged',
      closedAt: LATER,
      merge: { at: LATER, by: { login: 'noah' }, branches: ['main'] },
    });
  });

  it('whose text was edited after the merge claims nothing by it that nobody can vouch for, and that is said', async () => {
    const { pull, board } = await pullOf({
      state: 'merged',
      body: 'Fixes #1',
      merge: { at: LATER, by: 'noah', method: 'squash' },
      lastEditedAt: LAST,
    });
    expect(pull).toMatchObject({ body: '', closes: [] });
    expect(board.missing.map(({ what }) => what)).toEqual(['the text of acme/app#7 as it stood at the merge']);
  });

  it('a merge into another branch reaches nothing that counts', async () => {
    const { pull } = await pullOf({
      state: 'merged',
      base: 'next',
      body: 'Fixes #1',
      merge: { at: LATER, by: 'noah' },
    });
    expect(pull.merge?.branches).toEqual([]);
  });

  it('one that was closed is read with its time, and one from a fork with where it comes from', async () => {
    const { pull } = await pullOf({
      state: 'closed',
      closedAt: LATER,
      author: 'zoe',
      head: { repository: 'zoe/app', branch: 'x' },
    });
    expect(pull).toMatchObject({ state: 'closed', closedAt: LATER, head: { repo: 'zoe/app', branch: 'x' } });
  });
});

describe('of the repository', () => {
  it('commits on the default branch are read as far as they can link anything', async () => {
    const { look } = await openField({
      issues: [{ number: 1, title: 'One', createdAt: AT }],
      commits: [
        { message: 'Fixes #1', at: LATER, by: 'maya' },
        { message: 'Tidy up', at: LAST, by: 'maya' },
      ],
    });
    const { board } = await look();
    expect(board.commits).toMatchObject([
      { repo: 'acme/app', branch: 'main', message: 'Fixes #1', at: LATER, by: { login: 'maya' } },
    ]);
  });

  it('done-branches count as the default one does', async () => {
    const { look } = await openField({
      issues: [{ number: 1, title: 'One', createdAt: AT }],
      branches: [{ name: 'next', commits: [{ message: 'Fixes #1', at: LATER, by: 'maya' }] }],
    });
    const { board } = await look({ doneBranches: ['next', 'gone'] });
    expect(board.commits).toMatchObject([{ branch: 'next', message: 'Fixes #1' }]);
    expect(board.missing).toEqual([{ what: 'the branch gone', why: 'it is one of done-branches, and is not there' }]);
  });

  it('who may push is read of all who matter', async () => {
    const { board } = await pullOf({ author: 'zoe', reviews: [{ by: 'maya', state: 'APPROVED', at: LATER }] });
    expect(board.mayPush).toMatchObject({ maya: true, noah: true, zoe: false });
  });

  it('where its collaborators may not be listed, each of those who matter is asked about, and what fails is said', async () => {
    const pulls = [{ number: 7, title: 'Seven', author: 'maya', createdAt: AT }];
    const { look, embedded } = await openField({ collaborators: { maya: 'write', eyes: 'write' }, pulls });
    const board = { kind: 'field', field: 'Repository.collaborators', type: 'FORBIDDEN', times: 'all' } as const;
    embedded.faults.add(board);
    expect((await look()).board).toMatchObject({ mayPush: { maya: true }, missing: [] });
    embedded.faults.add({ kind: 'status', status: 403, when: 'before', path: '/permission', times: 'all' });
    const { mayPush, missing } = (await look()).board;
    expect(mayPush).toEqual({});
    expect(missing.map(({ what }) => what)).toEqual(['who of 1 people may push']);
  });

  it('what it was forked from is known by the time', async () => {
    const { look } = await openField(
      { forkOf: 'up/app', createdAt: AT },
      { users: ['up'], repositories: [{ owner: 'up', name: 'app', createdAt: '2024-01-01T00:00:00Z' }] },
    );
    expect((await look()).board.repos).toEqual([
      { id: expect.any(String), repo: 'acme/app', defaultBranch: 'main', private: false, forkedAt: AT },
    ]);
  });

  it('that there is none is said to the person', async () => {
    const { look } = await openField();
    await expect(look({ repo: 'acme/none' })).rejects.toMatchObject({ ends: 'refused' });
  });
});

describe('what is outside', () => {
  it('is followed where an issue waits for it, and named as outside', async () => {
    const { look } = await openField({
      labels: ['app'],
      issues: [
        { number: 1, title: 'One', createdAt: AT, labels: ['app'], body: 'Blocked by #2, #3 and #99', blockedBy: [2] },
        { number: 2, title: 'Two', createdAt: AT, state: 'closed', closedAt: LATER },
      ],
      pulls: [{ number: 3, title: 'Three', author: 'maya', createdAt: AT }],
    });
    const { board, total, outsideRefs: outside } = await look({ label: 'app' });
    expect(total).toBe(1);
    expect(outside).toEqual(['acme/app#2']);
    expect(board.issues.map(({ ref, closed }) => `${ref} ${closed?.reason}`)).toEqual([
      'acme/app#1 undefined',
      'acme/app#2 completed',
    ]);
    expect(board.pulls.map(({ ref }) => ref)).toEqual(['acme/app#3']);
    expect(board.absent).toEqual(['acme/app#99']);
  });

  it('is followed to where it was moved', async () => {
    const { look } = await openField(
      {
        issues: [
          { number: 1, title: 'One', createdAt: AT, body: 'Depends on #2' },
          { number: 2, title: 'Two', transferredTo: 'up/lib#5' },
        ],
      },
      {
        users: ['up'],
        repositories: [
          {
            owner: 'up',
            name: 'lib',
            createdAt: AT,
            issues: [{ number: 5, title: 'Moved', createdAt: AT, state: 'closed', closedAt: LATER }],
          },
        ],
      },
    );
    const { board } = await look();
    expect(board.issues.find(({ ref }) => ref === 'acme/app#2')?.transferredTo).toBe('up/lib#5');
    expect(board.issues.find(({ ref }) => ref === 'up/lib#5')?.closed?.at).toBe(LATER);
    expect(board.absent).toEqual([]);
  });

  it('that may not be seen is no absence, and no gap that anybody could make by naming it', async () => {
    const { look } = await openField({
      issues: [{ number: 1, title: 'One', createdAt: AT, body: 'Depends on up/secret#1' }],
    });
    const { board } = await look();
    expect(board.absent).toEqual([]);
    expect(board.missing).toEqual([]);
  });
});

describe('what this token may not see', () => {
  /** acme/app#1 waits for #2 and has #3 as a part; besides, one of each in a repository that `eyes` does not see. */
  const hidden = (state: 'open' | 'closed') =>
    openField(
      {
        issues: [
          {
            number: 1,
            title: 'One',
            createdAt: '2026-11-01T08:00:00Z',
            blockedBy: ['acme/app#2', 'acme/secret#1'],
          },
          { number: 2, title: 'Two', createdAt: '2026-11-01T08:00:00Z', state: 'closed' },
          { number: 3, title: 'Three', createdAt: '2026-11-01T08:00:00Z', state: 'closed', parent: 1 },
        ],
      },
      {
        repositories: [
          {
            owner: 'acme',
            name: 'secret',
            private: true,
            issues: [
              { number: 1, title: 'Hidden', state },
              { number: 2, title: 'Hidden part', state, parent: 'acme/app#1' },
            ],
          },
        ],
      },
    );

  it('is a part that nobody can call done', async () => {
    const { look } = await hidden('open');
    const { board } = await look();
    expect(board.issues.find(({ ref }) => ref === 'acme/app#1')?.children).toBe('unread');
  });

  it('is a blocker that is counted, as long as it is open', async () => {
    const open = (await (await hidden('open')).look()).board.issues[0];
    expect(open?.hiddenBlockers).toBe(1);
    const closed = (await (await hidden('closed')).look()).board.issues[0];
    expect(closed?.hiddenBlockers).toBeUndefined();
  });
});
