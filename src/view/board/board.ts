// A report as a board: its issues grouped by state and sorted, each with its last activity. The views of a report (job summary, digest issue,
// terminal, page) are pure functions of it, in two languages.
import type { Assessment, IssueNumber, Report, Suggestion } from '../../ports/report.js';
import { singleLine } from '../../text/clean-output.js';
import type { BoardGroup, Tally } from '../../text/lang/board/index.js';

/** Groups items by key and keeps their order. */
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

export interface Place {
  readonly assessment: Assessment;
  /** The last activity that the report knows of. */
  readonly activity: string | null;
}

export interface IssueGroup {
  readonly group: BoardGroup;
  /** Those of them that are stale. */
  readonly stale: readonly Place[];
  readonly fresh: readonly Place[];
}

export interface Board {
  readonly groups: readonly IssueGroup[];
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
  const last = lastOfEach(report);
  const places = report.assessments.map((assessment) => ({
    assessment,
    activity: last.get(assessment.issue) ?? null,
  }));
  const byGroup = groupBy(places, ({ assessment }) => groupOf(assessment));
  const groups = GROUPS.flatMap((group) => {
    const all = byGroup.get(group)?.toSorted(byActivity) ?? [];
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

/** Whether the table says done while the issue is still open, so that a person has to merge or close. */
export function groupOf({ state, rule }: Assessment): BoardGroup {
  return state === 'done' && rule !== 'closed' ? 'due' : state;
}

function lastOfEach({ events }: Report): ReadonlyMap<IssueNumber, string> {
  const last = new Map<IssueNumber, string>();
  // crew's own writes do not count as activity.
  for (const { issue, time, own } of events) if (!own && time > (last.get(issue) ?? '')) last.set(issue, time);
  return last;
}

function byActivity(one: Place, other: Place): number {
  const [a, b] = [one.activity ?? '', other.activity ?? ''];
  if (a !== b) return a > b ? -1 : 1;
  return compareNumbers(one.assessment.issue, other.assessment.issue);
}

function compareNumbers(one: IssueNumber, other: IssueNumber): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

/** The pull request on which a suggested `/crew review` has to be written; undefined for other commands. */
export function commandPlace(
  { command, description, issue }: Suggestion,
  find: Board['find'],
): Assessment['links'][number]['ref'] | undefined {
  if (command !== '/crew review' || issue === undefined) return undefined;
  const named = description.split(/[^\w.\-/#]+/);
  return find(issue)?.links.find(({ kind, ref }) => kind === 'pull' && named.includes(ref))?.ref;
}

/** Whether a command is written to crew in a comment. Other commands run in a shell. */
export const isForCrew = (command: string): boolean => command.startsWith('/crew ');

/**
 * The comment that carries out the next step, with the issues and pull requests to write it on. Undefined if a person or an agent with a
 * command of its own acts next.
 */
export function nextComment(
  { recommendation }: Report,
  find: Board['find'],
): { readonly command: string; readonly on: readonly IssueNumber[] } | undefined {
  const { nextAgent, targetIssues, suggestions } = recommendation;
  const own = suggestions.filter(({ agent }) => agent === nextAgent);
  const command = own[0]?.command ?? '';
  if (nextAgent === 'none' || !isForCrew(command) || own.some((each) => each.command !== command)) return undefined;
  const placeOf = (issue: IssueNumber): IssueNumber => {
    const suggestion = own.find((each) => each.issue === issue);
    const pull = suggestion && commandPlace(suggestion, find);
    return pull === undefined ? issue : numberOf(pull);
  };
  return { command, on: [...new Set(targetIssues.map(placeOf))] };
}

/** A reference as the report names it: a number in the board's own repository. */
const numberOf = (ref: string): IssueNumber => (/^#\d+$/.test(ref) ? Number(ref.slice(1)) : ref);

const REF = /^([\w.-]+\/[\w.-]+)#(\d+)$/;

/** The name of an issue: `#12`, or `owner/name#12` in another repository. */
export function nameOf(issue: IssueNumber): string {
  return typeof issue === 'number' ? `#${issue}` : singleLine(issue);
}

/**
 * The address of an issue or pull request; undefined without `home`, the address of the board's repository, such as
 * `https://github.com/owner/name`. GitHub redirects from `/issues/` to a pull request with that number.
 */
export function addressOf(issue: IssueNumber, home: string | undefined): string | null {
  const base = /^(https?:\/\/[^/\s"'<>()]+)\/[\w.-]+\/[\w.-]+$/.exec(home ?? '');
  if (!base) return null;
  if (typeof issue === 'number') return `${base[0]}/issues/${issue}`;
  const [, repo, number] = REF.exec(issue) ?? [];
  return repo === undefined ? null : `${base[1]}/${repo}/issues/${number}`;
}
