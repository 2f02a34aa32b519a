import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addItem, deleteItem, setArchived, setField } from '../../src/github/acts/projects.js';
import type { Seed } from '../../src/github/index.js';
import { findAccount, type ProjectItem } from '../../src/github/state.js';
import { ask, askRaw } from '../support/ask.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { keys } from '../support/repository.js';

const at = '2026-11-01T00:00:00Z';
const seed: Seed = {
  users: ['maya', 'eve'],
  organizations: ['acme'],
  repositories: [
    {
      owner: 'acme',
      name: 'app',
      collaborators: { maya: 'write' },
      issues: [
        { title: 'One', labels: ['bug'], createdAt: at },
        { title: 'Two', state: 'closed' },
      ],
      pulls: [{ title: 'Three', head: { branch: 'three' } }],
    },
    { owner: 'acme', name: 'secret', private: true, issues: [{ title: 'Hidden' }] },
    { owner: 'maya', name: 'own', issues: [{ title: 'Mine' }] },
  ],
  projects: [
    {
      owner: 'acme',
      title: 'Roadmap',
      repositories: ['acme/app'],
      fields: [{ name: 'Due', type: 'DATE' }],
      items: [
        {
          of: 'acme/app#1',
          at,
          status: { name: 'In Progress', from: 'Todo', at: '2026-11-02T00:00:00Z', by: 'maya', automated: true },
          values: { Due: '2026-12-01' },
        },
        { of: 'acme/app#2', status: 'Done' },
        { of: 'acme/app#3' },
        { of: { title: 'An idea', body: 'Perhaps' } },
        { of: 'acme/secret#1', status: 'Todo' },
        { of: 'maya/own#1', archived: true },
      ],
    },
    { owner: 'maya', title: 'Private list', items: [{ of: 'maya/own#1' }] },
  ],
  apps: [
    { slug: 'blind', keys, permissions: { issues: 'read' }, installations: [{ account: 'acme' }] },
    {
      slug: 'seeing',
      keys,
      permissions: { issues: 'read', organization_projects: 'read' },
      installations: [{ account: 'acme' }],
    },
  ],
};

let github: EmbeddedGitHub;
beforeAll(async () => {
  github = await startEmbeddedGitHub({ seed });
});
afterAll(() => github.close());

const maya = () => github.tokenFor({ user: 'maya' });
const onBoard = async (fields: string, token = maya()) =>
  Object(
    (await ask(github, `{ organization(login: "acme") { projectV2(number: 1) { ${fields} } } }`, { token }))
      .organization,
  ).projectV2;
const refusedWith = async (
  token: string,
  query = '{ organization(login: "acme") { projectV2(number: 1) { title } } }',
) => Object(await askRaw(github, query, { token })).errors?.[0];

function cardOf(title: string): ProjectItem {
  const card = github.state.projects.flatMap(({ items }) => items).find(({ content }) => content.title === title);
  if (card === undefined) throw new Error(`no card ${title}`);
  return card;
}

describe('a board', () => {
  it('shows cards of several repositories, with their fields', async () => {
    const content =
      '... on Issue { number repository { name } } ... on PullRequest { number prState: state } ... on DraftIssue { title }';
    const { items } =
      await onBoard(`items(first: 10) { totalCount nodes { type isArchived content { __typename ${content} }
      status: fieldValueByName(name: "Status") { ... on ProjectV2ItemFieldSingleSelectValue { name updatedAt creator { login } } }
      due: fieldValueByName(name: "Due") { ... on ProjectV2ItemFieldDateValue { date } } } }`);
    expect(items.totalCount).toBe(5);
    expect(items.nodes).toMatchObject([
      {
        type: 'ISSUE',
        content: { __typename: 'Issue', number: 1, repository: { name: 'app' } },
        status: { name: 'In Progress', updatedAt: '2026-11-02T00:00:00Z', creator: { login: 'maya' } },
        due: { date: '2026-12-01' },
      },
      { type: 'ISSUE', content: { number: 2 }, status: { name: 'Done' }, due: null },
      { type: 'PULL_REQUEST', content: { number: 3, prState: 'OPEN' }, status: null },
      { type: 'DRAFT_ISSUE', content: { title: 'An idea' } },
      { type: 'REDACTED', content: null, status: null },
    ]);
  });

  it('is read from both ends, and with the archive only for who asks for it', async () => {
    const query = `query { organization(login: "acme") { projectV2(number: 1) { head: items(first: 2) { nodes { ...T } } tail: items(last: 2) { nodes { ...T } }
      all: items(first: 9, archivedStates: [ARCHIVED]) { nodes { isArchived } } } } } fragment T on ProjectV2Item { type }`;
    expect(Object((await ask(github, query, { token: maya() })).organization).projectV2).toEqual({
      head: { nodes: [{ type: 'ISSUE' }, { type: 'ISSUE' }] },
      tail: { nodes: [{ type: 'DRAFT_ISSUE' }, { type: 'REDACTED' }] },
      all: { nodes: [{ isArchived: true }] },
    });
  });

  it.each([
    ['is:open is:issue', ['One']],
    ['status:Done', ['Two']],
    ['-status:"In Progress",Done is:pr', ['Three']],
    ['label:bug updated:>=2026-11-01', ['One']],
    ['no:status is:draft', ['An idea']],
    ['repo:acme/app wo', ['Two']],
  ])('is filtered by %j', async (query, titles) => {
    const { items } = await onBoard(
      `items(first: 9, query: ${JSON.stringify(query)}) { nodes { content { ... on Issue { title } ... on PullRequest { title } ... on DraftIssue { title } } } }`,
    );
    expect(items.nodes.map((node: { content: { title: string } }) => node.content.title)).toEqual(titles);
  });

  it('is reached from its repository, from its cards, and by its id', async () => {
    const id = github.state.projects[0]?.nodeId;
    const query = `{ node(id: "${id}") { ... on ProjectV2 { title fields(first: 5) { nodes { ... on ProjectV2SingleSelectField { name options { name } } ... on ProjectV2Field { name dataType } } } } }
      repository(owner: "acme", name: "app") { projectsV2(first: 1) { nodes { title } }
        issue(number: 1) { projectItems(first: 1) { nodes { project { title } } } } } }`;
    expect(await ask(github, query, { token: maya() })).toEqual({
      node: {
        title: 'Roadmap',
        fields: {
          nodes: [
            { name: 'Status', options: [{ name: 'Todo' }, { name: 'In Progress' }, { name: 'Done' }] },
            { name: 'Due', dataType: 'DATE' },
          ],
        },
      },
      repository: {
        projectsV2: { nodes: [{ title: 'Roadmap' }] },
        issue: { projectItems: { nodes: [{ project: { title: 'Roadmap' } }] } },
      },
    });
  });

  it('keeps in the timeline of the issue who moved the card, and whether by hand', async () => {
    const account = findAccount(github.state, 'maya');
    if (account === undefined) throw new Error('maya is gone');
    const act = { world: github.world, by: { account, app: null, isWorkflow: false } };
    const before = github.effects.length;
    setField(act, { item: cardOf('One'), field: 'Status', value: 'Done' });
    setField(act, { item: cardOf('One'), field: 'Status', value: 'Done' });
    const query = `{ repository(owner: "acme", name: "app") { issue(number: 1) { timelineItems(first: 9, itemTypes: [PROJECT_V2_ITEM_STATUS_CHANGED_EVENT]) {
      nodes { ... on ProjectV2ItemStatusChangedEvent { previousStatus status wasAutomated actor { login } project { title } } } } } } }`;
    const moved = { actor: { login: 'maya' }, project: { title: 'Roadmap' } };
    expect(await ask(github, query, { token: maya() })).toEqual({
      repository: {
        issue: {
          timelineItems: {
            nodes: [
              { ...moved, previousStatus: 'Todo', status: 'In Progress', wasAutomated: true },
              { ...moved, previousStatus: 'In Progress', status: 'Done', wasAutomated: false },
            ],
          },
        },
      },
    });
    expect(github.effects.slice(before)).toMatchObject([
      { kind: 'card.changed', subject: '#1', detail: { before: 'In Progress', value: 'Done' } },
    ]);
    const { content, project } = cardOf('Two');
    setArchived(act, { item: cardOf('Two'), archived: true });
    deleteItem(act, { item: cardOf('Two') });
    expect(addItem(act, { project, content })).toBe(addItem(act, { project, content }));
    expect(github.effects.slice(before + 1).map(({ kind }) => kind)).toEqual([
      'card.archived',
      'card.removed',
      'card.added',
    ]);
  });
});

describe('who may read a board', () => {
  it.each([
    [
      'a workflow',
      () => github.tokenFor({ workflow: 'acme/app', permissions: { issues: 'write' } }),
      'FORBIDDEN',
      'Resource not accessible by integration',
    ],
    [
      'an App without the permission',
      () => github.tokenFor({ app: 'blind', on: 'acme' }),
      'FORBIDDEN',
      'Resource not accessible by integration',
    ],
    [
      'a fine-grained token without it',
      () => github.tokenFor({ user: 'maya', permissions: { issues: 'write' } }),
      'FORBIDDEN',
      'Resource not accessible by personal access token',
    ],
    [
      'a classic token without the scope',
      () => github.tokenFor({ user: 'maya', scopes: ['repo'] }),
      'INSUFFICIENT_SCOPES',
      expect.stringContaining("one of the following scopes: ['read:project']"),
    ],
    [
      'a stranger',
      () => github.tokenFor({ user: 'eve' }),
      'NOT_FOUND',
      'Could not resolve to a ProjectV2 with the number 1.',
    ],
  ])('%s may not', async (_, token, type, message) => {
    expect(await refusedWith(token())).toMatchObject({ type, message, path: ['organization', 'projectV2'] });
  });

  it.each([
    ['an App with the permission', () => github.tokenFor({ app: 'seeing', on: 'acme' })],
    [
      'a fine-grained token with it',
      () => github.tokenFor({ user: 'maya', permissions: { organization_projects: 'read' } }),
    ],
    ['a classic token with the scope', () => github.tokenFor({ user: 'maya', scopes: ['read:project'] })],
  ])('%s may', async (_, token) => {
    expect(await onBoard('title', token())).toEqual({ title: 'Roadmap' });
  });

  it('the board of a person is for classic tokens only', async () => {
    const query = '{ user(login: "maya") { projectV2(number: 1) { title } } }';
    expect(await ask(github, query, { token: maya() })).toEqual({ user: { projectV2: { title: 'Private list' } } });
    const fine = github.tokenFor({ user: 'maya', permissions: { organization_projects: 'read' } });
    expect(await refusedWith(fine, query)).toMatchObject({ type: 'FORBIDDEN' });
  });
});
