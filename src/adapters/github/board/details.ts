// Reads connections of issues (labels, comments, history, …) for issues whose state depends on them.
import type { BoardSnapshot, IssueFacts, Ref } from '../../../ports/board-snapshot.js';
import { type Asker, stringLiteral } from './ask.js';
import { type Abilities, eventsOf } from './fragments.js';
import { issueOf, unreadIssue } from './issue.js';
import type { Entry } from './issue-list.js';
import { type ById, byId, List, type Listed, readLists } from './lists.js';
import { isCut, nodesOf, type RawChildren, type RawDetails, type RawEvent, type RawWaits, refOf } from './raw.js';

interface DetailsRead {
  readonly details: Map<string, RawDetails>;
  readonly children: Map<string, RawChildren>;
  readonly waits: Map<string, RawWaits>;
  readonly why: Map<string, string>;
}

/** Closed issues need no details, except locked ones: their history says whether they became a discussion. */
const needsDetails = ({ issue }: Entry): boolean => issue.state === 'OPEN' || issue.locked;

/** The facts of these issues, in as few requests as possible. */
export async function readIssues(
  asker: Asker,
  entries: readonly Entry[],
  abilities: Abilities,
): Promise<{
  readonly facts: readonly IssueFacts[];
  /** Pull requests that close one of them, with their node ids. */
  readonly closers: ReadonlyMap<Ref, string>;
  readonly missing: BoardSnapshot['missing'];
}> {
  const open = entries.filter(needsDetails);
  const parents = entries.filter(({ issue }) => issue.subIssuesSummary.total > 0);
  const waiting = entries.filter(({ issue }) => (issue.issueDependenciesSummary?.totalBlockedBy ?? 0) > 0);
  const read: DetailsRead = { details: new Map(), children: new Map(), waits: new Map(), why: new Map() };
  await asker.ask([
    ...byId<RawDetails>(question(open, '...Details', 2.5, read.details, read.why)),
    ...byId<RawChildren>(question(parents, '...Children', 1, read.children, read.why)),
    ...byId<RawWaits>(question(waiting, '...Waits', 1, read.waits, read.why)),
  ]);
  for (const whole of await readRest(asker, [...read.details.values()], abilities)) read.details.set(whole.id, whole);
  const closers = [...read.details.values()].flatMap((each) => {
    const nodes = nodesOf(each.closers);
    return nodes === 'unread' ? [] : nodes.map((node) => [refOf(node), node.id] as const);
  });
  return {
    facts: entries.map((entry) => factsOf(entry, read)),
    closers: new Map(closers),
    missing: missingOf(entries, read),
  };
}

function question<T>(
  entries: readonly Entry[],
  selection: string,
  weight: number,
  into: Map<string, T>,
  why: Map<string, string>,
): ById<T> {
  return {
    ids: entries.map(({ issue }) => issue.id),
    selection,
    weight,
    take: (node, id) => into.set(id, node),
    flawed: (id, said) => why.set(id, said),
    gone: (id, gone) => why.set(id, gone.why),
  };
}

function factsOf(entry: Entry, { details, children, waits }: DetailsRead): IssueFacts {
  const { issue, item } = entry;
  const own = details.get(issue.id) ?? null;
  // An open issue without its labels or history cannot be judged, so it becomes unread instead of having empty lists.
  if (issue.state === 'OPEN' && !isWhole(own))
    return { ...unreadIssue(refOf(issue)), title: issue.title, createdAt: issue.createdAt };
  return issueOf({
    issue,
    item,
    details: own,
    children: children.get(issue.id) ?? null,
    waits: waits.get(issue.id) ?? null,
  });
}

const isWhole = (details: RawDetails | null): boolean =>
  details !== null &&
  nodesOf(details.labels) !== 'unread' &&
  nodesOf(details.assignees) !== 'unread' &&
  nodesOf(details.comments) !== 'unread' &&
  nodesOf(details.timelineItems) !== 'unread';

function missingOf(entries: readonly Entry[], { why }: DetailsRead): BoardSnapshot['missing'] {
  return entries.flatMap(({ issue }) => {
    const said = why.get(issue.id);
    return said === undefined ? [] : [{ what: refOf(issue), why: said }];
  });
}

/** Longer histories are read only in part. */
const PAGES = 10;

/** Reads labels and histories that exceed the first page; null if that failed. */
async function readRest(
  asker: Asker,
  details: readonly RawDetails[],
  abilities: Abilities,
): Promise<readonly RawDetails[]> {
  const labels = listsOf(details, 'labels', labelsOf);
  const histories = listsOf(details, 'timelineItems', (id) => historyOf(id, abilities));
  await readLists(asker, [...labels.values(), ...histories.values()]);
  return details
    .filter(({ id }) => labels.has(id) || histories.has(id))
    .map((each) => {
      const [named, events] = [labels.get(each.id)?.result(), histories.get(each.id)?.result()];
      return {
        ...each,
        ...(named ? { labels: wholeOf(named) } : {}),
        ...(events && !events.cut ? { timelineItems: wholeOf(events) } : {}),
      };
    });
}

const listsOf = <T>(
  details: readonly RawDetails[],
  of: 'labels' | 'timelineItems',
  list: (id: string) => List<T>,
): ReadonlyMap<string, List<T>> => new Map(details.filter((each) => isCut(each[of])).map(({ id }) => [id, list(id)]));

const wholeOf = <T>({ found, why, hidden }: Listed<T>) => (why === null && hidden === 0 ? { nodes: found } : null);

const labelsOf = (id: string): List<{ readonly name: string }> =>
  new List({
    field: (connection) => `node(id: ${stringLiteral(id)}) { ... on Issue { ${connection('labels')} } }`,
    selection: 'name',
    find: (value) => (value as { labels?: unknown } | null)?.labels,
    keyOf: ({ name }) => name,
    oneWay: true,
  });

const historyOf = (id: string, abilities: Abilities): List<RawEvent & { readonly id: string }> =>
  new List({
    field: (connection) =>
      `node(id: ${stringLiteral(id)}) { ... on Issue { ${connection('timelineItems', `, itemTypes: [${eventsOf(abilities).join(', ')}]`)} } }`,
    selection: '...Event ... on Node { id }',
    find: (value) => (value as { timelineItems?: unknown } | null)?.timelineItems,
    keyOf: (event) => event.id,
    oneWay: true,
    pages: PAGES,
  });
