// Lists the issues of the board or repository, with their plain fields.
import type { BoardSnapshot } from '../../../ports/board-snapshot.js';
import { stringLiteral } from './ask.js';
import { List, type Listed } from './lists.js';
import { type RawIssue, type RawItem, type RawPull, refOf } from './raw.js';
import { repositoryField } from './scan-basics.js';

export interface Entry {
  readonly issue: RawIssue;
  readonly item: RawItem | null;
}

export interface IssueList {
  readonly entries: readonly Entry[];
  readonly notIssues: BoardSnapshot['notIssues'];
  /** The number of issues according to GitHub. */
  readonly total: number;
  readonly missing: BoardSnapshot['missing'];
}

/** A card. `plain`: the issue's fields are read with the repository's token instead. */
const item = (issue: string): string => `...Item content { __typename ${issue}
  ... on PullRequest { number repository { nameWithOwner } } ... on DraftIssue { draftTitle: title } }`;

/** The cards of a board. */
export function boardList(
  board: string,
  { label, cards, plain }: { label?: string | undefined; cards: string; plain: boolean },
): List<RawItem> {
  const labels = label === undefined ? '' : '... on Issue { labels(first: 100) { nodes { name } } }';
  const issue = plain
    ? '... on Issue { id number repository { nameWithOwner } }'
    : `... on Issue { ...Issue } ${labels}`;
  return new List<RawItem>({
    field: (connection) => `node(id: ${stringLiteral(board)}) { ... on ProjectV2 { ${connection('items', cards)} } }`,
    selection: item(issue),
    find: (value) => (value as { items?: unknown } | null)?.items,
    keyOf: ({ id }) => id,
  });
}

/** The issues of a repository, optionally with a label. */
export function issueList(repo: string, label?: string): List<RawIssue> {
  const labels = label === undefined ? '' : `, labels: [${stringLiteral(label)}]`;
  return new List<RawIssue>({
    field: (connection) =>
      repositoryField(repo, connection('issues', `${labels}, orderBy: { field: CREATED_AT, direction: ASC }`)),
    selection: '...Issue',
    find: (value) => (value as { issues?: unknown } | null)?.issues,
    keyOf: ({ id }) => id,
  });
}

/** The pull requests of a repository, newest first. */
export function pullList(repo: string): List<RawPull> {
  return new List<RawPull>({
    field: (connection) =>
      repositoryField(repo, connection('pullRequests', ', orderBy: { field: CREATED_AT, direction: DESC }')),
    selection: '...Pull',
    find: (value) => (value as { pullRequests?: unknown } | null)?.pullRequests,
    keyOf: ({ id }) => id,
    pages: 50,
  });
}

export function fromIssues({ found, total, why, flawed }: Listed<RawIssue>): IssueList {
  const count = Math.max(total ?? 0, found.length);
  const short = shortOf({ seen: found.length, total, count, why });
  return {
    entries: found.map((issue) => ({ issue, item: null })),
    notIssues: [],
    total: count,
    missing: [...short, ...flawed.map(({ node, why: said }) => ({ what: refOf(node), why: said }))],
  };
}

export function fromItems(listed: Listed<RawItem>, label?: string): IssueList {
  const { found, total, why, flawed } = listed;
  const issues = found.filter((item) => isIssue(item) && !item.isArchived);
  const wanted = issues.filter((item) => label === undefined || hasLabel(item, label));
  const empty = found.filter(({ content, isArchived }) => content === null && !isArchived);
  const others = found.filter((item) => !isIssue(item) || item.isArchived);
  const notIssues = others.flatMap(notIssueOf);
  const count = Math.max(total ?? 0, found.length) - notIssues.length - (issues.length - wanted.length);
  const short = shortOf({ seen: wanted.length, total, count, why });
  return {
    entries: wanted.flatMap((item) => (item.content ? [{ issue: item.content as RawIssue, item }] : [])),
    notIssues,
    total: count,
    missing: [...short, ...emptyOf(empty, flawed), ...flawed.flatMap(flawOf)],
  };
}

const isIssue = ({ content }: RawItem): boolean => content?.__typename === 'Issue';

function hasLabel({ content }: RawItem, label: string): boolean {
  const { labels } = (content ?? {}) as { labels?: { nodes: readonly ({ name: string } | null)[] | null } | null };
  return labels?.nodes?.some((each) => each?.name.toLowerCase() === label.toLowerCase()) ?? false;
}

function notIssueOf({ content, isArchived }: RawItem): BoardSnapshot['notIssues'] {
  if (!content) return isArchived ? [{ what: 'an archived card', kind: 'archived' }] : [];
  const { number, repository, title, draftTitle } = content as {
    number?: number;
    repository?: RawIssue['repository'];
    title?: string;
    draftTitle?: string;
  };
  const what = number !== undefined && repository ? refOf({ number, repository }) : (draftTitle ?? title ?? 'a card');
  if (isArchived) return [{ what, kind: 'archived' }];
  return [{ what, kind: content.__typename === 'PullRequest' ? 'pull' : 'draft' }];
}

type Flawed = Listed<RawItem>['flawed'];

/** Cards without content: not visible to this token, or failed. */
function emptyOf(empty: readonly RawItem[], flawed: Flawed): BoardSnapshot['missing'] {
  const broken = empty.flatMap(({ id }) => flawed.find(({ node }) => node.id === id) ?? []);
  const redacted = empty.length - broken.length;
  return [
    ...(redacted === 0 ? [] : [{ what: cards(redacted), why: 'redacted: this token may not read the repository' }]),
    ...(broken[0] ? [{ what: cards(broken.length), why: broken[0].why }] : []),
  ];
}

const cards = (count: number): string => (count === 1 ? '1 card of the board' : `${count} cards of the board`);

/** A card with errors. */
function flawOf({ node: { content }, why }: Flawed[number]): BoardSnapshot['missing'] {
  const { number, repository } = (content ?? {}) as Partial<RawIssue>;
  return number === undefined || !repository ? [] : [{ what: refOf({ number, repository }), why }];
}

/** "n of m seen", if not all were. */
function shortOf(input: {
  seen: number;
  total: number | null;
  count: number;
  why: string | null;
}): BoardSnapshot['missing'] {
  const { seen, total, count, why } = input;
  const notVisible = why !== null || total === null;
  return notVisible
    ? [
        {
          what: `issues (${seen} of ${total === null ? 'an unknown number' : count} seen)`,
          why: why ?? 'GitHub did not say',
        },
      ]
    : [];
}

export interface RawRef {
  readonly name: string;
  readonly target: { readonly oid: string } | null;
}

/** Refs with a prefix such as `refs/heads/`. */
export function refList(repo: string, prefix: string, pages: number): List<RawRef> {
  return new List<RawRef>({
    field: (connection) => repositoryField(repo, connection('refs', `, refPrefix: ${stringLiteral(prefix)}`)),
    selection: 'name target { oid }',
    find: (value) => (value as { refs?: unknown } | null)?.refs,
    keyOf: ({ name }) => name,
    weight: 0.1,
    pages,
    oneWay: true,
  });
}
