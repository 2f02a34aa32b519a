// The graph of blocked issues as SVG: boxes in columns, with arrows from blockers to the issues that they block. Pure.

import { singleLine } from '../../../text/clean-output.js';
import { type Markup, markup, type Piece } from '../../html.js';
import { clip } from '../../terminal.js';
import { groupOf } from '../board.js';
import { type GraphNode, type Wait, type Waits, waitsOf } from '../waits.js';
import { anchorOf, type PageContext } from './parts.js';

const MOST = 60;
const BOX = { width: 204, height: 50 };
/** The width of a box in columns of text. */
const LETTERS = { key: 23, title: 25 };
const GAP = { x: 62, y: 16 };
const EDGE = 14;

/** The graph of blocked issues; empty if none is blocked. */
export function graph(of: PageContext): Piece {
  const waits = waitsOf(of.report, MOST);
  if (waits.waits.length === 0) return null;
  const { say } = of;
  const shown = waits.nodes.length;
  return markup`<section class="graph"><h2>${say.heading.waits}</h2>
${shown < waits.all && markup`<p class="soft">${say.graphMore({ shown, all: waits.all })}</p>`}
<div class="scroll" tabindex="0" role="group" aria-label="${say.heading.waits}">${drawing(waits.nodes, waits.waits, layersOf(waits))}</div></section>`;
}

function drawing(knots: readonly GraphNode[], waits: readonly Wait[], { spots, columns, rows }: Layers): Markup {
  const width = columns * (BOX.width + GAP.x) - GAP.x + 2 * EDGE;
  // Arrows that close a cycle run below the lowest boxes.
  const hanging = waits.some(({ inCircle }) => inCircle) ? EDGE : 0;
  const height = rows * (BOX.height + GAP.y) - GAP.y + 2 * EDGE + hanging;
  return markup`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>${['arrow', 'arrow-round'].map((id) => markup`<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M1 1 7 4 1 7"/></marker>`)}</defs>
${waits.map((wait) => arrowOf(wait, spots))}${knots.map((knot) => boxOf(knot, spots.get(knot.key)))}</svg>`;
}

const leftOf = ({ column }: Spot): number => EDGE + column * (BOX.width + GAP.x);
const topOf = ({ row }: Spot): number => EDGE + row * (BOX.height + GAP.y);

function arrowOf({ from, to, inCircle }: Wait, spots: ReadonlyMap<string, Spot>): Piece {
  const [start, end] = [spots.get(from), spots.get(to)];
  if (!start || !end) return null;
  const way = start.column < end.column ? ahead(start, end) : back(start, end);
  return markup`<path class="arrow${inCircle && ' is-round'}" d="${way}" marker-end="url(#${inCircle ? 'arrow-round' : 'arrow'})"/>`;
}

function ahead(start: Spot, end: Spot): string {
  const [x1, y1] = [leftOf(start) + BOX.width, topOf(start) + BOX.height / 2];
  const [x2, y2] = [leftOf(end) - 2, topOf(end) + BOX.height / 2];
  const bend = Math.max(24, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** An arrow that closes a cycle: from the bottom of a box, below all boxes, to the bottom of the other. */
function back(start: Spot, end: Spot): string {
  const [x1, y1] = [leftOf(start) + BOX.width / 2, topOf(start) + BOX.height];
  const [x2, y2] = [leftOf(end) + BOX.width / 2, topOf(end) + BOX.height + 2];
  return `M${x1} ${y1}C${x1 - 20} ${y1 + GAP.y + 6} ${x2 + 20} ${y2 + GAP.y + 6} ${x2} ${y2}`;
}

function boxOf({ key, issue, title, assessment, inCircle }: GraphNode, spot: Spot | undefined): Piece {
  if (!spot) return null;
  const [x, y] = [leftOf(spot), topOf(spot)];
  const group = assessment ? `of-${groupOf(assessment)}` : 'of-outside';
  const [first, second] =
    issue === null ? splitOf(singleLine(title)) : [clip(key, LETTERS.key), clip(singleLine(title), LETTERS.title)];
  const box = markup`<g class="knot ${group}${inCircle && ' is-round'}"><title>${singleLine(issue === null ? title : `${key} ${title}`)}</title>
<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="9"/>
<text x="${x + 12}" y="${y + 20}" class="key">${first}</text><text x="${x + 12}" y="${y + 38}" class="title">${second}</text></g>`;
  return issue === null || !assessment ? box : markup`<a href="#${anchorOf(issue)}">${box}</a>`;
}

/** The text of a box. An external blocker has no number, so its text takes both lines. */
function splitOf(words: string): readonly [string, string] {
  const first = /^.{0,22}(?=\s|$)/u.exec(words)?.[0] || [...words].slice(0, 22).join('');
  return [clip(first, LETTERS.key), clip(words.slice(first.length).trim(), LETTERS.title)];
}

interface Spot {
  readonly key: string;
  readonly column: number;
  /** Rows from the top. A column that is shorter than its neighbours is centred. */
  readonly row: number;
}

interface Layers {
  readonly spots: ReadonlyMap<string, Spot>;
  readonly columns: number;
  readonly rows: number;
}

/** The number of columns across the page. Small groups share a row. */
const PAGE = 4;

/** Places each connected group, larger groups first, small ones side by side. */
export function layersOf({ nodes: knots, waits }: Waits): Layers {
  const keys = knots.map(({ key }) => key);
  const groups = groupsOf(keys, waits).map((group) =>
    orderedLayers(
      group,
      waits.filter(({ from }) => group.has(from)),
    ),
  );
  const spots = new Map<string, Spot>();
  const band = { left: 0, top: 0, height: 0 };
  for (const layers of groups) {
    const height = Math.max(...layers.map(({ length }) => length));
    if (band.left + layers.length > PAGE) Object.assign(band, { left: 0, top: band.top + band.height, height: 0 });
    for (const spot of spotsOf(layers, height))
      spots.set(spot.key, { key: spot.key, column: band.left + spot.column, row: band.top + spot.row });
    Object.assign(band, { left: band.left + layers.length, height: Math.max(band.height, height) });
  }
  const columns = Math.max(0, ...[...spots.values()].map(({ column }) => column + 1));
  return { spots, columns, rows: band.top + band.height };
}

function spotsOf(layers: readonly (readonly string[])[], height: number): readonly Spot[] {
  return layers.flatMap((layer, column) =>
    layer.map((key, n) => ({ key, column, row: (height - layer.length) / 2 + n })),
  );
}

function groupsOf(keys: readonly string[], waits: readonly Wait[]): readonly ReadonlySet<string>[] {
  const beside = new Map<string, string[]>(keys.map((key) => [key, []]));
  for (const { from, to } of waits) {
    beside.get(from)?.push(to);
    beside.get(to)?.push(from);
  }
  const seen = new Set<string>();
  const groups = keys.flatMap((key) => {
    if (seen.has(key)) return [];
    const group = new Set([key]);
    for (const one of group) for (const next of beside.get(one) ?? []) group.add(next);
    for (const one of group) seen.add(one);
    return [group];
  });
  return groups.toSorted((a, b) => b.size - a.size);
}

/** Layers by the longest path from an issue that is not blocked. Each layer is ordered by the positions of its neighbours on the left. */
function orderedLayers(group: ReadonlySet<string>, waits: readonly Wait[]): readonly (readonly string[])[] {
  const depth = depthsOf(group, waits);
  const layers: string[][] = Array.from({ length: Math.max(...depth.values()) + 1 }, () => []);
  for (const [key, column] of depth) layers[column]?.push(key);
  const place = new Map<string, number>();
  return layers.map((layer) => {
    const middle = new Map(layer.map((key) => [key, middleOf(key, waits, place)]));
    const ordered = layer.toSorted((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0));
    for (const [n, key] of ordered.entries()) place.set(key, n);
    return ordered;
  });
}

function middleOf(key: string, waits: readonly Wait[], place: ReadonlyMap<string, number>): number {
  const rows = waits.flatMap(({ from, to }) => (to === key ? (place.get(from) ?? []) : []));
  return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length;
}

/** By issue, the length of the longest path to it. Edges that close a cycle are ignored, so that every path ends. */
function depthsOf(group: ReadonlySet<string>, waits: readonly Wait[]): ReadonlyMap<string, number> {
  const before = new Map<string, string[]>([...group].map((key) => [key, []]));
  for (const { from, to } of waits) before.get(to)?.push(from);
  const depth = new Map<string, number>();
  const open = new Set<string>();
  const depthOf = (key: string): number => {
    const known = depth.get(key);
    if (known !== undefined) return known;
    open.add(key);
    const ways = (before.get(key) ?? []).filter((one) => !open.has(one)).map((one) => depthOf(one) + 1);
    open.delete(key);
    const longest = Math.max(0, ...ways);
    depth.set(key, longest);
    return longest;
  };
  for (const key of group) depthOf(key);
  return depth;
}
