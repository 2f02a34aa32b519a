// The issues of a report grouped by state and sorted, each with its last activity, and the names and addresses of issues. Used by every view
// of a board (markdown/, page/, terminal/), conditions.ts and dependencies.ts. Pure.
import type { Assessment, IssueNumber, Report, Suggestion } from '../../ports/report.js';
import { singleLine } from '../../text/clean-output.js';
import type { BoardGroup, BoardWords, Tally } from '../../text/lang/board/index.js';

/** The items by key, in their order. */
export function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export interface BoardIssue {
  readonly assessment: Assessment;
  /** The time of the last activity in ISO format; null if the report has none. */
  readonly lastActivity: string | null;
}

export interface IssueGroup {
  readonly group: BoardGroup;
  /** The issues of the group without activity for more than a week, and the others. */
  readonly stale: readonly BoardIssue[];
  readonly fresh: readonly BoardIssue[];
}

export interface Board {
  readonly groups: readonly IssueGroup[];
  /** The number of issues in each group. */
  readonly tallies: readonly Tally[];
  readonly find: (issue: IssueNumber) => Assessment | undefined;
  readonly groupOf: (assessment: Assessment) => BoardGroup;
}

/** The order of the groups: first those that need attention, last those that are done. */
const GROUPS: readonly BoardGroup[] = [
  'due',
  'unknown',
  'blocked',
  'unanswered',
  'review_pending',
  'in_progress',
  'incomplete',
  'done',
];

/** All issues of a report, grouped by state, without empty groups. */
export function boardOf(report: Report): Board {
  const groupOf = groupingOf(report);
  const lastActivity = lastActivities(report);
  const places = report.assessments.map((assessment) => ({
    assessment,
    lastActivity: lastActivity.get(assessment.issue) ?? null,
  }));
  const byGroup = groupBy(places, ({ assessment }) => groupOf(assessment));
  const groups = GROUPS.flatMap((group) => {
    const all = byGroup.get(group)?.toSorted(compareByActivity) ?? [];
    const stale = all.filter(({ assessment }) => assessment.freshness === 'stale');
    return all.length > 0
      ? [{ group, stale, fresh: all.filter(({ assessment }) => assessment.freshness !== 'stale') }]
      : [];
  });
  const known = new Map(report.assessments.map((each) => [each.issue, each]));
  return {
    groups,
    tallies: groups.map(({ group, stale, fresh }) => ({ group, count: stale.length + fresh.length })),
    find: (issue) => known.get(issue),
    groupOf,
  };
}

/**
 * Returns a function that gives the group of an issue: its state, except for two kinds of open issues. `due`: the work is done, and a person
 * only has to merge or close. `unanswered`: nobody works on it, and a person has to answer a question or write a description first.
 */
export function groupingOf({ turns }: Pick<Report, 'turns'>): Board['groupOf'] {
  const unanswered = new Set(turns.flatMap((turn) => (turn.for === 'answer' ? [turn.issue] : [])));
  return ({ issue, state, rule }) => {
    if (state === 'done' && rule !== 'closed') return 'due';
    return state === 'incomplete' && unanswered.has(issue) ? 'unanswered' : state;
  };
}

interface ShownDrift {
  readonly group: BoardGroup;
  /** The name of the group; for an issue that is due, whether to merge or to close it. */
  readonly name: string;
}

/** What the evidence says of an issue whose column says something else. */
export function evidenceOfDrift(
  { issue, truth }: Report['drift'][number],
  board: Board,
  words: BoardWords,
): ShownDrift {
  const assessment = board.find(issue);
  const group = assessment?.state === truth ? board.groupOf(assessment) : truth;
  if (group !== 'due') return { group, name: words.group[group] };
  return { group, name: assessment?.rule === 'approved' ? words.due.merge : words.due.close };
}

/** The time of the last event of each issue. */
function lastActivities({ events }: Report): ReadonlyMap<IssueNumber, string> {
  const last = new Map<IssueNumber, string>();
  // crew's own writes do not count as activity.
  for (const { issue, time, own } of events) if (!own && time > (last.get(issue) ?? '')) last.set(issue, time);
  return last;
}

function compareByActivity(one: BoardIssue, other: BoardIssue): number {
  const [a, b] = [one.lastActivity ?? '', other.lastActivity ?? ''];
  if (a !== b) return a > b ? -1 : 1;
  return compareNumbers(one.assessment.issue, other.assessment.issue);
}

function compareNumbers(one: IssueNumber, other: IssueNumber): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

/** The pull request on which a suggested `/crew review` has to be written; undefined for other commands. */
export function pullRequestForCommand(
  { command, description, issue }: Suggestion,
  find: Board['find'],
): Assessment['links'][number]['ref'] | undefined {
  if (command !== '/crew review' || issue === undefined) return undefined;
  const named = description.split(/[^\w.\-/#]+/);
  return find(issue)?.links.find(({ kind, ref }) => kind === 'pull' && named.includes(ref))?.ref;
}

/** Whether a command is written in a comment. Commands of other agents run in a shell. */
export const isCrewCommand = (command: string): boolean => command.startsWith('/crew ');

/** A command of a suggestion to a person, as recommend.ts writes it. */
const GH_COMMAND = /^gh (?:pr|issue) (merge|close|view) (\d+) --repo ([\w.-]+\/[\w.-]+)$/;

interface PageStep {
  readonly action: 'merge' | 'close' | 'view';
  /** The issue or pull request: `owner/name#12`. */
  readonly ref: string;
}

/**
 * What a `gh` command does, and to which issue or pull request, if GitHub's host is not github.com: there, the command would act on
 * another repository of the same name. Undefined for other commands and without a host.
 */
export function pageStepFor(command: string, host: string | undefined): PageStep | undefined {
  if (host === undefined || host === 'github.com') return undefined;
  const [, action, number, repo] = GH_COMMAND.exec(command) ?? [];
  if (action !== 'merge' && action !== 'close' && action !== 'view') return undefined;
  return { action, ref: `${repo}#${number}` };
}

/**
 * The comment that carries out the next step, with the issues and pull requests to write it on. Undefined if a person or an agent with a
 * command of its own acts next.
 */
export function nextComment(
  { recommendation }: Report,
  find: Board['find'],
): { readonly command: string; readonly on: readonly IssueNumber[] } | undefined {
  const { nextAgent, targetIssues, suggestions } = recommendation;
  const ofAgent = suggestions.filter(({ agent }) => agent === nextAgent);
  const command = ofAgent[0]?.command ?? '';
  const isOneCommand = ofAgent.every((each) => each.command === command);
  if (nextAgent === 'none' || !isCrewCommand(command) || !isOneCommand) return undefined;
  const placeOf = (issue: IssueNumber): IssueNumber => {
    const suggestion = ofAgent.find((each) => each.issue === issue);
    const pull = suggestion && pullRequestForCommand(suggestion, find);
    return pull === undefined ? issue : issueNumberOf(pull);
  };
  return { command, on: [...new Set(targetIssues.map(placeOf))].sort(compareNumbers) };
}

/** Whether a text is a reference to an issue or pull request: `#12` or `owner/name#12`. */
const isReference = (text: string): boolean => /^(?:[\w.-]+\/[\w.-]+)?#\d+$/.test(text);

/** The address of a reference; null for any other text, or without the address of the board's repository. */
export const referenceAddress = (ref: string, home: string | undefined): string | null =>
  isReference(ref) ? issueAddress(issueNumberOf(ref), home) : null;

/** `owner/name#12` as `#12` if `home` is the address of that repository. */
export function shortReference(ref: string, home: string | undefined): string {
  const [, repo, number] = ISSUE_IN_REPOSITORY.exec(ref) ?? [];
  return repo !== undefined && home?.endsWith(`/${repo}`) ? `#${number}` : ref;
}

/** `#12` as 12, since the report has numbers for the board's own repository. Other references stay text. */
const issueNumberOf = (ref: string): IssueNumber => (/^#\d+$/.test(ref) ? Number(ref.slice(1)) : ref);

const ISSUE_IN_REPOSITORY = /^([\w.-]+\/[\w.-]+)#(\d+)$/;

/** The name of an issue: `#12`, or `owner/name#12` in another repository. */
export function issueName(issue: IssueNumber): string {
  return typeof issue === 'number' ? `#${issue}` : singleLine(issue);
}

/** The name of a blocker. Words that were taken from a description are in quotation marks. */
export function blockerName(
  { issue, external = '?' }: Pick<Assessment['blockers'][number], 'issue' | 'external'>,
  words: BoardWords,
): string {
  if (issue !== undefined) return issueName(issue);
  const isQuote = !/^label |\(cannot be read\)$|^[(（].*[)）]$/.test(external);
  return isQuote ? words.quoted(singleLine(external)) : singleLine(external);
}

/**
 * The address of an issue or pull request; null if it is unknown. `home` is the address of the board's repository, such as
 * `https://github.com/owner/name`. GitHub redirects from `/issues/` to a pull request with that number.
 */
export function issueAddress(issue: IssueNumber, home: string | undefined): string | null {
  const base = /^(https?:\/\/[^/\s"'<>()]+)\/[\w.-]+\/[\w.-]+$/.exec(home ?? '');
  if (!base) return null;
  if (typeof issue === 'number') return `${base[0]}/issues/${issue}`;
  const [, repo, number] = ISSUE_IN_REPOSITORY.exec(issue) ?? [];
  return repo === undefined ? null : `${base[1]}/${repo}/issues/${number}`;
}
