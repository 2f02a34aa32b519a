// Changes from one scan to the next. Pure.
import type { Assessment, BoardEvent, IssueNumber, Report } from '../../ports/report.js';
import type { Shelf } from '../../text/lang/board/index.js';
import { shelfOf } from './board.js';

export interface Move {
  readonly issue: IssueNumber;
  readonly title: string;
  /** Null if the issue was not on the board at that scan. */
  readonly from: Shelf | null;
  readonly to: Shelf | null;
  readonly fromRule: string | null;
  readonly toRule: string | null;
}

/** Issues that were added, removed, or are in their state for another reason. */
export function movesBetween(previous: Report, report: Report): readonly Move[] {
  const before = new Map(previous.assessments.map((each) => [each.issue, each]));
  const after = new Set(report.assessments.map(({ issue }) => issue));
  const came = report.assessments.flatMap((each) => moveOf(before.get(each.issue), each) ?? []);
  const went = previous.assessments
    .filter(({ issue }) => !after.has(issue))
    .flatMap((each) => moveOf(each, undefined) ?? []);
  return [...came, ...went];
}

function moveOf(from: Assessment | undefined, to: Assessment | undefined): Move | null {
  const { issue, title } = to ?? from ?? { issue: 0, title: '' };
  if (from && to && from.state === to.state && from.rule === to.rule) return null;
  return {
    issue,
    title,
    from: from ? shelfOf(from) : null,
    to: to ? shelfOf(to) : null,
    fromRule: from?.rule ?? null,
    toRule: to?.rule ?? null,
  };
}

/** Events after the previous scan, newest first. */
export function newEvents({ events, previousAt }: Report): readonly BoardEvent[] {
  if (previousAt === null) return [];
  return events.filter(({ time }) => time > previousAt).toSorted((a, b) => (a.time < b.time ? 1 : -1));
}
