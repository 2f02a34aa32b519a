// A judged board, as the rules of the scan use it after judge.ts: the verdicts, the graph of blockers, freshness, and how issues are
// named. `/crew fix` builds it too, to learn the state of its issue.

import type { Config } from '../../../config/index.js';
import type { ScanRecord } from '../../../ports/board.js';
import type { BoardSnapshot, PullFacts, Ref } from '../../../ports/board-snapshot.js';
import type { Freshness, IssueNumber } from '../../../ports/report.js';
import type { FacilitateMessages } from '../messages.en.js';
import { isOverRule } from './facts.js';
import { cyclesOf, type Frees, freedBy, rootsOf, type Waits } from './graph.js';
import type { Judged, Verdict } from './judge.js';
import { repoOf } from './links.js';
import { type Identity, isOwnAct, isOwnComment, mayPush } from './people.js';
import { isIgnored, type Rules, sameName } from './rule-settings.js';
import type { WaitingIssue } from './statements.js';

interface BoardFactsInput {
  readonly board: BoardSnapshot;
  readonly judged: Judged;
  readonly rules: Rules;
  readonly config: Config;
  readonly say: FacilitateMessages;
  /** crew's accounts and labels. crew's own comments and labels do not count as activity. */
  readonly identity: Identity;
  /** crew's digest issues, oldest first. There are several only if concurrent scans each opened one. They are not part of the board. */
  readonly digestIssues: readonly Ref[];
  readonly previous: ScanRecord | undefined;
}

export interface BoardFacts extends BoardFactsInput {
  readonly verdicts: readonly Verdict[];
  /** By issue: the open issues that it waits for. */
  readonly waitsFor: Waits;
  /** The root blockers of an issue: those that wait for no other issue. */
  readonly roots: (issue: Ref) => readonly Ref[];
  /** The issues that wait for an issue. */
  readonly frees: (issue: Ref) => Frees;
  /** Issues that wait for each other. */
  readonly cycles: readonly (readonly Ref[])[];
  readonly freshness: (issue: Ref) => Freshness;
  /** The time of the last activity of people and agents other than crew. */
  readonly activity: (issue: Ref) => string;
  /** `12`, or `owner/name#12` for an issue of another repository. */
  readonly number: (ref: Ref) => IssueNumber;
  /** `#12` for readers of the issue's own repository, else `owner/name#12`. */
  readonly shown: (ref: Ref, reader?: string) => string;
  /** The title; undefined if its repository is private and `reader` is another repository that is not private. */
  readonly title: (ref: Ref, reader: string) => string | undefined;
}

export function boardFactsOf(input: BoardFactsInput): BoardFacts {
  const { board, judged, identity, config } = input;
  const verdicts = [...judged.verdicts.values()];
  const waitsFor = waitsOf(verdicts);
  const activity = new Map(verdicts.map((each) => [each.issue, activityOf(each, identity)]));
  const recentDays = config.facilitate['recent-days'];
  return {
    ...input,
    verdicts,
    waitsFor,
    roots: rootsOf(waitsFor),
    frees: freedBy(waitsFor),
    cycles: cyclesOf(waitsFor),
    freshness: (issue) => freshnessOf(activity.get(issue) ?? '', { now: board.observedAt, recentDays }),
    activity: (issue) => activity.get(issue) ?? '',
    number: (ref) => (repoOf(ref) === board.repo ? numberIn(ref) : ref),
    shown: (ref, reader = board.repo) => (repoOf(ref) === reader ? `#${numberIn(ref)}` : ref),
    title: titlesOf(board),
  };
}

export const numberIn = (ref: Ref): number => Number.parseInt(ref.slice(ref.lastIndexOf('#') + 1), 10);

/** The issues that wait for `ref`, by number. One that waits indirectly names the issue that it waits for (`through`). */
export function waitingFor(
  ref: Ref,
  { frees, waitsFor }: BoardFacts,
  shown: (ref: Ref) => string,
): readonly WaitingIssue[] {
  const { all, direct } = frees(ref);
  return [...all].sort(compareNumbers).map((each) => {
    const through = direct.includes(each) ? undefined : waitsFor.get(each)?.find((blocker) => all.includes(blocker));
    return { ref: shown(each), through: through === undefined ? undefined : shown(through) };
  });
}

export const compareNumbers = (a: Ref, b: Ref): number => numberIn(a) - numberIn(b) || (a < b ? -1 : 1);

/** Whether an issue no longer blocks others. */
export const isOver = ({ rule }: Verdict): boolean => isOverRule(rule);

/** By issue: the open issues that it waits for. An issue that is over waits for none. */
function waitsOf(verdicts: readonly Verdict[]): Waits {
  return new Map(
    verdicts.map((verdict) => [
      verdict.issue,
      isOver(verdict)
        ? []
        : verdict.blockers.flatMap(({ open: publicRepos, ref }) => (publicRepos && ref !== undefined ? [ref] : [])),
    ]),
  );
}

function titlesOf({ repos, issues, pulls }: BoardSnapshot): BoardFacts['title'] {
  const titles = new Map([...pulls, ...issues].map(({ ref, title }) => [ref, title]));
  // A repository that is not known to be public counts as private.
  const publicRepos = new Set(repos.filter((repo) => !repo.private).map(({ repo }) => repo));
  return (ref, reader) => {
    const isVisible = repoOf(ref) === reader || publicRepos.has(repoOf(ref)) || isKnownPrivate(repos, reader);
    return isVisible ? titles.get(ref) : undefined;
  };
}

const isKnownPrivate = (repos: BoardSnapshot['repos'], name: string): boolean =>
  repos.some((repo) => repo.repo === name && repo.private);

/** Whether the author is in `ignore-authors`, or it is crew's digest. Such issues are assessed, but never suggested, labelled or commented on. */
export const isDashboard = ({ case: { issue } }: Verdict, { rules, digestIssues }: BoardFacts): boolean =>
  digestIssues.includes(issue.ref) || isIgnored(issue.author, rules);

/** Whether `exempt` names it by label, assignee, milestone or type. Such issues are never suggested, labelled or commented on. */
export function isExempt({ case: { issue } }: Verdict, { config }: BoardFacts): boolean {
  const { exempt } = config.facilitate;
  const isListed = (list: readonly string[], name: string | undefined) =>
    name !== undefined && list.some((each) => sameName(each, name));
  return (
    issue.labels.some(({ name }) => isListed(exempt.labels, name)) ||
    issue.assignees.some(({ login }) => isListed(exempt.assignees, login)) ||
    isListed(exempt.milestones, issue.milestone) ||
    isListed(exempt.types, issue.type)
  );
}

/** Those of the given logins that have write access to the issue's repository. Comments mention only them. */
export function withWriteAccess(
  logins: readonly (string | undefined)[],
  { issue, boardFacts: { board } }: { issue: Ref; boardFacts: BoardFacts },
): readonly string[] {
  const given = logins.filter((login): login is string => login !== undefined);
  return [...new Set(given)].filter((login) => mayPush(board, login, repoOf(issue)) && !login.endsWith('[bot]'));
}

const HOUR = 60 * 60 * 1000;

function freshnessOf(activity: string, { now, recentDays }: { now: string; recentDays: number }): Freshness {
  const age = Date.parse(now) - Date.parse(activity);
  if (age <= 24 * HOUR) return 'active';
  return age <= recentDays * 24 * HOUR ? 'recent' : 'stale';
}

/** The time of the last activity of people and agents other than crew. GitHub's `updated_at` cannot be used: crew's own writes change it. */
function activityOf(verdict: Verdict, identity: Identity): string {
  const { issue, work, links, pulls } = verdict.case;
  const times = [
    issue.createdAt,
    issue.closed?.at ?? '',
    work.lastAt ?? '',
    ...issue.comments.filter((each) => !isOwnComment(each, identity)).map(({ at }) => at),
    ...issue.events.filter((each) => !isOwnAct(each, identity)).map(({ at }) => at),
    ...issue.reopenings,
    ...links.flatMap(({ kind, ref }) => (kind === 'pull' ? reviewsOf(pulls.get(ref)) : [])),
  ];
  return times.sort().at(-1) ?? issue.createdAt;
}

function reviewsOf(pull: PullFacts | undefined): readonly string[] {
  return !pull || pull.reviews === 'unread' ? [] : pull.reviews.map(({ at }) => at);
}

/** The rules of the state `done`. */
const DONE_RULES = ['closed', 'merged', 'landed', 'approved', 'children-done'];
const CONFIDENCE_BY_FRESHNESS = { active: 0.9, recent: 0.75, stale: 0.6 } as const;

/**
 * The confidence in a verdict, from 0 to 1: 1 for `done` with a closing link, else by freshness. Lower if all links are weaker than
 * closing, and lower if something is unknown.
 */
export function confidenceOf(
  { rule, isMergeabilityUnknown, missing, case: { links } }: Verdict,
  freshness: Freshness,
): number {
  const hasClosing = links.some(({ strength }) => strength === 'closing');
  const base = DONE_RULES.includes(rule) && hasClosing ? 1 : CONFIDENCE_BY_FRESHNESS[freshness];
  const linkFactor = links.length > 0 && !hasClosing ? 0.8 : 1;
  return round(base * linkFactor * (isMergeabilityUnknown || missing.length > 0 ? 0.7 : 1));
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
