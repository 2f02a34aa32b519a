// Reading only what changed: everything that was seen is asked for its pulse, in one request for a thousand issues, and
// what is new shows at the ends of the lists. What moves no pulse is found by the next whole look.
import type { Field, IssueFacts, Ref } from '../../../field.js';
import { type Asker, createAsker, type Part } from './ask.js';
import { type RawRef, refList } from './branches.js';
import { type Eyes, pullStepsOf, stepsOf, type Wanted } from './cold.js';
import { everyCard, fragmentsFor } from './fragments.js';
import { type RawRepository, REPOSITORY, repositoryField, single } from './ground.js';
import { byId, List, readLists } from './parts.js';
import { collaboratorList, peopleOf, resultsOf } from './permissions.js';
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

interface Before {
  readonly field: Field;
  readonly trail: Trail;
}

/** Surveys what changed since a look; null when that cannot be told, and everything has to be read. */
export async function surveyChanged(wanted: Wanted, eyes: Eyes, before: Before): Promise<Survey | null> {
  const { trail } = before;
  const asker = createAsker(trail.board === null ? eyes.home : eyes.board, fragmentsFor(trail.abilities));
  const pulse = await feel(asker, wanted, before);
  const changes = pulse && changesIn(pulse, trail);
  const read = changes && (await readDirty(asker, changes));
  if (!read) return null;
  const { felt, lists, sight } = pulse;
  const gone = new Set([...changes.dirty, ...read.entries.map(({ issue }) => refOf(issue))]);
  const readPulls = new Set(read.pulls.map(refOf));
  const { viewer, abilities, board, otherCards, cards, wholeAt } = trail;
  return {
    ...{ asker, viewer, abilities, board, otherCards, cards, wholeAt },
    ...keptOf(before, { gone, readPulls, pulses: felt.pulses }),
    repositories: before.field.repos.flatMap(
      ({ repo }) => felt.repositories.find((each) => each.nameWithOwner === repo) ?? [],
    ),
    entries: read.entries,
    steps: { ...without(trail.issues, gone), ...stepsOf(read) },
    pulls: read.pulls,
    pullSteps: { ...without(trail.pulls, readPulls), ...pullStepsOf(read.pulls) },
    now: sight.now,
    heads: refsOf(lists.heads),
    runs: refsOf(lists.runs),
    leases: refsOf(lists.leases),
    collaborators: lists.collaborators.result(),
    collaboratorsElsewhere: resultsOf(lists.elsewhere),
    // What is dirty and did not come is gone.
    total: trail.total + read.entries.length - changes.dirty.length,
    missing: [],
    gaps: [],
    whole: true,
  };
}

/** Everything that can be felt in one request; null when some of it does not come. */
async function feel(asker: Asker, wanted: Wanted, { field, trail }: Before) {
  const felt: Felt = { pulses: new Map(), repositories: [], trouble: [], cards: null };
  const sight = noSight();
  const lists = listsOf(wanted, field, trail);
  const open = field.pulls.flatMap(({ ref, state }) => {
    const step = trail.pulls[ref];
    return state === 'open' && step ? [{ id: step.id, ref }] : [];
  });
  const { elsewhere, ...here } = lists;
  await readLists(
    asker,
    [...Object.values(here).flat(), ...elsewhere.values()],
    [
      ...pulseParts(trail, felt),
      ...field.repos.map(({ repo }) => repositoryPart(repo, felt)),
      ...boardPart(trail, felt),
      ...nowParts(open, sight),
    ],
  );
  // Who may push can be asked in another way; everything else has to be there.
  const { collaborators: _, ...needed } = here;
  const results = Object.values(needed).flatMap((list) => [list].flat().map((each) => each.result()));
  const isShort = results.some(({ why, hidden }) => why !== null || hidden > 0) || sight.missing.length > 0;
  const otherCards = trail.board !== null && felt.cards !== trail.cards;
  return felt.trouble.length > 0 || isShort || otherCards ? null : { felt, sight, lists };
}

/** What has another pulse than it had, and what had none. */
function changesIn({ felt, sight, lists }: NonNullable<Awaited<ReturnType<typeof feel>>>, trail: Trail) {
  const dirty = Object.keys(trail.issues).filter((ref) => felt.pulses.get(ref) !== trail.issues[ref]?.pulse);
  const fresh = lists.issues.flatMap((list) => list.result().found.filter((each) => !trail.issues[refOf(each)]));
  const moved = lists.pulls.flatMap((list) => list.result().found);
  const standing = [...sight.now.values()].filter((now) => trail.pulls[refOf(now)]?.pulse !== pulseOfPull(now));
  return {
    dirty,
    issues: [...dirty.flatMap((ref) => trail.issues[ref] ?? []), ...fresh.map(({ id }) => ({ id, pulse: '' }))],
    pulls: [...new Set([...moved, ...standing].map(({ id }) => id))],
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
    elsewhere: peopleOf(field.repos.map((each) => each.repo).filter((name) => name !== repo)),
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
  asker: Asker,
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

/** What is as it was. */
function keptOf(
  { field, trail }: Before,
  of: { gone: ReadonlySet<Ref>; readPulls: ReadonlySet<Ref>; pulses: ReadonlyMap<Ref, string> },
): Pick<Survey, 'keptIssues' | 'keptPulls' | 'outside' | 'notIssues'> {
  const movedOutside = new Set(
    Object.keys(trail.outside).filter((ref) => of.pulses.get(ref) !== trail.outside[ref]?.pulse),
  );
  const isOutside = ({ ref }: IssueFacts) => !trail.issues[ref];
  return {
    keptIssues: field.issues.filter((issue) => !isOutside(issue) && !of.gone.has(issue.ref)),
    keptPulls: field.pulls.filter(({ ref }) => trail.pulls[ref] && !of.readPulls.has(ref)),
    outside: {
      issues: field.issues.filter((issue) => isOutside(issue) && !movedOutside.has(issue.ref)),
      // Nothing tells whether these moved; they are few, and asked again.
      pulls: [],
      absent: field.absent,
      steps: without(trail.outside, movedOutside),
    },
    notIssues: field.notIssues,
  };
}
