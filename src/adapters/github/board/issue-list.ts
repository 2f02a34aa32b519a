// The lists of a scan: cards, issues, pull requests and refs with their plain fields. survey.ts reads them; details.ts and runs.ts use
// their types.
import type { BoardSnapshot } from '../../../ports/board-snapshot.js';
import { stringLiteral } from './ask.js';
import { List, type Listed } from './lists.js';
import { type RawCard, type RawIssue, type RawPull, refOf } from './raw.js';
import { repositoryField } from './scan-basics.js';

/** An issue of the board with its card; without one if the issues of a repository are listed. */
export interface BoardEntry {
  readonly issue: RawIssue;
  readonly item: RawCard | null;
}

export interface BoardIssues {
  readonly entries: readonly BoardEntry[];
  readonly notIssues: BoardSnapshot['notIssues'];
  /** The number of issues according to GitHub. */
  readonly total: number;
  readonly missing: BoardSnapshot['missing'];
}

/** The selection of a card. `issue` selects the fields of the issue on it. */
const cardSelection = (issue: string): string => `...Card content { __typename ${issue}
  ... on PullRequest { number repository { nameWithOwner } } ... on DraftIssue { draftTitle: title } }`;

/** The cards of a board. `hasOnlyIds`: without the fields of the issues, which the repository's token reads. */
export function cardList(
  board: string,
  {
    label,
    archivedArgument,
    hasOnlyIds,
  }: { label?: string | undefined; archivedArgument: string; hasOnlyIds: boolean },
): List<RawCard> {
  const labels = label === undefined ? '' : '... on Issue { labels(first: 100) { nodes { name } } }';
  const issue = hasOnlyIds
    ? '... on Issue { id number repository { nameWithOwner } }'
    : `... on Issue { ...Issue } ${labels}`;
  return new List<RawCard>({
    field: (connection) =>
      `node(id: ${stringLiteral(board)}) { ... on ProjectV2 { ${connection('items', archivedArgument)} } }`,
    selection: cardSelection(issue),
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
    maxPages: 50,
  });
}

export function listOfIssues({ found, total, why, flawed }: Listed<RawIssue>): BoardIssues {
  const count = Math.max(total ?? 0, found.length);
  const missingCount = missingIssues({ seen: found.length, total, count, why });
  return {
    entries: found.map((issue) => ({ issue, item: null })),
    notIssues: [],
    total: count,
    missing: [...missingCount, ...flawed.map(({ node, why: problem }) => ({ what: refOf(node), why: problem }))],
  };
}

export function listOfCards(listed: Listed<RawCard>, label?: string): BoardIssues {
  const { found, total, why, flawed } = listed;
  const issues = found.filter((item) => isIssue(item) && !item.isArchived);
  const wanted = issues.filter((item) => label === undefined || hasLabel(item, label));
  const emptyCards = found.filter(({ content, isArchived }) => content === null && !isArchived);
  const others = found.filter((item) => !isIssue(item) || item.isArchived);
  const notIssues = others.flatMap(notIssueOf);
  const count = Math.max(total ?? 0, found.length) - notIssues.length - (issues.length - wanted.length);
  const missingCount = missingIssues({ seen: wanted.length, total, count, why });
  return {
    entries: wanted.flatMap((item) => (item.content ? [{ issue: item.content as RawIssue, item }] : [])),
    notIssues,
    total: count,
    missing: [...missingCount, ...missingCards(emptyCards, flawed), ...flawed.flatMap(missingFieldsOf)],
  };
}

const isIssue = ({ content }: RawCard): boolean => content?.__typename === 'Issue';

function hasLabel({ content }: RawCard, label: string): boolean {
  const { labels } = (content ?? {}) as { labels?: { nodes: readonly ({ name: string } | null)[] | null } | null };
  return labels?.nodes?.some((each) => each?.name.toLowerCase() === label.toLowerCase()) ?? false;
}

function notIssueOf({ content, isArchived }: RawCard): BoardSnapshot['notIssues'] {
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

type Flawed = Listed<RawCard>['flawed'];

/** Cards without content: not visible to this token, or failed. */
function missingCards(emptyCards: readonly RawCard[], flawed: Flawed): BoardSnapshot['missing'] {
  const broken = emptyCards.flatMap(({ id }) => flawed.find(({ node }) => node.id === id) ?? []);
  const redacted = emptyCards.length - broken.length;
  return [
    ...(redacted === 0
      ? []
      : [{ what: countOfCards(redacted), why: 'redacted: this token may not read the repository' }]),
    ...(broken[0] ? [{ what: countOfCards(broken.length), why: broken[0].why }] : []),
  ];
}

const countOfCards = (count: number): string => (count === 1 ? '1 card of the board' : `${count} cards of the board`);

/** The issue of a card that came with errors. */
function missingFieldsOf({ node: { content }, why }: Flawed[number]): BoardSnapshot['missing'] {
  const { number, repository } = (content ?? {}) as Partial<RawIssue>;
  return number === undefined || !repository ? [] : [{ what: refOf({ number, repository }), why }];
}

/** An entry such as "issues (3 of 9 seen)", if the list is incomplete. */
function missingIssues(input: {
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
    maxPages: pages,
    isOneWay: true,
  });
}
