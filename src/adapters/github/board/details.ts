// Reads the labels, comments, history, sub-issues and dependencies of those issues whose state depends on them. read-board.ts calls it after
// the lists were read (survey.ts).
import type { BoardSnapshot, IssueFacts, Ref } from '../../../ports/board-snapshot.js';
import { type Asker, stringLiteral } from './ask.js';
import { type Abilities, eventTypesOf } from './fragments.js';
import { issueOf, unreadIssue } from './issue.js';
import type { BoardEntry } from './issue-list.js';
import { type ById, byId, List, type Listed, readLists } from './lists.js';
import { isCut, nodesOf, type RawBlockers, type RawChildren, type RawDetails, type RawEvent, refOf } from './raw.js';

/** What was read, by the node ids of the issues. */
interface DetailsRead {
  readonly details: Map<string, RawDetails>;
  readonly children: Map<string, RawChildren>;
  readonly blockers: Map<string, RawBlockers>;
  readonly problems: Map<string, string>;
}

/** Closed issues need no details, except locked ones: their history says whether they became a discussion. */
const needsDetails = ({ issue }: BoardEntry): boolean => issue.state === 'OPEN' || issue.locked;

/** The facts of these issues, in as few requests as possible. */
export async function readIssues(
  asker: Asker,
  entries: readonly BoardEntry[],
  abilities: Abilities,
): Promise<{
  readonly facts: readonly IssueFacts[];
  /** Pull requests that close one of them, with their node ids. */
  readonly closers: ReadonlyMap<Ref, string>;
  readonly missing: BoardSnapshot['missing'];
}> {
  const openEntries = entries.filter(needsDetails);
  const parents = entries.filter(({ issue }) => issue.subIssuesSummary.total > 0);
  const waiting = entries.filter(({ issue }) => (issue.issueDependenciesSummary?.totalBlockedBy ?? 0) > 0);
  const read: DetailsRead = { details: new Map(), children: new Map(), blockers: new Map(), problems: new Map() };
  await asker.ask([
    ...byId<RawDetails>(question(openEntries, '...Details', 2.5, read.details, read.problems)),
    ...byId<RawChildren>(question(parents, '...SubIssues', 1, read.children, read.problems)),
    ...byId<RawBlockers>(question(waiting, '...Blockers', 1, read.blockers, read.problems)),
  ]);
  for (const whole of await readRemainingPages(asker, [...read.details.values()], abilities))
    read.details.set(whole.id, whole);
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
  entries: readonly BoardEntry[],
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
    flawed: (id, problem) => why.set(id, problem),
    absent: (id, absent) => why.set(id, absent.why),
  };
}

function factsOf(entry: BoardEntry, { details, children, blockers }: DetailsRead): IssueFacts {
  const { issue, item } = entry;
  const ownDetails = details.get(issue.id) ?? null;
  // An open issue without its labels or history cannot be judged, so it becomes unread instead of having empty lists.
  if (issue.state === 'OPEN' && !isComplete(ownDetails))
    return { ...unreadIssue(refOf(issue)), title: issue.title, createdAt: issue.createdAt };
  return issueOf({
    issue,
    item,
    details: ownDetails,
    children: children.get(issue.id) ?? null,
    blockers: blockers.get(issue.id) ?? null,
  });
}

const isComplete = (details: RawDetails | null): boolean =>
  details !== null &&
  nodesOf(details.labels) !== 'unread' &&
  nodesOf(details.assignees) !== 'unread' &&
  nodesOf(details.comments) !== 'unread' &&
  nodesOf(details.timelineItems) !== 'unread';

function missingOf(entries: readonly BoardEntry[], { problems: why }: DetailsRead): BoardSnapshot['missing'] {
  return entries.flatMap(({ issue }) => {
    const problem = why.get(issue.id);
    return problem === undefined ? [] : [{ what: refOf(issue), why: problem }];
  });
}

/** Longer histories are read only in part. */
const MAX_HISTORY_PAGES = 10;

/** Reads labels and histories that exceed the first page; null if that failed. */
async function readRemainingPages(
  asker: Asker,
  details: readonly RawDetails[],
  abilities: Abilities,
): Promise<readonly RawDetails[]> {
  const labels = listsOf(details, 'labels', labelList);
  const histories = listsOf(details, 'timelineItems', (id) => historyList(id, abilities));
  await readLists(asker, [...labels.values(), ...histories.values()]);
  return details
    .filter(({ id }) => labels.has(id) || histories.has(id))
    .map((each) => {
      const [labelPages, events] = [labels.get(each.id)?.result(), histories.get(each.id)?.result()];
      return {
        ...each,
        ...(labelPages ? { labels: completeNodes(labelPages) } : {}),
        ...(events && !events.isCut ? { timelineItems: completeNodes(events) } : {}),
      };
    });
}

const listsOf = <T>(
  details: readonly RawDetails[],
  field: 'labels' | 'timelineItems',
  list: (id: string) => List<T>,
): ReadonlyMap<string, List<T>> =>
  new Map(details.filter((each) => isCut(each[field])).map(({ id }) => [id, list(id)]));

const completeNodes = <T>({ found, why, hidden }: Listed<T>) =>
  why === null && hidden === 0 ? { nodes: found } : null;

const labelList = (id: string): List<{ readonly name: string }> =>
  new List({
    field: (connection) => `node(id: ${stringLiteral(id)}) { ... on Issue { ${connection('labels')} } }`,
    selection: 'name',
    find: (value) => (value as { labels?: unknown } | null)?.labels,
    keyOf: ({ name }) => name,
    isOneWay: true,
  });

const historyList = (id: string, abilities: Abilities): List<RawEvent & { readonly id: string }> =>
  new List({
    field: (connection) =>
      `node(id: ${stringLiteral(id)}) { ... on Issue { ${connection('timelineItems', `, itemTypes: [${eventTypesOf(abilities).join(', ')}]`)} } }`,
    selection: '...Event ... on Node { id }',
    find: (value) => (value as { timelineItems?: unknown } | null)?.timelineItems,
    keyOf: (event) => event.id,
    isOneWay: true,
    maxPages: MAX_HISTORY_PAGES,
  });
