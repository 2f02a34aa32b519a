// Reading only what changed: everything that was seen is asked for its pulse, in one request for a thousand issues, and
// what is new shows at the ends of the lists. What moves no pulse is found by the next whole look.
import type { Field, IssueFacts, Ref } from '../../../field.js';
import { createAsker, type Part } from './ask.js';
import { type RawRef, refList } from './branches.js';
import { type Eyes, pullStepsOf, stepsOf, type Wanted } from './cold.js';
import { everyCard, fragmentsFor } from './fragments.js';
import { type RawRepository, REPOSITORY, repositoryField, single } from './ground.js';
import { byId, List, readLists } from './parts.js';
import { collaboratorList } from './permissions.js';
import { noSight, nowParts } from './pulls.js';
import { type RawIssue, type RawItem, type RawPull, type RawPullPulse, type RawPulse, refOf } from './raw.js';
import type { Entry } from './roll.js';
import { LEASES, RUNS } from './runs.js';
import type { Survey } from './survey.js';
import { pulseOfIssue, pulseOfPull, type Step, type Trail } from './trail.js';

const LIGHT = 0.2;

interface Felt {
  readonly pulses: Map<Ref, string>;
  readonly repositories: RawRepository[];
  readonly trouble: string[];
  cards: number | null;
}

/** Surveys what changed since a look; null when that cannot be told, and everything has to be read. */
export async function surveyChanged(
  wanted: Wanted,
  eyes: Eyes,
  before: { field: Field; trail: Trail },
): Promise<Survey | null> {
  const { field, trail } = before;
  const asker = createAsker(trail.board === null ? eyes.home : eyes.board, fragmentsFor(trail.abilities));
  const felt: Felt = { pulses: new Map(), repositories: [], trouble: [], cards: null };
  const sight = noSight();
  const lists = listsOf(wanted, field, trail);
  const open = field.pulls.flatMap(({ ref, state }) => {
    const step = trail.pulls[ref];
    return state === 'open' && step ? [{ id: step.id, ref }] : [];
  });
  await readLists(asker, Object.values(lists).flat(), [
    ...pulseParts(trail, felt),
    ...field.repos.map(({ repo }) => repositoryPart(repo, felt)),
    ...boardPart(trail, felt),
    ...nowParts(open, sight),
  ]);
  const { collaborators: _, ...needed } = lists;
  const results = Object.values(needed).flatMap((list) => [list].flat().map((each) => each.result()));
  const isUnsure = felt.trouble.length > 0 || results.some(({ why, hidden }) => why !== null || hidden > 0);
  if (isUnsure || sight.missing.length > 0 || (trail.board !== null && felt.cards !== trail.cards)) return null;
  const fresh = lists.issues.flatMap((list) => list.result().found.filter((each) => !trail.issues[refOf(each)]));
  const moved = lists.pulls.flatMap((list) => list.result().found);
  const dirty = Object.keys(trail.issues).filter((ref) => felt.pulses.get(ref) !== trail.issues[ref]?.pulse);
  const dirtyPulls = new Map(moved.map((pull) => [refOf(pull), pull.id]));
  for (const now of sight.now.values())
    if (trail.pulls[refOf(now)]?.pulse !== pulseOfPull(now)) dirtyPulls.set(refOf(now), now.id);
  const read = await readDirty(asker, {
    issues: [...dirty.map((ref) => trail.issues[ref]), ...fresh.map(({ id }) => ({ id, pulse: '' }))].flatMap(
      (each) => each ?? [],
    ),
    pulls: [...dirtyPulls.values()],
  });
  if (!read) return null;
  const gone = new Set([...dirty, ...read.entries.map(({ issue }) => refOf(issue))]);
  const goneOutside = Object.keys(trail.outside).filter((ref) => felt.pulses.get(ref) !== trail.outside[ref]?.pulse);
  const kept = keptOf(field, trail, { gone, goneOutside: new Set(goneOutside) });
  const readPulls = new Set(read.pulls.map(refOf));
  return {
    asker,
    viewer: trail.viewer,
    abilities: trail.abilities,
    board: trail.board,
    repositories: field.repos.flatMap(
      ({ repo }) => felt.repositories.find((each) => each.nameWithOwner === repo) ?? [],
    ),
    entries: read.entries,
    keptIssues: kept.issues,
    steps: { ...without(trail.issues, gone), ...stepsOf(read) },
    pulls: read.pulls,
    keptPulls: field.pulls.filter(({ ref }) => trail.pulls[ref] && !readPulls.has(ref)),
    pullSteps: { ...without(trail.pulls, readPulls), ...pullStepsOf(read.pulls) },
    now: sight.now,
    heads: refsOf(lists.heads),
    runs: refsOf(lists.runs),
    leases: refsOf(lists.leases),
    collaborators: lists.collaborators.result(),
    outside: kept.outside,
    notIssues: field.notIssues,
    otherCards: trail.otherCards,
    cards: trail.cards,
    total: trail.total + fresh.length,
    missing: [],
    whole: true,
    wholeAt: trail.wholeAt,
  };
}

const refsOf = (list: List<RawRef>): readonly RawRef[] => list.result().found;

const without = (steps: Readonly<Record<Ref, Step>>, gone: ReadonlySet<Ref>): Readonly<Record<Ref, Step>> =>
  Object.fromEntries(Object.entries(steps).filter(([ref]) => !gone.has(ref)));

function listsOf({ repo, label }: Wanted, field: Field, trail: Trail) {
  const pulls = field.repos.map(
    ({ repo: name }) =>
      new List<RawPullPulse>({
        field: (connection) =>
          repositoryField(name, connection('pullRequests', ', orderBy: { field: UPDATED_AT, direction: DESC }')),
        selection: '...PullPulse',
        find: (value) => (value as { pullRequests?: unknown } | null)?.pullRequests,
        keyOf: ({ id }) => id,
        weight: LIGHT,
        oneWay: true,
        enough: (pull) => trail.pulls[refOf(pull)]?.pulse === pulseOfPull(pull),
      }),
  );
  const labels = label === undefined ? '' : `, labels: [${JSON.stringify(label)}]`;
  const issues = new List<RawPulse>({
    field: (connection) =>
      repositoryField(repo, connection('issues', `${labels}, orderBy: { field: UPDATED_AT, direction: DESC }`)),
    selection: '...Pulse',
    find: (value) => (value as { issues?: unknown } | null)?.issues,
    keyOf: ({ id }) => id,
    weight: LIGHT,
    oneWay: true,
    // Those that moved come first; behind the first that did not, nothing is new.
    enough: (issue) => trail.issues[refOf(issue)]?.pulse === pulseOfIssue(issue, null),
  });
  return {
    pulls,
    issues: trail.board === null ? [issues] : [],
    heads: refList(repo, 'refs/heads/', 10),
    runs: refList(repo, RUNS, 10),
    leases: refList(repo, LEASES, 10),
    collaborators: collaboratorList(repo),
  };
}

/** The pulse of every issue, by its card where it has one. */
function pulseParts({ issues, outside }: Trail, felt: Felt): readonly Part[] {
  const cards = Object.values(issues).flatMap(({ item }) => item ?? []);
  const bare = [
    ...Object.values(issues).flatMap(({ id, item }) => (item === undefined ? [id] : [])),
    ...Object.values(outside).map(({ id }) => id),
  ];
  const gone = (_: string, { absent, why }: { absent: boolean; why: string }): void => {
    // What is gone has no pulse, and is dirty by that; what did not come leaves everything open.
    if (!absent) felt.trouble.push(why);
  };
  const note = (issue: RawPulse | null, item: RawItem | null): void => {
    if (issue?.repository) felt.pulses.set(refOf(issue), pulseOfIssue(issue, item));
  };
  return [
    ...byId<RawItem>({
      ids: cards,
      selection: '...Item ... on ProjectV2Item { content { __typename ...Pulse } }',
      weight: LIGHT,
      take: (item) => note(item.content as RawPulse | null, item),
      gone,
    }),
    ...byId<RawPulse>({ ids: bare, selection: '...Pulse', weight: LIGHT, take: (issue) => note(issue, null), gone }),
  ];
}

const repositoryPart = (repo: string, felt: Felt): Part =>
  single<RawRepository>({
    field: repositoryField(repo, REPOSITORY),
    take: (repository) => void (repository ? felt.repositories.push(repository) : felt.trouble.push(repo)),
  });

const boardPart = ({ board, abilities }: Trail, felt: Felt): readonly Part[] =>
  board === null
    ? []
    : [
        single<{ items: { totalCount: number } | null }>({
          field: `node(id: ${JSON.stringify(board)}) { ... on ProjectV2 { items(first: 1${everyCard(abilities)}) { totalCount } } }`,
          take(value) {
            felt.cards = value?.items?.totalCount ?? null;
          },
        }),
      ];

/** What moved, with its plain fields; null when some of it did not come. */
async function readDirty(
  asker: ReturnType<typeof createAsker>,
  { issues, pulls }: { issues: readonly Step[]; pulls: readonly string[] },
): Promise<{ entries: readonly Entry[]; pulls: readonly RawPull[] } | null> {
  const entries: Entry[] = [];
  const found: RawPull[] = [];
  let lost = false;
  const gone = (_: string, { absent }: { absent: boolean }): void => {
    lost ||= !absent;
  };
  await asker.ask([
    ...byId<RawItem>({
      ids: issues.flatMap(({ item }) => item ?? []),
      selection: '...Item ... on ProjectV2Item { content { __typename ...Issue } }',
      take(item) {
        const issue = item.content as RawIssue | null;
        if (issue?.repository && !item.isArchived) entries.push({ issue, item });
        else lost = true;
      },
      gone,
    }),
    ...byId<RawIssue>({
      ids: issues.flatMap(({ id, item }) => (item === undefined ? [id] : [])),
      selection: '...Issue',
      take: (issue) => entries.push({ issue, item: null }),
      gone,
    }),
    ...byId<RawPull>({ ids: pulls, selection: '...Pull', take: (pull) => found.push(pull), gone }),
  ]);
  return lost ? null : { entries, pulls: found };
}

function keptOf(
  field: Field,
  trail: Trail,
  { gone, goneOutside }: { gone: ReadonlySet<Ref>; goneOutside: ReadonlySet<Ref> },
) {
  const isOutside = ({ ref }: IssueFacts) => !trail.issues[ref];
  const issues = field.issues.filter((issue) => !isOutside(issue) && !gone.has(issue.ref));
  return {
    issues,
    outside: {
      issues: field.issues.filter((issue) => isOutside(issue) && !goneOutside.has(issue.ref)),
      // Nothing tells whether these moved; they are few, and asked again.
      pulls: [],
      absent: field.absent,
      steps: without(trail.outside, goneOutside),
    },
  };
}
