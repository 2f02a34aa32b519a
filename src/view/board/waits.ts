// The graph of blocked issues and their blockers. Pure.
import type { Assessment, IssueNumber, Report } from '../../ports/report.js';
import { groupBy, nameOf } from './board.js';

export interface GraphNode {
  readonly key: string;
  readonly issue: IssueNumber | null;
  /** The issue's title; for an external blocker its description. */
  readonly title: string;
  readonly assessment: Assessment | undefined;
  readonly inCircle: boolean;
}

export interface Wait {
  /** The blocker, and the issue that it blocks. */
  readonly from: string;
  readonly to: string;
  readonly inCircle: boolean;
}

export interface Waits {
  readonly nodes: readonly GraphNode[];
  readonly waits: readonly Wait[];
  /** The total number; fewer may be drawn. */
  readonly all: number;
}

/** The most arrows that are drawn. Mermaid's own limit is 500. */
const ARROWS_PER_KNOT = 4;

/** The blocked issues of a board with their blockers. On a large board, those whose blockers free the most. */
export function waitsOf(report: Report, most: number): Waits {
  const circled = new Map<string, number>();
  for (const [n, cycle] of report.cycles.entries()) for (const issue of cycle) circled.set(nameOf(issue), n);
  const isRound = (from: string, to: string) => circled.has(from) && circled.get(from) === circled.get(to);
  const all = arrowsOf(report).map(([from, to]) => ({ from, to, inCircle: isRound(from.key, to.key) }));
  const knots = new Map(all.flatMap(({ from, to }) => [from, to]).map((knot) => [knot.key, knot]));
  const shown = heaviest([...knots.keys()], all, most);
  const waits = all
    .filter(({ from, to }) => shown.has(from.key) && shown.has(to.key))
    .map(({ from, to, inCircle }) => ({ from: from.key, to: to.key, inCircle }))
    .slice(0, most * ARROWS_PER_KNOT);
  const tied = new Set(waits.flatMap(({ from, to }) => [from, to]));
  return {
    nodes: [...knots.values()]
      .filter(({ key }) => tied.has(key))
      .map((knot) => ({ ...knot, inCircle: circled.has(knot.key) })),
    waits,
    all: knots.size,
  };
}

type End = Omit<GraphNode, 'inCircle'>;

function arrowsOf({ assessments }: Report): readonly (readonly [End, End])[] {
  const known = new Map(assessments.map((each) => [each.issue, each]));
  const endOf = (issue: IssueNumber): End => {
    const assessment = known.get(issue);
    return { key: nameOf(issue), issue, title: assessment?.title ?? '', assessment };
  };
  return assessments.flatMap((held) => {
    if (held.state === 'done') return [];
    const ends = held.blockers.flatMap(({ issue, external, open }): readonly End[] => {
      if (!open) return [];
      if (issue !== undefined) return [endOf(issue)];
      return external === undefined
        ? []
        : [{ key: `* ${external}`, issue: null, title: external, assessment: undefined }];
    });
    const each = new Map(ends.map((end) => [end.key, end]));
    return [...each.values()].map((end) => [end, endOf(held.issue)] as const);
  });
}

/** The nodes with the most outgoing arrows, with their targets, so that the drawn part is connected. */
function heaviest(
  keys: readonly string[],
  arrows: readonly { readonly from: End; readonly to: End }[],
  most: number,
): ReadonlySet<string> {
  if (keys.length <= most) return new Set(keys);
  const leads = groupBy(arrows, ({ from }) => from.key);
  const weight = (key: string) => leads.get(key)?.length ?? 0;
  const shown = new Set<string>();
  for (const key of keys.toSorted((a, b) => weight(b) - weight(a))) {
    const next = leads.get(key)?.map(({ to }) => to.key) ?? [];
    for (const one of [key, ...next]) if (shown.size < most) shown.add(one);
    if (shown.size >= most) break;
  }
  return shown;
}
