// The issues of a report grouped by state and sorted, each with its last activity, and the names and addresses of issues. Used by every view
// of a board (markdown/, page/, terminal/), conditions.ts and dependencies.ts. Pure.
import type { Assessment, IssueNumber, Report, Suggestion } from '../../ports/report.js';
import { singleLine } from '../../text/clean-output.js';
import type { BoardGroup, Tally } from '../../text/lang/board/index.js';

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
}

/** The order of the groups: first those that need attention, last those that are done. */
const GROUPS: readonly BoardGroup[] = [
  'due',
  'unknown',
  'blocked',
  'review_pending',
  'in_progress',
  'incomplete',
  'done',
];

/** All issues of a report, grouped by state, without empty groups. */
export function boardOf(report: Report): Board {
  const lastActivity = lastActivities(report);
  const places = report.assessments.map((assessment) => ({
    assessment,
    lastActivity: lastActivity.get(assessment.issue) ?? null,
  }));
  const byGroup = groupBy(places, ({ assessment }) => groupOfIssue(assessment));
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
  };
}

/** The state of an issue, or `due` for an open issue whose work is done: a person only has to merge or close. */
export function groupOfIssue({ state, rule }: Assessment): BoardGroup {
  return state === 'done' && rule !== 'closed' ? 'due' : state;
}

/** The group that the evidence gives an issue whose column says something else. */
export const groupOfDrift = ({ issue, truth }: Report['drift'][number], find: Board['find']): BoardGroup => {
  const assessment = find(issue);
  return assessment?.state === truth ? groupOfIssue(assessment) : truth;
};

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
  return { command, on: [...new Set(targetIssues.map(placeOf))] };
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
