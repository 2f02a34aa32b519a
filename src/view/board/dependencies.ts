// The graph of blocked issues and their blockers: its nodes and arrows. The summary draws it with Mermaid, the board page as SVG. Pure.
import type { Assessment, IssueNumber, Report } from '../../ports/report.js';
import { groupBy, issueName } from './board.js';

export interface GraphNode {
  /** Unique in the graph: the name of the issue, or `* ` and the description of an external blocker. */
  readonly key: string;
  /** Null for an external blocker. */
  readonly issue: IssueNumber | null;
  /** The issue's title; for an external blocker its description. */
  readonly title: string;
  /** Undefined for an external blocker, and for an issue that is not in the report. */
  readonly assessment: Assessment | undefined;
  readonly isInCycle: boolean;
}

/** An arrow of the graph. */
export interface Dependency {
  /** The keys of the blocker and of the issue that it blocks. */
  readonly from: string;
  readonly to: string;
  readonly isInCycle: boolean;
}

export interface DependencyGraph {
  readonly nodes: readonly GraphNode[];
  readonly dependencies: readonly Dependency[];
  /** The number of nodes of the whole graph; `nodes` may have fewer. */
  readonly totalNodes: number;
}

/** Keeps the number of arrows below Mermaid's limit of 500 for up to 60 nodes. */
const MAX_ARROWS_PER_NODE = 4;

/** The open blockers of a board and the issues that they block. Of more than `maxNodes`, those that block the most. */
export function dependencyGraph(report: Report, maxNodes: number): DependencyGraph {
  const arrows = allArrows(report);
  const nodes = new Map(arrows.flatMap(({ from, to }) => [from, to]).map((node) => [node.key, node]));
  const shown = mostBlocking([...nodes.keys()], arrows, maxNodes);
  const cycleOf = cycleNumbers(report);
  const dependencies = arrows
    .map(({ from, to }) => ({ from: from.key, to: to.key }))
    .filter(({ from, to }) => shown.has(from) && shown.has(to))
    .slice(0, maxNodes * MAX_ARROWS_PER_NODE)
    .map(({ from, to }) => ({ from, to, isInCycle: cycleOf.has(from) && cycleOf.get(from) === cycleOf.get(to) }));
  const connected = new Set(dependencies.flatMap(({ from, to }) => [from, to]));
  return {
    nodes: [...nodes.values()]
      .filter(({ key }) => connected.has(key))
      .map((node) => ({ ...node, isInCycle: cycleOf.has(node.key) })),
    dependencies,
    totalNodes: nodes.size,
  };
}

/** For each issue in a dependency cycle, the number of the cycle. */
function cycleNumbers({ cycles }: Report): ReadonlyMap<string, number> {
  return new Map(cycles.flatMap((cycle, n) => cycle.map((issue) => [issueName(issue), n] as const)));
}

type Node = Omit<GraphNode, 'isInCycle'>;

interface Arrow {
  readonly from: Node;
  readonly to: Node;
}

/** An arrow from each open blocker to each issue that it blocks. Done issues are not blocked. */
function allArrows({ assessments }: Report): readonly Arrow[] {
  const known = new Map(assessments.map((each) => [each.issue, each]));
  const nodeOf = (issue: IssueNumber): Node => {
    const assessment = known.get(issue);
    return { key: issueName(issue), issue, title: assessment?.title ?? '', assessment };
  };
  return assessments.flatMap((blocked) => {
    if (blocked.state === 'done') return [];
    const blockers = blocked.blockers.flatMap(({ issue, external, open }): readonly Node[] => {
      if (!open) return [];
      if (issue !== undefined) return [nodeOf(issue)];
      if (external === undefined) return [];
      return [{ key: `* ${external}`, issue: null, title: external, assessment: undefined }];
    });
    const withoutDuplicates = new Map(blockers.map((blocker) => [blocker.key, blocker]));
    return [...withoutDuplicates.values()].map((from) => ({ from, to: nodeOf(blocked.issue) }));
  });
}

/** The keys of the nodes with the most outgoing arrows, together with the targets of these arrows. */
function mostBlocking(keys: readonly string[], arrows: readonly Arrow[], maxNodes: number): ReadonlySet<string> {
  if (keys.length <= maxNodes) return new Set(keys);
  const outgoing = groupBy(arrows, ({ from }) => from.key);
  const countOf = (key: string) => outgoing.get(key)?.length ?? 0;
  const shown = new Set<string>();
  for (const key of keys.toSorted((a, b) => countOf(b) - countOf(a))) {
    const targets = outgoing.get(key)?.map(({ to }) => to.key) ?? [];
    for (const one of [key, ...targets]) if (shown.size < maxNodes) shown.add(one);
    if (shown.size >= maxNodes) break;
  }
  return shown;
}
