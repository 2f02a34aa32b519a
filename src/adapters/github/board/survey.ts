// The first round of questions: which issues, cards, pull requests, branches and runs there are, with their plain fields.
// Reads the whole board each time; two ends of each list at once, all lists side by side.
import type { BoardSnapshot, Gap } from '../../../board.js';
import type { Clock } from '../../../ports.js';
import { type Asker, createAsker, type Graphql } from './ask.js';
import { type Abilities, everyCard, fragmentsFor } from './fragments.js';
import { groundOf, type RawRepository, REPOSITORY, repositoryField, type Scope, single } from './ground.js';
import { byId, type List, type Listed, readLists } from './parts.js';
import { collaboratorList, peopleOf, type RawCollaborator, resultsOf } from './permissions.js';
import { type RawIssue, type RawItem, type RawPull, refOf } from './raw.js';
import {
  boardList,
  type Entry,
  issueList,
  pullList,
  type RawRef,
  type Roll,
  refList,
  rollOfIssues,
  rollOfItems,
} from './roll.js';
import { RUNS } from './runs.js';

/** Who reads: the repository's token, and the board's. They are the same function where one token does both. */
export interface Eyes {
  readonly home: Graphql;
  readonly board: Graphql;
}

export interface Survey {
  /** Asks with the repository's token. */
  readonly asker: Asker;
  /** Asks with the board's token; the same asker where it is the same token. */
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
  const ground = await groundOf(wanted, eyes, clock);
  const fragments = fragmentsFor(ground.abilities);
  const asker = createAsker(eyes.home, { fragments, clock });
  const boardAsker = eyes.board === eyes.home ? asker : createAsker(eyes.board, { fragments, clock });
  const { board } = ground;
  const cards = everyCard(ground.abilities);
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
  const roll = await rollOf({ items, issues, asker, boardAsker, wanted });
  const others = await readOthers({ asker, boardAsker }, wanted.repo, roll);
  const pulls = [lists.pulls, ...others.lists].map((list) => list.result());
  return {
    asker,
    boardAsker,
    viewer: ground.viewer,
    abilities: ground.abilities,
    repositories: [ground.repository, ...others.repositories],
    entries: roll.entries,
    notIssues: roll.notIssues,
    total: roll.total,
    pulls: pulls.flatMap((each) => each.found),
    heads: lists.heads.result().found,
    runs: lists.runs.result().found,
    collaborators: lists.collaborators.result(),
    collaboratorsElsewhere: resultsOf(others.people),
    missing: [
      ...(ground.boardTrouble === null
        ? []
        : [{ what: `project ${wanted.project}`, why: `${ground.boardTrouble}; ${NEEDS}` }]),
      ...roll.missing,
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

interface RollOf {
  readonly items: List<RawItem> | null;
  readonly issues: List<RawIssue> | null;
  readonly asker: Asker;
  readonly boardAsker: Asker;
  readonly wanted: Wanted;
}

/** The issues of the board; with a token for the board alone, their fields are read with the repository's token. */
async function rollOf({ items, issues, asker, boardAsker, wanted }: RollOf): Promise<Roll> {
  if (!items) return rollOfIssues(issues?.result() ?? NOTHING);
  if (asker === boardAsker) return rollOfItems(items.result(), wanted.label);
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
  // An issue of another repository is read with whichever token may.
  await boardAsker.ask(question(ids.filter((id) => !read.has(id))));
  const found = listed.found.map((item) => {
    const id = item.content?.__typename === 'Issue' ? item.content.id : undefined;
    if (id === undefined) return item;
    const issue = read.get(id);
    return { ...item, content: issue ? { ...issue, __typename: 'Issue' } : null };
  });
  return rollOfItems({ ...listed, found }, wanted.label);
}

/** The repository's issues, where the board's token may read none of its cards. */
async function instead(asker: Asker, { repo, label }: Wanted, cards: number): Promise<Roll> {
  const issues = issueList(repo, label);
  await readLists(asker, [issues]);
  const roll = rollOfIssues(issues.result());
  const what = cards === 1 ? '1 card of the board' : `${cards} cards of the board`;
  return { ...roll, missing: [...roll.missing, { what, why: REDACTED }] };
}

const NOTHING: Listed<never> = { found: [], total: null, hidden: 0, why: 'it was not asked', cut: false, flawed: [] };

/** "n of m seen", of anything but issues. */
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

/** A bound of ours leaves out the oldest and is no gap: else a large repository could never be judged. */
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
async function readOthers(by: { asker: Asker; boardAsker: Asker }, home: string, { entries }: Roll): Promise<Others> {
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

/** Reads what kind of repositories these are; returns those that this token does not see, with the reason. */
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
