import { describe, expect, it } from '@jest/globals';
import { openField } from './around.js';

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
      { what: 'the branches of acme/lib', why: expect.stringContaining('pull request'), bound: true },
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
