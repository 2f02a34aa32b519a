import { describe, expect, it } from '@jest/globals';
import { githubBoard } from '../../../src/adapters/github/board/read-board.js';
import { createClient } from '../../../src/adapters/github/client.js';
import { githubPeople } from '../../../src/adapters/github/index.js';
import { judge } from '../../../src/workflows/facilitate/rules/judge.js';
import { openField, REPO } from './around.js';

const AT = '2026-11-10T08:00:00Z';
const LATER = '2026-11-12T08:00:00Z';

const issues = [1, 2, 3].map((number) => ({ number, title: `Issue ${number}`, createdAt: AT }));

describe('a board', () => {
  it('of an organization gives its issues with their columns, from several repositories', async () => {
    const { look } = await openField(
      { issues },
      {
        repositories: [
          {
            owner: 'acme',
            name: 'lib',
            createdAt: AT,
            collaborators: { eyes: 'write' },
            issues: [{ number: 5, title: 'Five', createdAt: AT }],
            pulls: [{ number: 6, title: 'Six', body: 'Fixes #5', createdAt: AT }],
          },
        ],
        projects: [
          {
            owner: 'acme',
            number: 4,
            title: 'Board',
            items: [
              { of: 'acme/app#1', status: { name: 'In Progress', by: 'maya', at: LATER, from: 'Todo' } },
              { of: 'acme/lib#5', status: 'Todo' },
            ],
          },
        ],
      },
    );
    const { board, total } = await look({ project: 4, projectOwner: 'acme' });
    // Branches of other repositories are not read, and that is said.
    expect(board.missing).toEqual([
      { what: 'the branches of acme/lib', why: expect.stringContaining('pull request'), isExpected: true },
    ]);
    expect(total).toBe(2);
    expect(board.issues.map(({ ref }) => ref)).toEqual(['acme/app#1', 'acme/lib#5']);
    expect(board.issues[0]?.status).toEqual({ name: 'In Progress', at: LATER, by: { login: 'maya' } });
    expect(board.repos.map(({ repo }) => repo)).toEqual(['acme/app', 'acme/lib']);
    expect(board.pulls).toMatchObject([{ ref: 'acme/lib#6', closes: ['acme/lib#5'] }]);
  });

  it('says where it may not ask who may push', async () => {
    const { look } = await openField(
      { issues },
      {
        repositories: [
          {
            owner: 'acme',
            name: 'lib',
            createdAt: AT,
            collaborators: { eyes: 'read' },
            issues: [{ number: 5, title: 'Five', createdAt: AT }],
            pulls: [{ number: 6, title: 'Six', body: 'Fixes #5', author: 'maya', createdAt: AT }],
          },
        ],
        projects: [{ owner: 'acme', number: 4, title: 'Board', items: [{ of: 'acme/lib#5' }] }],
      },
    );
    const { board } = await look({ project: 4, projectOwner: 'acme' });
    expect(board.missing.map(({ what }) => what)).toEqual([
      'the branches of acme/lib',
      'who of 1 people may push to acme/lib',
    ]);
  });

  it('asks of each repository who may push there', async () => {
    const { look } = await openField(
      { issues, collaborators: { eyes: 'write', maya: 'write' } },
      {
        repositories: [
          {
            owner: 'acme',
            name: 'lib',
            createdAt: AT,
            collaborators: { eyes: 'write', noah: 'write', maya: 'read' },
            issues: [{ number: 5, title: 'Five', createdAt: AT }],
            pulls: [
              { number: 6, title: 'Six', body: 'Fixes #5', author: 'maya', createdAt: AT },
              { number: 7, title: 'Seven', author: 'noah', createdAt: AT },
            ],
          },
        ],
        projects: [{ owner: 'acme', number: 4, title: 'Board', items: [{ of: 'acme/app#1' }, { of: 'acme/lib#5' }] }],
      },
    );
    const cold = (await look({ project: 4, projectOwner: 'acme' })).board;
    expect(cold.mayPush).toMatchObject({ maya: true });
    expect(cold.mayPush.noah).not.toBe(true);
    expect(cold.mayPushElsewhere?.['acme/lib']).toMatchObject({ noah: true, maya: false });
  });

  it('of a person is a board as well', async () => {
    const { look } = await openField(
      { issues },
      {
        users: ['ann'],
        projects: [{ owner: 'ann', number: 1, title: 'Mine', public: true, items: [{ of: 'acme/app#2' }] }],
      },
    );
    const { board } = await look({ project: 1, projectOwner: 'ann' });
    expect(board.issues.map(({ ref }) => ref)).toEqual(['acme/app#2']);
  });

  it('holds what is no issue, and says so', async () => {
    const { look } = await openField(
      { issues, pulls: [{ number: 7, title: 'Seven', author: 'maya', createdAt: AT }] },
      {
        projects: [
          {
            owner: 'acme',
            number: 1,
            title: 'Board',
            items: [
              { of: 'acme/app#1' },
              { of: 'acme/app#7' },
              { of: { title: 'An idea' } },
              { of: 'acme/app#3', archived: true },
            ],
          },
        ],
      },
    );
    const { board, total } = await look({ project: 1, projectOwner: 'acme' });
    expect(total).toBe(1);
    expect(board.issues.map(({ ref }) => ref)).toEqual(['acme/app#1']);
    expect(board.notIssues).toEqual([
      { what: 'acme/app#7', kind: 'pull' },
      { what: 'An idea', kind: 'draft' },
      { what: 'acme/app#3', kind: 'archived' },
    ]);
  });

  it('with redacted cards says how many it could not see', async () => {
    const { look } = await openField(
      { issues },
      {
        repositories: [
          {
            owner: 'acme',
            name: 'secret',
            private: true,
            createdAt: AT,
            issues: [{ number: 1, title: 'Hush', createdAt: AT }],
          },
        ],
        projects: [
          {
            owner: 'acme',
            number: 1,
            title: 'Board',
            public: true,
            items: [{ of: 'acme/app#1' }, { of: 'acme/secret#1' }],
          },
        ],
      },
    );
    const { board, total } = await look({ project: 1, projectOwner: 'acme' });
    expect(board.issues).toHaveLength(1);
    expect(total).toBe(2);
    expect(board.missing).toEqual([
      { what: '1 card of the board', why: 'redacted: this token may not read the repository' },
    ]);
  });

  it('that may not be read is a look at the repository, and one sentence with the permission', async () => {
    const { look } = await openField(
      { issues },
      {
        projects: [{ owner: 'acme', number: 1, title: 'Board', items: [{ of: 'acme/app#1' }] }],
        apps: [
          {
            slug: 'crew',
            permissions: { issues: 'write', contents: 'write', pull_requests: 'read', metadata: 'read' },
            installations: [{ account: 'acme' }],
          },
        ],
      },
    );
    const { board, total } = await look({ project: 1, projectOwner: 'acme' }, { app: 'crew', on: 'acme' });
    expect(total).toBe(3);
    expect(board.missing).toHaveLength(1);
    expect(board.missing[0]?.what).toBe('project 1');
    expect(board.missing[0]?.why).toContain('Projects: read');
  });
});

const RULES = { doneBranches: [], blockedLabels: [], ignoreAuthors: [], host: 'github.com' };

const infra = (pull: object) => ({
  repositories: [
    {
      owner: 'acme',
      name: 'infra',
      createdAt: AT,
      collaborators: { maya: 'write' as const, noah: 'admin' as const, eyes: 'write' as const },
      pulls: [{ number: 6, title: 'Roll it out', body: 'Fixes acme/app#1', author: 'maya', createdAt: AT, ...pull }],
    },
  ],
});

const oneIssue = [{ number: 1, title: 'One', body: 'It is down.', createdAt: AT }];

describe('a pull request of a repository that is not on the board', () => {
  it('closes the issue that GitHub says it closes, while it is open', async () => {
    const { look } = await openField({ issues: oneIssue }, infra({ checks: [{ name: 'test', state: 'success' }] }));
    const { board } = await look();
    expect(board.missing).toEqual([]);
    expect(board.pulls).toMatchObject([{ ref: 'acme/infra#6', state: 'open' }]);
    const verdict = judge(board, RULES).verdicts.get('acme/app#1');
    expect(verdict).toMatchObject({ state: 'review_pending', rule: 'in-review' });
  });

  it('and when its merge is on the default branch there', async () => {
    const merged = { state: 'merged' as const, merge: { at: LATER, by: 'noah', method: 'squash' as const } };
    const { look } = await openField({ issues: oneIssue }, infra(merged));
    const { board } = await look();
    expect(board.pulls).toMatchObject([{ ref: 'acme/infra#6', state: 'merged', merge: { branches: ['main'] } }]);
    const verdict = judge(board, RULES).verdicts.get('acme/app#1');
    expect(verdict).toMatchObject({ state: 'done', rule: 'merged', due: 'close' });
  });
});

describe('a branch that was created for an issue in its Development panel', () => {
  it('links a pull request by its branch, whatever the branch is called', async () => {
    const { look } = await openField({
      issues: [{ ...oneIssue[0], title: 'One', linkedBranches: ['login-rework'] }],
      branches: [{ name: 'login-rework', commits: [{ message: 'Begin', at: LATER, by: 'maya' }] }],
      pulls: [{ number: 7, title: 'Log in', author: 'maya', createdAt: LATER, head: { branch: 'login-rework' } }],
    });
    const { board } = await look();
    const verdict = judge(board, RULES).verdicts.get('acme/app#1');
    expect(verdict).toMatchObject({ state: 'review_pending', rule: 'in-review' });
    expect(verdict?.case.links).toContainEqual(expect.objectContaining({ ref: 'acme/app#7', byBranch: true }));
  });
});

describe('a token for the board alone', () => {
  const project = {
    organizations: ['acme'],
    users: ['stranger'],
    projects: [
      { owner: 'acme', number: 4, title: 'Board', public: true, items: [{ of: 'acme/app#1' }, { of: 'acme/app#2' }] },
    ],
  };
  const two = [...oneIssue, { number: 2, title: 'Two', body: 'Depends on #1', createdAt: AT }];

  async function lookWith(user: string, isPrivate: boolean) {
    const { embedded, clock, refs } = await openField({ issues: two, private: isPrivate }, project);
    const clientOf = (token: string) =>
      createClient({
        ...{ apiUrl: embedded.apiUrl, graphqlUrl: embedded.graphqlUrl, clock, log: () => undefined },
        token: async () => token,
      });
    const permissions = {
      contents: 'write',
      issues: 'write',
      pull_requests: 'read',
      checks: 'read',
      statuses: 'read',
    } as const;
    const home = clientOf(embedded.tokenFor({ workflow: REPO, permissions }));
    const board = clientOf(embedded.tokenFor({ user, permissions: { organization_projects: 'read' } }));
    const people = () => githubPeople(home, { owner: 'acme', repo: 'app' });
    const reader = githubBoard({ home, board, people, refs, clock, runs: () => [] });
    return reader.read({ repo: REPO, project: 4, projectOwner: 'acme', now: '2026-11-18T12:00:00Z' });
  }

  it('lists the cards, and the repository’s token reads their issues', async () => {
    const { board, total } = await lookWith('eyes', false);
    expect(total).toBe(2);
    expect(board.missing.filter(({ what }) => /issue|card/.test(what))).toEqual([]);
    expect(board.issues.map(({ ref, body }) => [ref, body])).toEqual([
      ['acme/app#1', 'It is down.'],
      ['acme/app#2', 'Depends on #1'],
    ]);
  });

  it('that may not see the repository leaves the issues to the repository’s token, and that is said', async () => {
    const { board, total } = await lookWith('stranger', true);
    expect(total).toBe(2);
    expect(board.issues.map(({ ref }) => ref)).toEqual(['acme/app#1', 'acme/app#2']);
    expect(board.missing).toContainEqual({ what: '2 cards of the board', why: expect.stringContaining('repository') });
  });

  it('a wrong number is an error and no empty board', async () => {
    const { look } = await openField({ issues: two }, project);
    await expect(look({ project: 9, projectOwner: 'acme' })).rejects.toMatchObject({
      name: 'UserError',
      found: expect.stringContaining('9'),
    });
  });
});
