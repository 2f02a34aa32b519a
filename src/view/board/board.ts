// A report as a board: which issue stands on which shelf, in which order, and when something last happened there. Pure.
import type { Assessment, IssueNumber, Report } from '../../ports/report.js';
import type { Shelf, Tally } from '../../text/lang/board/index.js';
import { lineOf } from '../line.js';

/** What shares a key, in the order in which it came. */
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
  /** When something last happened there, as far as the report knows. */
  readonly activity: string | null;
}

export interface Shelved {
  readonly shelf: Shelf;
  /** Of those the ones that nobody touched for long. */
  readonly stale: readonly Place[];
  readonly fresh: readonly Place[];
}

export interface Board {
  readonly shelves: readonly Shelved[];
  readonly tallies: readonly Tally[];
  readonly find: (issue: IssueNumber) => Assessment | undefined;
}

/** As people should read it: first what somebody must look at, last what is over. */
const SHELVES: readonly Shelf[] = ['due', 'unknown', 'blocked', 'review_pending', 'in_progress', 'incomplete', 'done'];

/** All issues of a report on their shelves; a shelf without issues is not there. */
export function boardOf(report: Report): Board {
  const last = lastOfEach(report);
  const places = report.assessments.map((assessment) => ({
    assessment,
    activity: last.get(assessment.issue) ?? null,
  }));
  const byShelf = groupBy(places, ({ assessment }) => shelfOf(assessment));
  const shelves = SHELVES.flatMap((shelf) => {
    const all = byShelf.get(shelf)?.toSorted(byActivity) ?? [];
    const stale = all.filter(({ assessment }) => assessment.freshness === 'stale');
    return all.length > 0
      ? [{ shelf, stale, fresh: all.filter(({ assessment }) => assessment.freshness !== 'stale') }]
      : [];
  });
  const known = new Map(report.assessments.map((each) => [each.issue, each]));
  return {
    shelves,
    tallies: shelves.map(({ shelf, stale, fresh }) => ({ shelf, count: stale.length + fresh.length })),
    find: (issue) => known.get(issue),
  };
}

/** Done by the table while the issue is still open: somebody's click is missing. */
export function shelfOf({ state, rule }: Assessment): Shelf {
  return state === 'done' && rule !== 'closed' ? 'due' : state;
}

function lastOfEach({ events }: Report): ReadonlyMap<IssueNumber, string> {
  const last = new Map<IssueNumber, string>();
  // What crew itself wrote is nobody's activity.
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

const REF = /^([\w.-]+\/[\w.-]+)#(\d+)$/;

/** How an issue is called: `#12`, or `owner/name#12` in another repository. */
export function nameOf(issue: IssueNumber): string {
  return typeof issue === 'number' ? `#${issue}` : lineOf(issue);
}

/**
 * Where an issue or a pull request is read, when it is known where the board's repository is: `home`, such as
 * `https://github.com/owner/name`. GitHub itself leads from `/issues/` to a pull request of that number.
 */
export function addressOf(issue: IssueNumber, home: string | undefined): string | null {
  const base = /^(https?:\/\/[^/\s"'<>()]+)\/[\w.-]+\/[\w.-]+$/.exec(home ?? '');
  if (!base) return null;
  if (typeof issue === 'number') return `${base[0]}/issues/${issue}`;
  const [, repo, number] = REF.exec(issue) ?? [];
  return repo === undefined ? null : `${base[1]}/${repo}/issues/${number}`;
}
