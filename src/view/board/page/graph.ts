// The graph of blocked issues as SVG on the board page: boxes in columns, with arrows from blockers to the issues that they block. Pure.

import type { Assessment } from '../../../ports/report.js';
import { singleLine } from '../../../text/clean-output.js';
import { type Markup, markup, type Piece } from '../../html.js';
import { clip } from '../../terminal.js';
import { type Dependency, type DependencyGraph, dependencyGraph, type GraphNode } from '../dependencies.js';
import { anchorOf, type PageContext } from './parts.js';

const MAX_NODES = 60;
// Sizes in pixels. Four columns fit into a window of 1,000 pixels.
const BOX = { width: 198, height: 50 };
/** The number of characters that fit in each line of a box, as in a terminal: an East Asian character counts twice. */
const MAX_CHARACTERS = { key: 23, title: 25 };
const GAP = { x: 36, y: 16 };
const MARGIN = 14;

/** The section with the graph; null if no issue is blocked. */
export function graph(context: PageContext): Piece {
  const shownGraph = dependencyGraph(context.report, MAX_NODES);
  const { nodes, dependencies, totalNodes } = shownGraph;
  const groupOf = (assessment: Assessment | undefined) => (assessment ? context.board.groupOf(assessment) : 'outside');
  if (dependencies.length === 0) return null;
  const { words } = context;
  const shown = nodes.length;
  return markup`<section class="graph"><h2>${words.heading.waits}</h2>
${shown < totalNodes && markup`<p class="soft">${words.graphMore({ shown, all: totalNodes })}</p>`}
<div class="scroll" tabindex="0" role="group" aria-label="${words.heading.waits}">${graphSvg(shownGraph, layoutOf(shownGraph), groupOf)}</div></section>`;
}

function graphSvg(
  { nodes, dependencies }: DependencyGraph,
  { spots, columns, rows }: Layout,
  groupOf: (assessment: Assessment | undefined) => string,
): Markup {
  const width = columns * (BOX.width + GAP.x) - GAP.x + 2 * MARGIN;
  // Arrows that close a cycle run below the lowest boxes.
  const cycleSpace = dependencies.some(({ isInCycle }) => isInCycle) ? MARGIN : 0;
  const height = rows * (BOX.height + GAP.y) - GAP.y + 2 * MARGIN + cycleSpace;
  return markup`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>${['arrow', 'arrow-round'].map((id) => markup`<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M1 1 7 4 1 7"/></marker>`)}</defs>
${dependencies.map((dependency) => arrowOf(dependency, spots))}${nodes.map((node) => boxOf(node, spots.get(node.key), `of-${groupOf(node.assessment)}`))}</svg>`;
}

const leftOf = ({ column }: Spot): number => MARGIN + column * (BOX.width + GAP.x);
const topOf = ({ row }: Spot): number => MARGIN + row * (BOX.height + GAP.y);

function arrowOf({ from, to, isInCycle }: Dependency, spots: ReadonlyMap<string, Spot>): Piece {
  const [start, end] = [spots.get(from), spots.get(to)];
  if (!start || !end) return null;
  const path = start.column < end.column ? forwardPath(start, end) : backwardPath(start, end);
  return markup`<path class="arrow${isInCycle && ' is-round'}" d="${path}" marker-end="url(#${isInCycle ? 'arrow-round' : 'arrow'})"/>`;
}

/** The path of an arrow to a column further right. */
function forwardPath(start: Spot, end: Spot): string {
  const [x1, y1] = [leftOf(start) + BOX.width, topOf(start) + BOX.height / 2];
  const [x2, y2] = [leftOf(end) - 2, topOf(end) + BOX.height / 2];
  const bend = Math.max(24, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** An arrow that closes a cycle: from the bottom of a box, below all boxes, to the bottom of the other. */
function backwardPath(start: Spot, end: Spot): string {
  const [x1, y1] = [leftOf(start) + BOX.width / 2, topOf(start) + BOX.height];
  const [x2, y2] = [leftOf(end) + BOX.width / 2, topOf(end) + BOX.height + 2];
  return `M${x1} ${y1}C${x1 - 20} ${y1 + GAP.y + 6} ${x2 + 20} ${y2 + GAP.y + 6} ${x2} ${y2}`;
}

function boxOf({ key, issue, title, assessment, isInCycle }: GraphNode, spot: Spot | undefined, group: string): Piece {
  if (!spot) return null;
  const [x, y] = [leftOf(spot), topOf(spot)];
  const [first, second] =
    issue === null
      ? twoLines(singleLine(title))
      : [clip(key, MAX_CHARACTERS.key), clip(singleLine(title), MAX_CHARACTERS.title)];
  const box = markup`<g class="knot ${group}${isInCycle && ' is-round'}"><title>${singleLine(issue === null ? title : `${key} ${title}`)}</title>
<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="9"/>
<text x="${x + 12}" y="${y + 20}" class="key">${first}</text><text x="${x + 12}" y="${y + 38}" class="title">${second}</text></g>`;
  return issue === null || !assessment ? box : markup`<a href="#${anchorOf(issue)}">${box}</a>`;
}

/** The two lines of a box for an external blocker. It has no number, so its description takes both. */
function twoLines(text: string): readonly [string, string] {
  const first = /^.{0,22}(?=\s|$)/u.exec(text)?.[0] || [...text].slice(0, 22).join('');
  return [clip(first, MAX_CHARACTERS.key), clip(text.slice(first.length).trim(), MAX_CHARACTERS.title)];
}

/** The position of a node in columns and rows from the top left. */
interface Spot {
  readonly key: string;
  readonly column: number;
  /** May be a fraction, since a column that is shorter than its neighbours is centred. */
  readonly row: number;
}

interface Layout {
  /** By the key of the node. */
  readonly spots: ReadonlyMap<string, Spot>;
  readonly columns: number;
  readonly rows: number;
}

/** As many columns fit across the page. Groups with fewer columns stand side by side. */
const COLUMNS_PER_ROW = 4;

/** Places each group of connected nodes, larger groups first, small ones side by side. */
export function layoutOf({ nodes, dependencies }: DependencyGraph): Layout {
  const keys = nodes.map(({ key }) => key);
  const groups = connectedGroups(keys, dependencies).map((group) =>
    orderedLayers(
      group,
      dependencies.filter(({ from }) => group.has(from)),
    ),
  );
  const spots = new Map<string, Spot>();
  const band = { left: 0, top: 0, height: 0 };
  for (const layers of groups) {
    const height = Math.max(...layers.map(({ length }) => length));
    if (band.left + layers.length > COLUMNS_PER_ROW)
      Object.assign(band, { left: 0, top: band.top + band.height, height: 0 });
    for (const spot of placeLayers(layers, height))
      spots.set(spot.key, { key: spot.key, column: band.left + spot.column, row: band.top + spot.row });
    Object.assign(band, { left: band.left + layers.length, height: Math.max(band.height, height) });
  }
  const columns = Math.max(0, ...[...spots.values()].map(({ column }) => column + 1));
  return { spots, columns, rows: band.top + band.height };
}

function placeLayers(layers: readonly (readonly string[])[], height: number): readonly Spot[] {
  return layers.flatMap((layer, column) =>
    layer.map((key, n) => ({ key, column, row: (height - layer.length) / 2 + n })),
  );
}

function connectedGroups(keys: readonly string[], dependencies: readonly Dependency[]): readonly ReadonlySet<string>[] {
  const neighbours = new Map<string, string[]>(keys.map((key) => [key, []]));
  for (const { from, to } of dependencies) {
    neighbours.get(from)?.push(to);
    neighbours.get(to)?.push(from);
  }
  const seen = new Set<string>();
  const groups = keys.flatMap((key) => {
    if (seen.has(key)) return [];
    const group = new Set([key]);
    // A loop over a set also visits what is added meanwhile.
    for (const one of group) for (const next of neighbours.get(one) ?? []) group.add(next);
    for (const one of group) seen.add(one);
    return [group];
  });
  return groups.toSorted((a, b) => b.size - a.size);
}

/**
 * The columns of a group, each with the keys of its nodes from top to bottom. A node stands in the column that is the length of the longest path
 * to it. Within a column, nodes are ordered by the average row of their blockers.
 */
function orderedLayers(
  group: ReadonlySet<string>,
  dependencies: readonly Dependency[],
): readonly (readonly string[])[] {
  const depth = longestPaths(group, dependencies);
  const layers: string[][] = Array.from({ length: Math.max(...depth.values()) + 1 }, () => []);
  for (const [key, column] of depth) layers[column]?.push(key);
  const rowOf = new Map<string, number>();
  return layers.map((layer) => {
    const average = new Map(layer.map((key) => [key, averageRow(key, dependencies, rowOf)]));
    const ordered = layer.toSorted((a, b) => (average.get(a) ?? 0) - (average.get(b) ?? 0));
    for (const [n, key] of ordered.entries()) rowOf.set(key, n);
    return ordered;
  });
}

/** The average row of a node's blockers; 0 if it has none. */
function averageRow(key: string, dependencies: readonly Dependency[], rowOf: ReadonlyMap<string, number>): number {
  const rows = dependencies.flatMap(({ from, to }) => (to === key ? (rowOf.get(from) ?? []) : []));
  return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length;
}

/** For each node, the length of the longest path to it. Arrows that close a cycle are ignored, so that every path ends. */
function longestPaths(group: ReadonlySet<string>, dependencies: readonly Dependency[]): ReadonlyMap<string, number> {
  const blockers = new Map<string, string[]>([...group].map((key) => [key, []]));
  for (const { from, to } of dependencies) blockers.get(to)?.push(from);
  const depth = new Map<string, number>();
  /** The nodes of the current path. */
  const visiting = new Set<string>();
  const depthOf = (key: string): number => {
    const known = depth.get(key);
    if (known !== undefined) return known;
    visiting.add(key);
    const lengths = (blockers.get(key) ?? []).filter((one) => !visiting.has(one)).map((one) => depthOf(one) + 1);
    visiting.delete(key);
    const longest = Math.max(0, ...lengths);
    depth.set(key, longest);
    return longest;
  };
  for (const key of group) depthOf(key);
  return depth;
}
