// Boards and their cards in GraphQL. Used by types/index.ts, and by collaborators.ts for the boards of an account.

import { GraphQLError } from 'graphql';
import { canSee } from '../../auth/authorize.js';
import { type Account, fullName, type Project, type ProjectField, type ProjectItem } from '../../state.js';
import { connection, type PageArguments } from '../connection.js';
import type { Fields, QueryContext } from '../query-context.js';
import { checkBoards, seesBoard } from './board-access.js';

/** The boards of an account. */
export function projectsOf(context: QueryContext, owner: Account): Fields {
  const { world, who, show } = context;
  const own = (field: string) => {
    checkBoards(who, { owner, field });
    return world.state.projects.filter((one) => one.owner === owner && seesBoard(world, { who, project: one }));
  };
  return {
    projectV2: ({ number }: { number: number }) => {
      const project = own('projectV2').find((one) => one.number === number);
      if (project !== undefined) return show(project);
      const message = `Could not resolve to a ProjectV2 with the number ${number}.`;
      throw new GraphQLError(message, { extensions: { type: 'NOT_FOUND' } });
    },
    projectsV2: connection(
      ({ query }: PageArguments & { query?: string | null }) =>
        own('projectsV2').filter(({ title }) => title.toLowerCase().includes((query ?? '').toLowerCase())),
      show,
    ),
  };
}

/** A board. */
export function projectType(context: QueryContext, project: Project): Fields {
  const { world, show } = context;
  const home = project.owner.kind === 'Organization' ? 'orgs' : 'users';
  const path = `/${home}/${project.owner.login}/projects/${project.number}`;
  return {
    __typename: 'ProjectV2',
    id: project.nodeId,
    databaseId: project.id,
    fullDatabaseId: String(project.id),
    number: project.number,
    title: project.title,
    shortDescription: null,
    readme: null,
    public: project.public,
    closed: project.closed,
    closedAt: null,
    template: false,
    createdAt: project.createdAt,
    updatedAt: project.updatedAt,
    creator: () => show(project.creator),
    owner: () => show(project.owner),
    resourcePath: path,
    url: `${world.urls.html}${path}`,
    repositories: connection(
      () => [...world.state.repositories.values()].filter(({ nodeId }) => project.repositories.has(nodeId)),
      show,
    ),
    field: ({ name }: { name: string }) => {
      const field = project.fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
      return field === undefined ? null : fieldType(context, { project, field });
    },
    fields: connection(
      () => project.fields,
      (field) => fieldType(context, { project, field }),
    ),
    items: connection((given: ItemArguments) => itemsFor(context, { project, given }), show),
  };
}

type ItemArguments = PageArguments & { query?: string | null; archivedStates?: readonly string[] | null };

/** Archived cards are omitted unless requested. */
function itemsFor(
  context: QueryContext,
  { project, given }: { project: Project; given: ItemArguments },
): ProjectItem[] {
  const { query, archivedStates } = given;
  const states = archivedStates ?? ['NOT_ARCHIVED'];
  const fits = cardQuery(query ?? '');
  return project.items.filter(
    (item) =>
      states.includes(item.archived ? 'ARCHIVED' : 'NOT_ARCHIVED') && (isVisible(context, item) ? fits(item) : !query),
  );
}

/** Whether the caller can see the content of a card. */
function isVisible({ who }: QueryContext, { content }: ProjectItem): boolean {
  return content.kind === 'DraftIssue' || canSee(who, content.repository);
}

function fieldType({ show }: QueryContext, { project, field }: { project: Project; field: ProjectField }): Fields {
  const single = field.type === 'SINGLE_SELECT';
  return {
    __typename: single ? 'ProjectV2SingleSelectField' : 'ProjectV2Field',
    id: field.id,
    name: field.name,
    dataType: field.type,
    createdAt: project.createdAt,
    updatedAt: project.createdAt,
    project: () => show(project),
    options: ({ names }: { names?: readonly string[] | null }) =>
      field.options
        .filter(({ name }) => names == null || names.includes(name))
        .map(({ id, name }) => ({ id, name, nameHTML: name, color: 'GRAY', description: '', descriptionHTML: '' })),
  };
}

const types = { Issue: 'ISSUE', PullRequest: 'PULL_REQUEST', DraftIssue: 'DRAFT_ISSUE' } as const;

/** A card. If its content is not visible, only its existence is shown. */
export function projectItemType(context: QueryContext, item: ProjectItem): Fields {
  const { show } = context;
  const visible = isVisible(context, item);
  const value = (name: string) => valueType(context, { item, name });
  return {
    __typename: 'ProjectV2Item',
    id: item.nodeId,
    databaseId: item.id,
    fullDatabaseId: String(item.id),
    type: visible ? types[item.content.kind] : 'REDACTED',
    isArchived: item.archived,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
    creator: () => show(item.creator),
    project: () => show(item.project),
    content: () => (visible ? show(item.content) : null),
    fieldValueByName: ({ name }: { name: string }) => (visible ? value(name) : null),
    fieldValues: connection(
      () => (visible ? [...item.values.keys()].map((name) => ({ name })) : []),
      ({ name }) => value(name) ?? {},
    ),
  };
}

const valueTypes = {
  SINGLE_SELECT: 'ProjectV2ItemFieldSingleSelectValue',
  TEXT: 'ProjectV2ItemFieldTextValue',
  NUMBER: 'ProjectV2ItemFieldNumberValue',
  DATE: 'ProjectV2ItemFieldDateValue',
} as const;

function valueType(context: QueryContext, { item, name }: { item: ProjectItem; name: string }): Fields | null {
  const field = item.project.fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const held = field === undefined ? undefined : item.values.get(field.name);
  if (field === undefined || held === undefined) return null;
  const { value } = held;
  return {
    __typename: valueTypes[field.type],
    id: held.id,
    createdAt: held.createdAt,
    updatedAt: held.updatedAt,
    creator: () => context.show(held.by),
    field: () => fieldType(context, { project: item.project, field }),
    item: () => context.show(item),
    name: value,
    nameHTML: value,
    optionId: field.options.find((one) => one.name === value)?.id ?? null,
    color: 'GRAY',
    description: '',
    text: value,
    number: Number(value),
    date: value,
  };
}

/** A draft issue. */
export function draftIssueType(
  { show }: QueryContext,
  draft: Extract<ProjectItem['content'], { kind: 'DraftIssue' }>,
): Fields {
  return {
    __typename: 'DraftIssue',
    id: draft.nodeId,
    title: draft.title,
    body: draft.body,
    bodyText: draft.body,
    creator: () => show(draft.creator),
    createdAt: draft.createdAt,
    updatedAt: draft.createdAt,
    assignees: connection(() => [], show),
  };
}

type Test = (item: ProjectItem) => boolean;

/** Parses a board filter: `key:value` terms, negated by a leading minus, and words of the title. */
export function cardQuery(query: string): Test {
  const terms = [...query.matchAll(/(-)?(?:([\w-]+):)?((?:"[^"]*"|[^\s"])+)/g)];
  const tests = terms.map(([, minus, key = '', value = '']): Test => {
    const test = testOf(key.toLowerCase(), valuesIn(value.toLowerCase()));
    return minus === undefined ? test : (item) => !test(item);
  });
  return (item) => tests.every((test) => test(item));
}

/** Comma-separated alternatives; a comma in quotes belongs to the value. */
const valuesIn = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|([^,"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

function testOf(key: string, values: readonly string[]): Test {
  const [value = ''] = values;
  switch (key) {
    case 'is':
      return (item) => values.some((word) => isA(item, word));
    case 'status':
      return ({ values: fields }) => values.includes(fields.get('Status')?.value.toLowerCase() ?? '');
    case 'no':
      return ({ values: fields }) => ![...fields.keys()].some((name) => name.toLowerCase() === value);
    case 'repo':
      return ({ content }) =>
        content.kind !== 'DraftIssue' && values.includes(fullName(content.repository).toLowerCase());
    case 'label':
      return ({ content }) =>
        content.kind !== 'DraftIssue' && content.labels.some(({ name }) => values.includes(name.toLowerCase()));
    case 'assignee':
      return ({ content }) =>
        content.kind !== 'DraftIssue' && content.assignees.some(({ login }) => values.includes(login.toLowerCase()));
    case 'updated':
      return ({ content, updatedAt }) =>
        isWithin(content.kind === 'DraftIssue' ? updatedAt : content.updatedAt, value.toUpperCase());
    default:
      return ({ content }) => content.title.toLowerCase().includes(value);
  }
}

function isA({ content }: ProjectItem, word: string): boolean {
  if (word === 'draft') return content.kind === 'DraftIssue';
  if (content.kind === 'DraftIssue') return false;
  if (word === 'issue') return content.kind === 'Issue';
  if (word === 'pr') return content.kind === 'PullRequest';
  return content.state === word;
}

function isWithin(at: string, bound: string): boolean {
  const [, sign = '', date = ''] = /^(>=|<=|>|<)?(.+)$/.exec(bound) ?? [];
  const difference = Date.parse(at) - Date.parse(date);
  if (sign.startsWith('>')) return sign === '>' ? difference > 0 : difference >= 0;
  if (sign.startsWith('<')) return sign === '<' ? difference < 0 : difference <= 0;
  return at.startsWith(date);
}
