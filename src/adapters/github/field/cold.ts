// Reading everything: the first look, and every look a day after the last whole one.
import type { Field, Gap } from '../../../field.js';
import { createAsker, type Graphql } from './ask.js';
import { type RawRef, refList } from './branches.js';
import { everyCard, fragmentsFor } from './fragments.js';
import { groundOf, type RawRepository, REPOSITORY, repositoryField, type Scope, single } from './ground.js';
import { type List, type Listed, readLists } from './parts.js';
import { collaboratorList, peopleOf, type RawCollaborator, resultsOf } from './permissions.js';
import { type RawPull, refOf } from './raw.js';
import { boardList, issueList, pullList, type Roll, rollOfIssues, rollOfItems } from './roll.js';
import { LEASES, RUNS } from './runs.js';
import type { Survey } from './survey.js';
import { pulseOfIssue, pulseOfPull, type Step } from './trail.js';

export interface Eyes {
  readonly home: Graphql;
  readonly board: Graphql;
}

export interface Wanted extends Scope {
  readonly label?: string | undefined;
  readonly now: string;
}

/** Branches and runs beyond so many pages of a hundred are not looked for. */
const PAGES = 10;

/** Other repositories of a board whose pull requests are read. */
const REPOSITORIES = 20;

const NEEDS =
  'reading it needs the permission "Projects: read" (an App\'s organization permission, or the scope read:project); ' +
  'the GITHUB_TOKEN of Actions never has it: set CREW_PROJECT_TOKEN. Looking at the repository instead';

/** Surveys everything there is. */
export async function surveyAll(wanted: Wanted, eyes: Eyes): Promise<Survey> {
  const ground = await groundOf(wanted, eyes);
  const { board } = ground;
  const asker = createAsker(board === null ? eyes.home : eyes.board, fragmentsFor(ground.abilities));
  const items = board === null ? null : boardList(board, { label: wanted.label, cards: everyCard(ground.abilities) });
  const issues = board === null ? issueList(wanted.repo, wanted.label) : null;
  const lists = {
    pulls: pullList(wanted.repo),
    heads: refList(wanted.repo, 'refs/heads/', PAGES),
    runs: refList(wanted.repo, RUNS, PAGES),
    leases: refList(wanted.repo, LEASES, PAGES),
    collaborators: collaboratorList(wanted.repo),
  };
  await readLists(asker, [...(items ? [items] : []), ...(issues ? [issues] : []), ...Object.values(lists)]);
  const roll = items ? rollOfItems(items.result(), wanted.label) : rollOfIssues(issues?.result() ?? NOTHING);
  const others = await readOthers(asker, wanted.repo, roll);
  const pulls = [lists.pulls, ...others.lists].map((list) => list.result());
  const missing = [
    ...(ground.boardTrouble === null
      ? []
      : [{ what: `project ${wanted.project}`, why: `${ground.boardTrouble}; ${NEEDS}` }]),
    ...roll.missing,
    ...others.missing,
    ...pulls.flatMap((each) => shortOf('pull requests', each)),
    ...pulls.flatMap(({ flawed }) => flawed.map(({ node, why }) => ({ what: refOf(node), why }))),
    ...shortOf('branches', lists.heads.result()),
    ...shortOf('runs of crew', lists.runs.result()),
    ...shortOf('leases of crew', lists.leases.result()),
  ];
  const found = pulls.flatMap((each) => each.found);
  return {
    asker,
    viewer: ground.viewer,
    abilities: ground.abilities,
    board,
    repositories: [ground.repository, ...others.repositories],
    ...roll,
    keptIssues: [],
    steps: stepsOf(roll),
    pulls: found,
    keptPulls: [],
    pullSteps: pullStepsOf(found),
    now: new Map(),
    heads: refsOf(lists.heads),
    runs: refsOf(lists.runs),
    leases: refsOf(lists.leases),
    collaborators: lists.collaborators.result(),
    collaboratorsElsewhere: resultsOf(others.people),
    outside: { issues: [], pulls: [], absent: [], steps: {} },
    missing,
    gaps: [
      ...gapOf(wanted.repo, 'pulls', lists.pulls.result()),
      ...others.repos.flatMap((repo, n) => gapOf(repo, 'pulls', others.lists[n]?.result())),
      ...gapOf(wanted.repo, 'branches', lists.heads.result()),
      ...[lists.runs, lists.leases].flatMap((list) => gapOf(wanted.repo, 'runs', list.result())),
    ],
    whole: roll.whole && missing.length === roll.missing.length + (ground.boardTrouble === null ? 0 : 1),
    wholeAt: wanted.now,
  };
}

const NOTHING: Listed<never> = { found: [], total: null, hidden: 0, why: 'it was not asked', cut: false, flawed: [] };

const refsOf = (list: List<RawRef>): readonly RawRef[] => list.result().found;

export const stepsOf = ({ entries }: Pick<Roll, 'entries'>): Readonly<Record<string, Step>> =>
  Object.fromEntries(
    entries.map(({ issue, item }) => [
      refOf(issue),
      { id: issue.id, item: item?.id, pulse: pulseOfIssue(issue, item) },
    ]),
  );

export const pullStepsOf = (pulls: readonly RawPull[]): Readonly<Record<string, Step>> =>
  Object.fromEntries(pulls.map((pull) => [refOf(pull), { id: pull.id, pulse: pulseOfPull(pull) }]));

/** "n of m seen", for what is beside the issues. */
function shortOf(what: string, { found, total, why, cut, hidden }: Listed<unknown>): Field['missing'] {
  if (why === null && !cut && hidden === 0) return [];
  return [
    {
      what: `${what} (${found.length} of ${total ?? 'an unknown number'} seen)`,
      why: why ?? 'there are too many',
      ...(why === null && hidden === 0 ? { bound: true as const } : {}),
    },
  ];
}

/** A bound of ours leaves out what is oldest, and is no gap: else a large repository could never be judged. */
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
async function readOthers(asker: ReturnType<typeof createAsker>, home: string, { entries }: Roll): Promise<Others> {
  const names = [...new Set(entries.map(({ issue }) => issue.repository.nameWithOwner))].filter(
    (name) => name !== home,
  );
  const read = names.slice(0, REPOSITORIES);
  const others: Others = {
    repos: names,
    repositories: [],
    lists: read.map(pullList),
    people: peopleOf(read),
    missing: [],
  };
  for (const name of names.slice(REPOSITORIES))
    others.missing.push({ what: `the pull requests of ${name}`, why: 'the board has too many repositories' });
  const parts = read.map((name) =>
    single<RawRepository>({
      field: repositoryField(name, REPOSITORY),
      take(repository, problems) {
        if (repository) others.repositories.push(repository);
        else others.missing.push({ what: name, why: problems[0]?.message ?? 'GitHub gave nothing' });
      },
    }),
  );
  await readLists(asker, [...others.lists, ...others.people.values()], parts);
  return others;
}
