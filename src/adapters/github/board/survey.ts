// The first round of a scan's questions: lists issues, cards, pull requests, branches and runs with their plain fields. All lists are read in
// parallel, from both ends. read-board.ts starts with it; the later readers get its result.
import type { BoardSnapshot, Gap } from '../../../ports/board-snapshot.js';
import type { Clock } from '../../../ports/index.js';
import { type Asker, createAsker, type Graphql } from './ask.js';
import { type Abilities, archivedCardsArgument, fragmentsFor } from './fragments.js';
import {
  type BoardEntry,
  type BoardIssues,
  cardList,
  issueList,
  listOfCards,
  listOfIssues,
  pullList,
  type RawRef,
  refList,
} from './issue-list.js';
import { byId, type List, type Listed, readLists } from './lists.js';
import { collaboratorList, collaboratorLists, type RawCollaborator, resultsOf } from './permissions.js';
import { type RawCard, type RawIssue, type RawPull, refOf } from './raw.js';
import { RUNS_PREFIX } from './runs.js';
import {
  type RawRepository,
  REPOSITORY_FIELDS,
  readBasics,
  repositoryField,
  type Scope,
  singleQuestion,
} from './scan-basics.js';

/** The GraphQL functions of the repository's token and the board's token; the same function if one token does both. */
export interface Tokens {
  readonly home: Graphql;
  readonly board: Graphql;
}

/** The result of the first round of questions. */
export interface Survey {
  /** Uses the repository's token. */
  readonly asker: Asker;
  /** Uses the board's token; the same asker if one token does both. */
  readonly boardAsker: Asker;
  readonly viewer: string;
  readonly abilities: Abilities;
  /** The board's own repository first. */
  readonly repositories: readonly RawRepository[];
  readonly entries: readonly BoardEntry[];
  readonly pulls: readonly RawPull[];
  /** The branches of the board's own repository. */
  readonly heads: readonly RawRef[];
  readonly runs: readonly RawRef[];
  readonly collaborators: Listed<RawCollaborator>;
  /** The collaborators of the board's other repositories, by name. */
  readonly collaboratorsElsewhere: ReadonlyMap<string, Listed<RawCollaborator>>;
  readonly notIssues: BoardSnapshot['notIssues'];
  readonly total: number;
  readonly missing: BoardSnapshot['missing'];
  readonly gaps: readonly Gap[];
}

export interface SurveyQuery extends Scope {
  readonly label?: string | undefined;
}

/** Maximum pages of branches and runs. */
const MAX_REF_PAGES = 10;

/** Maximum number of other repositories whose pull requests are read. */
const MAX_REPOSITORIES = 20;

/** How to give crew access to the board. */
const BOARD_TOKEN_HINT =
  'reading it needs the permission "Projects: read" (an App\'s organization permission, or the scope read:project); ' +
  'the GITHUB_TOKEN of Actions never has it: set CREW_PROJECT_TOKEN. The issues of the repository were read instead';

const REDACTED =
  "the board's token may not read the repository of its cards; the issues of the repository were read with the repository's token instead";

/** Reads the lists. Issues are listed by their cards, or from the repository if there is no board or it cannot be read. */
export async function readSurvey(query: SurveyQuery, tokens: Tokens, clock: Clock): Promise<Survey> {
  const basics = await readBasics(query, tokens, clock);
  const fragments = fragmentsFor(basics.abilities);
  const asker = createAsker(tokens.home, { fragments, clock });
  const boardAsker = tokens.board === tokens.home ? asker : createAsker(tokens.board, { fragments, clock });
  const { board } = basics;
  const archivedArgument = archivedCardsArgument(basics.abilities);
  const cardsList =
    board === null ? null : cardList(board, { label: query.label, archivedArgument, hasOnlyIds: boardAsker !== asker });
  const issues = board === null ? issueList(query.repo, query.label) : null;
  const lists = {
    pulls: pullList(query.repo),
    heads: refList(query.repo, 'refs/heads/', MAX_REF_PAGES),
    runs: refList(query.repo, RUNS_PREFIX, MAX_REF_PAGES),
    collaborators: collaboratorList(query.repo),
  };
  const homeLists = [...(issues ? [issues] : []), ...Object.values(lists)];
  if (boardAsker === asker) await readLists(asker, [...(cardsList ? [cardsList] : []), ...homeLists]);
  else await Promise.all([readLists(boardAsker, cardsList ? [cardsList] : []), readLists(asker, homeLists)]);
  const issueEntries = await issuesOf({ cards: cardsList, issues, asker, boardAsker, query });
  const others = await readOtherRepositories({ asker, boardAsker }, query.repo, issueEntries);
  const pulls = [lists.pulls, ...others.lists].map((list) => list.result());
  return {
    asker,
    boardAsker,
    viewer: basics.viewer,
    abilities: basics.abilities,
    repositories: [basics.repository, ...others.repositories],
    entries: issueEntries.entries,
    notIssues: issueEntries.notIssues,
    total: issueEntries.total,
    pulls: pulls.flatMap((each) => each.found),
    heads: lists.heads.result().found,
    runs: lists.runs.result().found,
    collaborators: lists.collaborators.result(),
    collaboratorsElsewhere: resultsOf(others.people),
    missing: [
      ...(basics.boardProblem === null
        ? []
        : [{ what: `project ${query.project}`, why: `${basics.boardProblem}; ${BOARD_TOKEN_HINT}` }]),
      ...issueEntries.missing,
      ...others.missing,
      ...pulls.flatMap((each) => missingFrom('pull requests', each)),
      ...pulls.flatMap(({ flawed }) => flawed.map(({ node, why }) => ({ what: refOf(node), why }))),
      ...missingFrom('branches', lists.heads.result()),
      ...missingFrom('runs of crew', lists.runs.result()),
    ],
    gaps: [
      ...gapOf(query.repo, 'pulls', lists.pulls.result()),
      ...others.names.flatMap((repo, n) => gapOf(repo, 'pulls', others.lists[n]?.result())),
      ...gapOf(query.repo, 'branches', lists.heads.result()),
      ...gapOf(query.repo, 'runs', lists.runs.result()),
    ],
  };
}

interface IssueListInput {
  readonly cards: List<RawCard> | null;
  readonly issues: List<RawIssue> | null;
  readonly asker: Asker;
  readonly boardAsker: Asker;
  readonly query: SurveyQuery;
}

/** The issues of the board. If the board has its own token, their fields are read with the repository's token. */
async function issuesOf({ cards: cardsList, issues, asker, boardAsker, query }: IssueListInput): Promise<BoardIssues> {
  if (!cardsList) return listOfIssues(issues?.result() ?? NOTHING_READ);
  if (asker === boardAsker) return listOfCards(cardsList.result(), query.label);
  const listed = cardsList.result();
  const cards = listed.found.filter(({ content }) => content?.__typename === 'Issue');
  const isRedacted = listed.found.some(({ content, isArchived }) => content === null && !isArchived);
  if (cards.length === 0 && isRedacted) return fromRepository(asker, query, listed.found.length);
  const read = new Map<string, RawIssue>();
  const ids = cards.flatMap(({ content }) => content?.id ?? []);
  const labels = query.label === undefined ? '' : '... on Issue { labels(first: 100) { nodes { name } } }';
  const question = (some: readonly string[]) =>
    byId<RawIssue & { readonly __typename: string }>({
      ids: some,
      selection: `__typename ...Issue ${labels}`,
      take: (issue, id) => void (issue.title === undefined || read.set(id, issue)),
      absent: () => undefined,
    });
  await asker.ask(question(ids));
  // Issues of other repositories are read with whichever token can.
  await boardAsker.ask(question(ids.filter((id) => !read.has(id))));
  const found = listed.found.map((item) => {
    const id = item.content?.__typename === 'Issue' ? item.content.id : undefined;
    if (id === undefined) return item;
    const issue = read.get(id);
    return { ...item, content: issue ? { ...issue, __typename: 'Issue' } : null };
  });
  return listOfCards({ ...listed, found }, query.label);
}

/** The repository's issues, if the board's token can read none of its cards. */
async function fromRepository(asker: Asker, { repo, label }: SurveyQuery, cards: number): Promise<BoardIssues> {
  const issues = issueList(repo, label);
  await readLists(asker, [issues]);
  const issueEntries = listOfIssues(issues.result());
  const what = cards === 1 ? '1 card of the board' : `${cards} cards of the board`;
  return { ...issueEntries, missing: [...issueEntries.missing, { what, why: REDACTED }] };
}

const NOTHING_READ: Listed<never> = {
  found: [],
  total: null,
  hidden: 0,
  why: 'it was not asked',
  isCut: false,
  flawed: [],
};

/** An entry such as "branches (3 of 9 seen)", if a list is incomplete. */
function missingFrom(what: string, { found, total, why, isCut, hidden }: Listed<unknown>): BoardSnapshot['missing'] {
  if (why === null && !isCut && hidden === 0) return [];
  return [
    {
      what: `${what} (${found.length} of ${total ?? 'an unknown number'} seen)`,
      why: why ?? 'there are too many',
      ...(why === null && hidden === 0 ? { isExpected: true as const } : {}),
    },
  ];
}

/**
 * A gap if GitHub failed, or if the list was not read at all. A limit of crew leaves out the oldest entries and is no gap; otherwise a large
 * repository could never be judged.
 */
function gapOf(repo: string, list: Gap['list'], read: Listed<unknown> | undefined): readonly Gap[] {
  return read?.why === null && read.hidden === 0 ? [] : [{ repo, list }];
}

interface OtherRepositories {
  /** Also those that are not read, because there are too many. */
  readonly names: readonly string[];
  readonly repositories: RawRepository[];
  /** The pull requests of the first of `names`, in the same order. */
  readonly lists: readonly List<RawPull>[];
  readonly people: ReadonlyMap<string, List<RawCollaborator>>;
  readonly missing: { what: string; why: string }[];
}

/** The other repositories that cards of the board come from. */
async function readOtherRepositories(
  askers: { asker: Asker; boardAsker: Asker },
  home: string,
  { entries }: BoardIssues,
): Promise<OtherRepositories> {
  const names = [...new Set(entries.map(({ issue }) => issue.repository.nameWithOwner))].filter(
    (name) => name !== home,
  );
  const read = names.slice(0, MAX_REPOSITORIES);
  const others: OtherRepositories = {
    names,
    repositories: [],
    lists: read.map(pullList),
    people: collaboratorLists(read),
    missing: names.slice(MAX_REPOSITORIES).map((name) => ({
      what: `the pull requests of ${name}`,
      why: 'the board has too many repositories',
    })),
  };
  const lost = await readFacts(askers.asker, read, others.repositories);
  const isSeen = (name: string) => !lost.has(name);
  const stillLost =
    askers.asker === askers.boardAsker
      ? lost
      : await readFacts(askers.boardAsker, [...lost.keys()], others.repositories);
  for (const [what, why] of stillLost) others.missing.push({ what, why });
  const listsOf = (listNames: readonly string[]) =>
    listNames.flatMap((name) => [others.lists[read.indexOf(name)] ?? [], others.people.get(name) ?? []].flat());
  await Promise.all([
    readLists(askers.asker, listsOf(read.filter(isSeen))),
    readLists(askers.boardAsker, listsOf([...lost.keys()])),
  ]);
  return others;
}

/** Reads these repositories into `into`. Returns those that this token does not see, with the reason. */
async function readFacts(
  asker: Asker,
  names: readonly string[],
  into: RawRepository[],
): Promise<ReadonlyMap<string, string>> {
  const lost = new Map<string, string>();
  await asker.ask(
    names.map((name) =>
      singleQuestion<RawRepository>({
        field: repositoryField(name, REPOSITORY_FIELDS),
        take(repository, problems) {
          if (repository) into.push(repository);
          else lost.set(name, problems[0]?.message ?? 'GitHub gave nothing');
        },
      }),
    ),
  );
  return lost;
}
