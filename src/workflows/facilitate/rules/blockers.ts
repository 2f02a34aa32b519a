// Collects the blockers of an issue from every source and decides whether each is open.

import { readMarker } from '../../../changes/marker.js';
import type { BoardSnapshot, IssueFacts, PullFacts, Ref } from '../../../ports/board-snapshot.js';
import { type BlockerText, readBody } from './blocker-text.js';
import { orderOf, repoOf } from './links.js';
import { type Rules, sameName } from './rule-settings.js';

export type Source = 'dependency' | 'text' | 'label' | 'parent';

export interface Blocker {
  /** An issue or pull request. If absent, `external` describes the blocker. */
  readonly ref?: Ref | undefined;
  readonly external?: string | undefined;
  readonly source: Source;
  readonly since: string;
  readonly open: boolean;
  /** Closed as not planned: no longer blocks, but a person should look. */
  readonly dropped?: boolean | undefined;
}

export interface IssueBlockers {
  readonly blockers: readonly Blocker[];
  /** Faulty references: the issue names itself, or a number that does not exist. */
  readonly problems: readonly string[];
  /** The data that could not be read. */
  readonly unread: readonly string[];
  /** Blockers in the description, each with the time from which it counts. The next scan needs them. */
  readonly texts: Readonly<Record<string, string>>;
}

/** What the previous scan found. A blocker that is new in a description counts from that scan on. */
export interface Memory {
  readonly at: string;
  /** By issue: the blockers in its description, each with the time from which it counts. */
  readonly texts: Readonly<Record<Ref, Readonly<Record<string, string>>>>;
  /** By issue: the labels that crew set. They never block, even if crew set them with a person's token. */
  readonly issues?: Readonly<Record<Ref, { readonly labels: readonly string[] }>> | undefined;
}

export interface Surroundings {
  readonly board: BoardSnapshot;
  readonly rules: Rules;
  readonly memory: Memory | undefined;
  readonly find: (ref: Ref) => IssueFacts | PullFacts | undefined;
  /** Whether an issue is closed, merged or landed, and so no longer blocks. */
  readonly isOver: (issue: IssueFacts) => boolean;
  /** Whether GitHub answered that it does not exist. */
  readonly isAbsent: (ref: Ref) => boolean;
}

export const blockerTextOf = (issue: IssueFacts, rules: Rules): BlockerText =>
  readBody(issue.body, { repo: repoOf(issue.ref), host: rules.host });

const keyOf = (named: { ref: Ref } | { external: string }): string => ('ref' in named ? named.ref : named.external);

export function waitingOf(issue: IssueFacts, around: Surroundings): IssueBlockers {
  const written = fromText(issue, around);
  const found: Candidate[] = [...fromDependencies(issue), ...written, ...fromLabels(issue, around)];
  // If the description could not be read, its blockers of the previous scan stay.
  const texts = issue.unread
    ? (around.memory?.texts[issue.ref] ?? {})
    : Object.fromEntries(written.map(({ ref, external, since }) => [ref ?? external ?? '', since]));
  const problems = found.flatMap(({ ref }) => problemOf(issue, ref, around) ?? []);
  const fit = found.filter(({ ref }) => problemOf(issue, ref, around) === null);
  const unread = issue.blockedBy === 'unread' ? [`issue ${issue.ref} blockedBy`] : [];
  return { blockers: firstOfEach(fit.map((each) => resolveBlocker(each, around))), problems, unread, texts };
}

interface Candidate {
  readonly ref?: Ref | undefined;
  readonly external?: string | undefined;
  readonly source: Source;
  readonly since: string;
}

function fromDependencies({ blockedBy, hiddenBlockers = 0, createdAt }: IssueFacts): readonly Candidate[] {
  if (blockedBy === 'unread') return [];
  const seen = blockedBy.map(({ ref, since }): Candidate => ({ ref, source: 'dependency', since }));
  if (hiddenBlockers === 0) return seen;
  // GitHub includes dependencies that this token cannot read in the count, without any details.
  return [...seen, { external: 'an issue elsewhere (cannot be read)', source: 'dependency', since: createdAt }];
}

function fromText(issue: IssueFacts, { rules, memory }: Surroundings): readonly Candidate[] {
  return blockerTextOf(issue, rules).blockers.map((named) => ({
    ...named,
    source: 'text',
    since: textSince(issue, keyOf(named), memory),
  }));
}

/** The time from which a blocker in the description counts: the last scan without it, or on a first scan the issue's creation. */
function textSince(issue: IssueFacts, key: string, memory: Memory | undefined): string {
  if (!memory) return issue.createdAt;
  const known = memory.texts[issue.ref]?.[key];
  if (known !== undefined) return known;
  return [issue.createdAt, memory.at].sort().at(-1) ?? memory.at;
}

function fromLabels(issue: IssueFacts, around: Surroundings): readonly Candidate[] {
  const own = blockingLabels(issue, around).map((each): Candidate => ({ ...each, source: 'label' }));
  const parent = around.board.issues.find(({ ref }) => ref === issue.parent);
  const inherited = parent && !parent.closed ? blockingLabels(parent, around) : [];
  return [...own, ...inherited.map((each): Candidate => ({ ...each, source: 'parent' }))];
}

/** The labels that block. A label that a bot set never blocks. If it is unknown who set a label, it counts as a person's. */
function blockingLabels(issue: IssueFacts, { rules, memory }: Surroundings) {
  const crews = memory?.issues?.[issue.ref]?.labels ?? [];
  return issue.labels
    .filter(({ name, by }) => rules.blockedLabels.some((each) => sameName(each, name)) && by?.bot !== true)
    .filter(({ name }) => !crews.some((each) => sameName(each, name)))
    .filter(({ by }) => !isBesideOwnComment(by?.login, issue))
    .map(({ name, at }) => ({ external: `label ${name}`, since: at ?? issue.createdAt }));
}

/** Whether the account that set a label also wrote crew's comment on the issue. crew then set the label with that person's token. */
const isBesideOwnComment = (login: string | undefined, { comments }: IssueFacts): boolean =>
  login !== undefined && comments.some(({ by, body }) => by.login === login && readMarker(body)?.slot === 'facilitate');

function problemOf(issue: IssueFacts, ref: Ref | undefined, { isAbsent }: Surroundings): string | null {
  if (ref === undefined) return null;
  if (ref === issue.ref) return `${issue.ref} waits for itself`;
  return isAbsent(ref) ? `${issue.ref} waits for ${ref}, which does not exist` : null;
}

/** Decides whether a blocker is still open. Follows duplicates and transferred issues to their target. */
function resolveBlocker(candidate: Candidate, around: Surroundings, seen: readonly Ref[] = []): Blocker {
  const { ref } = candidate;
  if (ref === undefined) return { ...candidate, open: true };
  const found = around.find(ref);
  if (!found)
    return { source: candidate.source, since: candidate.since, external: `${ref} (cannot be read)`, open: true };
  if ('state' in found) return { ...candidate, open: found.state === 'open' };
  const onward = found.transferredTo ?? (found.closed?.reason === 'duplicate' ? found.duplicateOf : undefined);
  if (onward !== undefined && !seen.includes(onward))
    return resolveBlocker({ ...candidate, ref: onward }, around, [...seen, ref]);
  const dropped = found.closed?.reason === 'not_planned';
  return { ...candidate, open: !around.isOver(found), ...(dropped ? { dropped } : {}) };
}

/** Sorts by time, then by reference, so that the result does not depend on the order in which GitHub returned them. */
function bySince(a: Blocker, b: Blocker): number {
  const [one, other] = [a, b].map(
    ({ since, ref, external, source }) => `${since} ${orderOf(ref ?? external ?? '')} ${source}`,
  );
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

/** Each blocker once, with its earliest date. */
function firstOfEach(blockers: readonly Blocker[]): readonly Blocker[] {
  const first = new Map<string, Blocker>();
  for (const blocker of [...blockers].sort(bySince)) {
    const key = blocker.ref ?? blocker.external ?? '';
    if (!first.has(key)) first.set(key, blocker);
  }
  return [...first.values()];
}
