// Collects the blockers of an issue from every source (dependencies, description, labels, labels of the parent) and decides whether each
// is open. Used by judge.ts; facts.ts uses its types.

import { readMarker } from '../../../changes/marker.js';
import type { BoardSnapshot, IssueFacts, PullFacts, Ref } from '../../../ports/board-snapshot.js';
import { type BlockerText, readBlockerText } from './blocker-text.js';
import { repoOf, sortKeyOf } from './links.js';
import { type Rules, sameName } from './rule-settings.js';
import type { BlockerSource } from './statements.js';

export interface Blocker {
  /** An issue or pull request. If absent, `external` describes the blocker. */
  readonly ref?: Ref | undefined;
  readonly external?: string | undefined;
  readonly source: BlockerSource;
  /** The time from which it counts. */
  readonly since: string;
  readonly open: boolean;
  /** Closed as not planned: no longer blocks, but a maintainer should check whether the waiting issue is still wanted. */
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
export interface PreviousScan {
  readonly at: string;
  /** By issue: the blockers in its description, each with the time from which it counts. */
  readonly texts: Readonly<Record<Ref, Readonly<Record<string, string>>>>;
  /** By issue: the labels that crew set. They never block, even if crew set them with a person's token. */
  readonly issues?: Readonly<Record<Ref, { readonly labels: readonly string[] }>> | undefined;
}

/** The board around an issue, to find its blockers and whether they are open. */
export interface BlockerContext {
  readonly board: BoardSnapshot;
  readonly rules: Rules;
  readonly previous: PreviousScan | undefined;
  readonly find: (ref: Ref) => IssueFacts | PullFacts | undefined;
  /** Whether the issue is closed, or its work is merged or on the default branch. It then no longer blocks. */
  readonly isOver: (issue: IssueFacts) => boolean;
  /** Whether GitHub answered that it does not exist. */
  readonly isAbsent: (ref: Ref) => boolean;
}

export const blockerTextOf = (issue: IssueFacts, rules: Rules): BlockerText =>
  readBlockerText(issue.body, { repo: repoOf(issue.ref), host: rules.host });

const keyOf = (named: { ref: Ref } | { external: string }): string => ('ref' in named ? named.ref : named.external);

export function blockersOf(issue: IssueFacts, context: BlockerContext): IssueBlockers {
  const written = fromText(issue, context);
  const candidates: UnresolvedBlocker[] = [...fromDependencies(issue), ...written, ...fromLabels(issue, context)];
  // If the description could not be read, the times of the previous scan are kept.
  const texts = issue.unread
    ? (context.previous?.texts[issue.ref] ?? {})
    : Object.fromEntries(written.map(({ ref, external, since }) => [ref ?? external ?? '', since]));
  const problems = candidates.flatMap(({ ref }) => problemOf(issue, ref, context) ?? []);
  const fit = candidates.filter(({ ref }) => problemOf(issue, ref, context) === null);
  const unread = issue.blockedBy === 'unread' ? [`issue ${issue.ref} blockedBy`] : [];
  return { blockers: firstOfEach(fit.map((each) => resolveBlocker(each, context))), problems, unread, texts };
}

interface UnresolvedBlocker {
  readonly ref?: Ref | undefined;
  readonly external?: string | undefined;
  readonly source: BlockerSource;
  readonly since: string;
}

function fromDependencies({ blockedBy, hiddenBlockers = 0, createdAt }: IssueFacts): readonly UnresolvedBlocker[] {
  if (blockedBy === 'unread') return [];
  const seen = blockedBy.map(({ ref, since }): UnresolvedBlocker => ({ ref, source: 'dependency', since }));
  if (hiddenBlockers === 0) return seen;
  // GitHub includes dependencies that this token cannot read in the count, without any details.
  return [...seen, { external: 'an issue elsewhere (cannot be read)', source: 'dependency', since: createdAt }];
}

function fromText(issue: IssueFacts, { rules, previous }: BlockerContext): readonly UnresolvedBlocker[] {
  return blockerTextOf(issue, rules).blockers.map((named) => ({
    ...named,
    source: 'text',
    since: textSince(issue, keyOf(named), previous),
  }));
}

/**
 * The time from which a blocker in the description counts. On the first scan: when the issue was created. Later: the time in the previous
 * record, or, if the blocker is new, the later of the previous scan and the issue's creation.
 */
function textSince(issue: IssueFacts, key: string, previous: PreviousScan | undefined): string {
  if (!previous) return issue.createdAt;
  const knownSince = previous.texts[issue.ref]?.[key];
  if (knownSince !== undefined) return knownSince;
  return [issue.createdAt, previous.at].sort().at(-1) ?? previous.at;
}

function fromLabels(issue: IssueFacts, context: BlockerContext): readonly UnresolvedBlocker[] {
  const ownLabels = blockingLabels(issue, context).map((each): UnresolvedBlocker => ({ ...each, source: 'label' }));
  const parent = context.board.issues.find(({ ref }) => ref === issue.parent);
  const inherited = parent && !parent.closed ? blockingLabels(parent, context) : [];
  return [...ownLabels, ...inherited.map((each): UnresolvedBlocker => ({ ...each, source: 'parent' }))];
}

/** The labels that block, set by people. If it is unknown who set a label, it counts as a person's. */
function blockingLabels(issue: IssueFacts, { rules, previous }: BlockerContext) {
  const setByCrew = previous?.issues?.[issue.ref]?.labels ?? [];
  return issue.labels
    .filter(({ name, by }) => rules.blockedLabels.some((each) => sameName(each, name)) && by?.bot !== true)
    .filter(({ name }) => !setByCrew.some((each) => sameName(each, name)))
    .filter(({ by }) => !isSetByCrewWithPersonsToken(by?.login, issue))
    .map(({ name, at }) => ({ external: `label ${name}`, since: at ?? issue.createdAt }));
}

/**
 * Whether the account that set a label also wrote crew's comment on the issue. If so, crew uses that person's token, and the label counts as
 * crew's.
 */
const isSetByCrewWithPersonsToken = (login: string | undefined, { comments }: IssueFacts): boolean =>
  login !== undefined && comments.some(({ by, body }) => by.login === login && readMarker(body)?.slot === 'facilitate');

function problemOf(issue: IssueFacts, ref: Ref | undefined, { isAbsent }: BlockerContext): string | null {
  if (ref === undefined) return null;
  if (ref === issue.ref) return `${issue.ref} waits for itself`;
  return isAbsent(ref) ? `${issue.ref} waits for ${ref}, which does not exist` : null;
}

/** Decides whether a blocker is still open. Follows duplicates and transferred issues to their target, each at most once. */
function resolveBlocker(candidate: UnresolvedBlocker, context: BlockerContext, visited: readonly Ref[] = []): Blocker {
  const { ref } = candidate;
  if (ref === undefined) return { ...candidate, open: true };
  const blocker = context.find(ref);
  if (!blocker)
    return { source: candidate.source, since: candidate.since, external: `${ref} (cannot be read)`, open: true };
  if ('state' in blocker) return { ...candidate, open: blocker.state === 'open' };
  const duplicateOf = blocker.closed?.reason === 'duplicate' ? blocker.duplicateOf : undefined;
  const target = blocker.transferredTo ?? duplicateOf;
  if (target !== undefined && !visited.includes(target))
    return resolveBlocker({ ...candidate, ref: target }, context, [...visited, ref]);
  const dropped = blocker.closed?.reason === 'not_planned';
  return { ...candidate, open: !context.isOver(blocker), ...(dropped ? { dropped } : {}) };
}

/** Compares by time, then by reference, so that the result does not depend on the order in which GitHub returned them. */
const compareBySince = (a: Blocker, b: Blocker): number => (sinceKeyOf(a) < sinceKeyOf(b) ? -1 : 1);

const sinceKeyOf = ({ since, ref, external, source }: Blocker): string =>
  `${since} ${sortKeyOf(ref ?? external ?? '')} ${source}`;

/** Each blocker once, with its earliest date. */
function firstOfEach(blockers: readonly Blocker[]): readonly Blocker[] {
  const first = new Map<string, Blocker>();
  for (const blocker of [...blockers].sort(compareBySince)) {
    const key = blocker.ref ?? blocker.external ?? '';
    if (!first.has(key)) first.set(key, blocker);
  }
  return [...first.values()];
}
