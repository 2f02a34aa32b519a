// The lists of a scan: issues, cards, pull requests, branches and runs, with their plain fields. Each scan reads them all, both ends of a
// list in one request and all lists side by side.
import type { BoardSnapshot, Gap } from '../../../board.js';
import type { Clock } from '../../../ports.js';
import { type RawRepository, REPOSITORY, readAccess, repositoryField, type Scope, single } from './access.js';
import { type Asker, createAsker, type Graphql } from './ask.js';
import { type Abilities, everyCard, fragmentsFor } from './fragments.js';
import {
  boardList,
  type Entry,
  type IssueList,
  issueList,
  listFromCards,
  listFromIssues,
  pullList,
  type RawRef,
  refList,
} from './issue-list.js';
import { byId, type List, type Listed, readLists } from './parts.js';
import { collaboratorList, peopleOf, type RawCollaborator, resultsOf } from './permissions.js';
import { type RawIssue, type RawItem, type RawPull, refOf } from './raw.js';
import { RUNS } from './runs.js';

/** The GraphQL clients of the repository's token and of the board's. The same function where one token is used for both. */
export interface Eyes {
  readonly home: Graphql;
  readonly board: Graphql;
}

export interface Survey {
  /** With the repository's token. */
  readonly asker: Asker;
  /** With the board's token; the same asker where it is the same token. */
  readonly boardAsker: Asker;
  readonly viewer: string;
  readonly abilities: Abilities;
  /** The home repository first. */
  readonly repositories: readonly RawRepository[];
  readonly entries: readonly Entry[];
  readonly pulls: readonly RawPull[];
  readonly heads: readonly RawRef[];
  readonly runs: readonly RawRef[];
  readonly collaborators: Listed<RawCollaborator>;
  /** Of the board's other repositories, by name. */
  readonly collaboratorsElsewhere: ReadonlyMap<string, Listed<RawCollaborator>>;
  readonly notIssues: BoardSnapshot['notIssues'];
  readonly total: number;
  readonly missing: BoardSnapshot['missing'];
  readonly gaps: readonly Gap[];
}

export interface Wanted extends Scope {
  readonly label?: string | undefined;
}

/** Branches and runs: at most so many pages of a hundred. */
const PAGES = 10;

/** Other repositories of a board whose pull requests are read. */
const REPOSITORIES = 20;

const NEEDS =
  'reading it needs the permission "Projects: read" (an App\'s organization permission, or the scope read:project); ' +
  'the GITHUB_TOKEN of Actions never has it: set CREW_PROJECT_TOKEN. The issues of the repository were read instead';

const REDACTED =
  "the board's token may not read the repository of its cards; the issues of the repository were read with the repository's token instead";

/** Reads the lists. */
export async function readSurvey(wanted: Wanted, eyes: Eyes, clock: Clock): Promise<Survey> {
  const access = await readAccess(wanted, eyes, clock);
  const fragments = fragmentsFor(access.abilities);
  const asker = createAsker(eyes.home, { fragments, clock });
  const boardAsker = eyes.board === eyes.home ? asker : createAsker(eyes.board, { fragments, clock });
  const { board } = access;
  const cards = everyCard(access.abilities);
  const items = board === null ? null : boardList(board, { label: wanted.label, cards, plain: boardAsker !== asker });
  const issues = board === null ? issueList(wanted.repo, wanted.label) : null;
  const lists = {
    pulls: pullList(wanted.repo),
    heads: refList(wanted.repo, 'refs/heads/', PAGES),
    runs: refList(wanted.repo, RUNS, PAGES),
    collaborators: collaboratorList(wanted.repo),
  };
  const atHome = [...(issues ? [issues] : []), ...Object.values(lists)];
  if (boardAsker === asker) await readLists(asker, [...(items ? [items] : []), ...atHome]);
  else await Promise.all([readLists(boardAsker, items ? [items] : []), readLists(asker, atHome)]);
  const listed = await readIssueList({ items, issues, asker, boardAsker, wanted });
  const others = await readOthers({ asker, boardAsker }, wanted.repo, listed);
  const pulls = [lists.pulls, ...others.lists].map((list) => list.result());
  return {
    asker,
    boardAsker,
    viewer: access.viewer,
    abilities: access.abilities,
    repositories: [access.repository, ...others.repositories],
    entries: listed.entries,
    notIssues: listed.notIssues,
    total: listed.total,
    pulls: pulls.flatMap((each) => each.found),
    heads: lists.heads.result().found,
    runs: lists.runs.result().found,
    collaborators: lists.collaborators.result(),
    collaboratorsElsewhere: resultsOf(others.people),
    missing: [
      ...(access.boardTrouble === null
        ? []
        : [{ what: `project ${wanted.project}`, why: `${access.boardTrouble}; ${NEEDS}` }]),
      ...listed.missing,
      ...others.missing,
      ...pulls.flatMap((each) => shortOf('pull requests', each)),
      ...pulls.flatMap(({ flawed }) => flawed.map(({ node, why }) => ({ what: refOf(node), why }))),
      ...shortOf('branches', lists.heads.result()),
      ...shortOf('runs of crew', lists.runs.result()),
    ],
    gaps: [
      ...gapOf(wanted.repo, 'pulls', lists.pulls.result()),
      ...others.repos.flatMap((repo, n) => gapOf(repo, 'pulls', others.lists[n]?.result())),
      ...gapOf(wanted.repo, 'branches', lists.heads.result()),
      ...gapOf(wanted.repo, 'runs', lists.runs.result()),
    ],
  };
}

interface IssueListOf {
  readonly items: List<RawItem> | null;
  readonly issues: List<RawIssue> | null;
  readonly asker: Asker;
  readonly boardAsker: Asker;
  readonly wanted: Wanted;
}

/** The issues of the board. Where the board has a token of its own, fields of issues are read with the repository's token. */
async function readIssueList({ items, issues, asker, boardAsker, wanted }: IssueListOf): Promise<IssueList> {
  if (!items) return listFromIssues(issues?.result() ?? NOTHING);
  if (asker === boardAsker) return listFromCards(items.result(), wanted.label);
  const listed = items.result();
  const cards = listed.found.filter(({ content }) => content?.__typename === 'Issue');
  const isRedacted = listed.found.some(({ content, isArchived }) => content === null && !isArchived);
  if (cards.length === 0 && isRedacted) return instead(asker, wanted, listed.found.length);
  const read = new Map<string, RawIssue>();
  const ids = cards.flatMap(({ content }) => content?.id ?? []);
  const labels = wanted.label === undefined ? '' : '... on Issue { labels(first: 100) { nodes { name } } }';
  const question = (some: readonly string[]) =>
    byId<RawIssue & { readonly __typename: string }>({
      ids: some,
      selection: `__typename ...Issue ${labels}`,
      take: (issue, id) => void (issue.title === undefined || read.set(id, issue)),
      gone: () => undefined,
    });
  await asker.ask(question(ids));
  // An issue of another repository is read with the token that may read it.
  await boardAsker.ask(question(ids.filter((id) => !read.has(id))));
  const found = listed.found.map((item) => {
    const id = item.content?.__typename === 'Issue' ? item.content.id : undefined;
    if (id === undefined) return item;
    const issue = read.get(id);
    return { ...item, content: issue ? { ...issue, __typename: 'Issue' } : null };
  });
  return listFromCards({ ...listed, found }, wanted.label);
}

/** The repository's issues, for a board whose token may read none of its cards. */
async function instead(asker: Asker, { repo, label }: Wanted, cards: number): Promise<IssueList> {
  const issues = issueList(repo, label);
  await readLists(asker, [issues]);
  const listed = listFromIssues(issues.result());
  const what = cards === 1 ? '1 card of the board' : `${cards} cards of the board`;
  return { ...listed, missing: [...listed.missing, { what, why: REDACTED }] };
}

const NOTHING: Listed<never> = { found: [], total: null, hidden: 0, why: 'it was not asked', cut: false, flawed: [] };

/** "n of m seen", for lists other than issues. */
function shortOf(what: string, { found, total, why, cut, hidden }: Listed<unknown>): BoardSnapshot['missing'] {
  if (why === null && !cut && hidden === 0) return [];
  return [
    {
      what: `${what} (${found.length} of ${total ?? 'an unknown number'} seen)`,
      why: why ?? 'there are too many',
      ...(why === null && hidden === 0 ? { bound: true as const } : {}),
    },
  ];
}

/** A gap for a list that did not come whole. A bound of crew's own is no gap: otherwise large repositories could not be judged. */
function gapOf(repo: string, of: Gap['of'], read: Listed<unknown> | undefined): readonly Gap[] {
  return read?.why === null && read.hidden === 0 ? [] : [{ repo, of }];
}

interface Others {
  readonly repos: readonly string[];
  readonly repositories: RawRepository[];
  readonly lists: readonly List<RawPull>[];
  readonly people: ReadonlyMap<string, List<RawCollaborator>>;
  readonly missing: { what: string; why: string }[];
}

/** The other repositories that cards of the board come from. */
async function readOthers(
  by: { asker: Asker; boardAsker: Asker },
  home: string,
  { entries }: IssueList,
): Promise<Others> {
  const names = [...new Set(entries.map(({ issue }) => issue.repository.nameWithOwner))].filter(
    (name) => name !== home,
  );
  const read = names.slice(0, REPOSITORIES);
  const others: Others = {
    repos: names,
    repositories: [],
    lists: read.map(pullList),
    people: peopleOf(read),
    missing: names.slice(REPOSITORIES).map((name) => ({
      what: `the pull requests of ${name}`,
      why: 'the board has too many repositories',
    })),
  };
  const lost = await readFacts(by.asker, read, others.repositories);
  const isSeen = (name: string) => !lost.has(name);
  const stillLost =
    by.asker === by.boardAsker ? lost : await readFacts(by.boardAsker, [...lost.keys()], others.repositories);
  for (const [what, why] of stillLost) others.missing.push({ what, why });
  const listsOf = (names_: readonly string[]) =>
    names_.flatMap((name) => [others.lists[read.indexOf(name)] ?? [], others.people.get(name) ?? []].flat());
  await Promise.all([
    readLists(by.asker, listsOf(read.filter(isSeen))),
    readLists(by.boardAsker, listsOf([...lost.keys()])),
  ]);
  return others;
}

/** Reads these repositories. Returns those that this token does not see, with the reason. */
async function readFacts(
  asker: Asker,
  names: readonly string[],
  into: RawRepository[],
): Promise<ReadonlyMap<string, string>> {
  const lost = new Map<string, string>();
  await asker.ask(
    names.map((name) =>
      single<RawRepository>({
        field: repositoryField(name, REPOSITORY),
        take(repository, problems) {
          if (repository) into.push(repository);
          else lost.set(name, problems[0]?.message ?? 'GitHub gave nothing');
        },
      }),
    ),
  );
  return lost;
}
