// What plain fields do not say of an issue: asked only of those whose state is open to question.
import type { Field, IssueFacts } from '../../../field.js';
import type { Asker } from './ask.js';
import type { Abilities } from './fragments.js';
import { issueOf, unreadIssue } from './issue.js';
import { type ById, byId } from './parts.js';
import { nodesOf, type RawChildren, type RawDetails, type RawWaits, refOf } from './raw.js';
import { readRest } from './rest.js';
import type { Entry } from './roll.js';

interface Read {
  readonly details: Map<string, RawDetails>;
  readonly children: Map<string, RawChildren>;
  readonly waits: Map<string, RawWaits>;
  readonly why: Map<string, string>;
}

/** A closed issue is done, whatever else is known of it; but one that became a discussion is locked, and its history says so. */
const isOpenToQuestion = ({ issue }: Entry): boolean => issue.state === 'OPEN' || issue.locked;

/** The facts of these issues, after as few questions as will do. */
export async function readIssues(
  asker: Asker,
  entries: readonly Entry[],
  abilities: Abilities,
): Promise<{ readonly facts: readonly IssueFacts[]; readonly missing: Field['missing'] }> {
  const open = entries.filter(isOpenToQuestion);
  const parents = entries.filter(({ issue }) => issue.subIssuesSummary.total > 0);
  const waiting = entries.filter(({ issue }) => (issue.issueDependenciesSummary?.totalBlockedBy ?? 0) > 0);
  const read: Read = { details: new Map(), children: new Map(), waits: new Map(), why: new Map() };
  await asker.ask([
    ...byId<RawDetails>(question(open, '...Details', 4, read.details, read.why)),
    ...byId<RawChildren>(question(parents, '...Children', 1, read.children, read.why)),
    ...byId<RawWaits>(question(waiting, '...Waits', 1, read.waits, read.why)),
  ]);
  for (const whole of await readRest(asker, [...read.details.values()], abilities)) read.details.set(whole.id, whole);
  return { facts: entries.map((entry) => factsOf(entry, read)), missing: missingOf(entries, read) };
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

function factsOf(entry: Entry, { details, children, waits }: Read): IssueFacts {
  const { issue, item } = entry;
  const own = details.get(issue.id) ?? null;
  // Without its labels and its history nothing can be said of an open one; an empty list would be a lie.
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

function missingOf(entries: readonly Entry[], { why }: Read): Field['missing'] {
  return entries.flatMap(({ issue }) => {
    const said = why.get(issue.id);
    return said === undefined ? [] : [{ what: refOf(issue), why: said }];
  });
}
