// What waits for what, drawn: boxes in columns, arrows along which things get free. Pure.

import { shelfOf } from '../groups.js';
import { lineOf } from '../line.js';
import { clip } from '../terminal/columns.js';
import { type Knot, type Wait, waitsOf } from '../waits.js';
import { type Layers, layersOf, type Spot } from './layers.js';
import { type Markup, markup, type Piece } from './markup.js';
import { anchorOf, type Showing } from './showing.js';

const MOST = 60;
const BOX = { width: 204, height: 50 };
/** So many columns of letters a box holds. */
const LETTERS = { key: 23, title: 25 };
const GAP = { x: 62, y: 16 };
const EDGE = 14;

/** The part of the field that is held up; nothing when nothing is. */
export function graph(of: Showing): Piece {
  const waits = waitsOf(of.report, MOST);
  if (waits.waits.length === 0) return null;
  const { say } = of;
  const shown = waits.knots.length;
  return markup`<section class="graph"><h2>${say.heading.waits}</h2>
${shown < waits.all && markup`<p class="soft">${say.graphMore({ shown, all: waits.all })}</p>`}
<div class="scroll" tabindex="0" role="group" aria-label="${say.heading.waits}">${drawing(waits.knots, waits.waits, layersOf(waits))}</div></section>`;
}

function drawing(knots: readonly Knot[], waits: readonly Wait[], { spots, columns, rows }: Layers): Markup {
  const width = columns * (BOX.width + GAP.x) - GAP.x + 2 * EDGE;
  // Arrows against the stream hang below the lowest boxes.
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

/** Against the stream: out of the bottom, below the boxes, into the bottom. */
function back(start: Spot, end: Spot): string {
  const [x1, y1] = [leftOf(start) + BOX.width / 2, topOf(start) + BOX.height];
  const [x2, y2] = [leftOf(end) + BOX.width / 2, topOf(end) + BOX.height + 2];
  return `M${x1} ${y1}C${x1 - 20} ${y1 + GAP.y + 6} ${x2 + 20} ${y2 + GAP.y + 6} ${x2} ${y2}`;
}

function boxOf({ key, issue, title, assessment, inCircle }: Knot, spot: Spot | undefined): Piece {
  if (!spot) return null;
  const [x, y] = [leftOf(spot), topOf(spot)];
  const shelf = assessment ? `of-${shelfOf(assessment)}` : 'of-outside';
  const [first, second] =
    issue === null ? splitOf(lineOf(title)) : [clip(key, LETTERS.key), clip(lineOf(title), LETTERS.title)];
  const box = markup`<g class="knot ${shelf}${inCircle && ' is-round'}"><title>${lineOf(issue === null ? title : `${key} ${title}`)}</title>
<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="9"/>
<text x="${x + 12}" y="${y + 20}" class="key">${first}</text><text x="${x + 12}" y="${y + 38}" class="title">${second}</text></g>`;
  return issue === null || !assessment ? box : markup`<a href="#${anchorOf(issue)}">${box}</a>`;
}

/** Something outside has no number: its words take both lines. */
function splitOf(words: string): readonly [string, string] {
  const first = /^.{0,22}(?=\s|$)/u.exec(words)?.[0] || [...words].slice(0, 22).join('');
  return [clip(first, LETTERS.key), clip(words.slice(first.length).trim(), LETTERS.title)];
}
