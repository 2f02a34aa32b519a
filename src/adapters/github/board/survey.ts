// The first round of questions: issues, cards, pull requests, branches and runs with their plain fields. Reads all lists in parallel,
// from both ends.
import type { BoardSnapshot, Gap } from '../../../ports/board-snapshot.js';
import type { Clock } from '../../../ports/index.js';
import { type Asker, createAsker, type Graphql } from './ask.js';
import { type Abilities, everyCard, fragmentsFor } from './fragments.js';
import {
  boardList,
  type Entry,
  fromIssues,
  fromItems,
  type IssueList,
  issueList,
  pullList,
  type RawRef,
  refList,
} from './issue-list.js';
import { byId, type List, type Listed, readLists } from './lists.js';
import { collaboratorList, peopleOf, type RawCollaborator, resultsOf } from './permissions.js';
import { type RawIssue, type RawItem, type RawPull, refOf } from './raw.js';
import { RUNS } from './runs.js';
import {
  type RawRepository,
  REPOSITORY,
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

export interface SurveyQuery extends Scope {
  readonly label?: string | undefined;
}

/** Maximum pages of branches and runs. */
const PAGES = 10;

/** Maximum number of other repositories whose pull requests are read. */
const REPOSITORIES = 20;

const NEEDS =
  'reading it needs the permission "Projects: read" (an App\'s organization permission, or the scope read:project); ' +
  'the GITHUB_TOKEN of Actions never has it: set CREW_PROJECT_TOKEN. The issues of the repository were read instead';

const REDACTED =
  "the board's token may not read the repository of its cards; the issues of the repository were read with the repository's token instead";

/** Reads the lists. */
export async function readSurvey(wanted: SurveyQuery, tokens: Tokens, clock: Clock): Promise<Survey> {
  const basics = await readBasics(wanted, tokens, clock);
  const fragments = fragmentsFor(basics.abilities);
  const asker = createAsker(tokens.home, { fragments, clock });
  const boardAsker = tokens.board === tokens.home ? asker : createAsker(tokens.board, { fragments, clock });
  const { board } = basics;
  const cards = everyCard(basics.abilities);
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
  const issueEntries = await issuesOf({ items, issues, asker, boardAsker, wanted });
  const others = await readOthers({ asker, boardAsker }, wanted.repo, issueEntries);
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
        : [{ what: `project ${wanted.project}`, why: `${basics.boardProblem}; ${NEEDS}` }]),
      ...issueEntries.missing,
      ...others.missing,
      ...pulls.flatMap((each) => missingFrom('pull requests', each)),
      ...pulls.flatMap(({ flawed }) => flawed.map(({ node, why }) => ({ what: refOf(node), why }))),
      ...missingFrom('branches', lists.heads.result()),
      ...missingFrom('runs of crew', lists.runs.result()),
    ],
    gaps: [
      ...gapOf(wanted.repo, 'pulls', lists.pulls.result()),
      ...others.repos.flatMap((repo, n) => gapOf(repo, 'pulls', others.lists[n]?.result())),
      ...gapOf(wanted.repo, 'branches', lists.heads.result()),
      ...gapOf(wanted.repo, 'runs', lists.runs.result()),
    ],
  };
}

interface IssueListInput {
  readonly items: List<RawItem> | null;
  readonly issues: List<RawIssue> | null;
  readonly asker: Asker;
  readonly boardAsker: Asker;
  readonly wanted: SurveyQuery;
}

/** The issues of the board. If the board has its own token, their fields are read with the repository's token. */
async function issuesOf({ items, issues, asker, boardAsker, wanted }: IssueListInput): Promise<IssueList> {
  if (!items) return fromIssues(issues?.result() ?? NOTHING);
  if (asker === boardAsker) return fromItems(items.result(), wanted.label);
  const listed = items.result();
  const cards = listed.found.filter(({ content }) => content?.__typename === 'Issue');
  const isRedacted = listed.found.some(({ content, isArchived }) => content === null && !isArchived);
  if (cards.length === 0 && isRedacted) return fromRepository(asker, wanted, listed.found.length);
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
  // Issues of other repositories are read with whichever token can.
  await boardAsker.ask(question(ids.filter((id) => !read.has(id))));
  const found = listed.found.map((item) => {
    const id = item.content?.__typename === 'Issue' ? item.content.id : undefined;
    if (id === undefined) return item;
    const issue = read.get(id);
    return { ...item, content: issue ? { ...issue, __typename: 'Issue' } : null };
  });
  return fromItems({ ...listed, found }, wanted.label);
}

/** The repository's issues, if the board's token can read none of its cards. */
async function fromRepository(asker: Asker, { repo, label }: SurveyQuery, cards: number): Promise<IssueList> {
  const issues = issueList(repo, label);
  await readLists(asker, [issues]);
  const issueEntries = fromIssues(issues.result());
  const what = cards === 1 ? '1 card of the board' : `${cards} cards of the board`;
  return { ...issueEntries, missing: [...issueEntries.missing, { what, why: REDACTED }] };
}

const NOTHING: Listed<never> = { found: [], total: null, hidden: 0, why: 'it was not asked', cut: false, flawed: [] };

/** "n of m seen", for lists other than issues. */
function missingFrom(what: string, { found, total, why, cut, hidden }: Listed<unknown>): BoardSnapshot['missing'] {
  if (why === null && !cut && hidden === 0) return [];
  return [
    {
      what: `${what} (${found.length} of ${total ?? 'an unknown number'} seen)`,
      why: why ?? 'there are too many',
      ...(why === null && hidden === 0 ? { bound: true as const } : {}),
    },
  ];
}

/** A limit of ours leaves out the oldest entries and is no gap; otherwise a large repository could never be judged. */
function gapOf(repo: string, list: Gap['list'], read: Listed<unknown> | undefined): readonly Gap[] {
  return read?.why === null && read.hidden === 0 ? [] : [{ repo, list }];
}

interface OtherRepositories {
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
): Promise<OtherRepositories> {
  const names = [...new Set(entries.map(({ issue }) => issue.repository.nameWithOwner))].filter(
    (name) => name !== home,
  );
  const read = names.slice(0, REPOSITORIES);
  const others: OtherRepositories = {
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

/** Reads what kind of repositories these are; returns those that this token does not see, with the reason. */
async function readFacts(
  asker: Asker,
  names: readonly string[],
  into: RawRepository[],
): Promise<ReadonlyMap<string, string>> {
  const lost = new Map<string, string>();
  await asker.ask(
    names.map((name) =>
      singleQuestion<RawRepository>({
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
