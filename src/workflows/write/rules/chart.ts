// The average scores over the rounds: as SVG for the page of a run, and as a Mermaid chart for comments. Pure. Used by ../work.ts and
// src/workflows/pictures.ts.
import { inHundredths } from './reviewers.js';

/** A round in the chart. */
export interface ChartRound {
  readonly chapter: number;
  readonly round: number;
  /** The average score; null if no review arrived. */
  readonly avg: number | null;
  readonly gate: 'pass' | 'fail' | 'force_pass';
}

/** Sizes in pixels. */
const WIDTH = 360;
const HEIGHT = 120;
const EDGE = { left: 28, right: 8, top: 8, bottom: 18 };

const COLOURS = { pass: '#1a7f37', fail: '#cf222e', force_pass: '#9a6700' } as const;

/** A line for each chapter, a dot for each round, and the threshold as a dashed line. Readable in light and dark themes. */
export function scoresSvg(rounds: readonly ChartRound[], threshold: number, title: string): string {
  const shown = rounds.filter((each): each is ChartRound & { avg: number } => each.avg !== null);
  const step = (WIDTH - EDGE.left - EDGE.right) / Math.max(1, shown.length);
  const x = (index: number): number => Math.round(EDGE.left + step * (index + 0.5));
  const y = (score: number): number =>
    Math.round(
      EDGE.top + ((1000 - Math.min(1000, Math.max(0, inHundredths(score)))) / 1000) * (HEIGHT - EDGE.top - EDGE.bottom),
    );
  const grid = [0, 5, 10].map(
    (score) =>
      `<text x="${EDGE.left - 6}" y="${y(score) + 3}" text-anchor="end">${score}</text>` +
      `<path d="M${EDGE.left} ${y(score)}H${WIDTH - EDGE.right}" stroke="#8c959f" stroke-opacity=".35"/>`,
  );
  const chapters = [...new Set(shown.map(({ chapter }) => chapter))];
  const lines = chapters.map((chapter) => {
    const points = shown.flatMap((each, index) => (each.chapter === chapter ? [`${x(index)},${y(each.avg)}`] : []));
    return `<polyline points="${points.join(' ')}" fill="none" stroke="#0969da" stroke-width="2"/>`;
  });
  const dots = shown.map(
    ({ chapter, round, avg, gate }, index) =>
      `<circle cx="${x(index)}" cy="${y(avg)}" r="3.5" fill="${COLOURS[gate]}"><title>${chapter}.${round}: ${avg}</title></circle>` +
      `<text x="${x(index)}" y="${HEIGHT - 5}" text-anchor="middle">${chapter}.${round}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="9" fill="#656d76">`,
    `<title>${escaped(title)}</title>`,
    ...grid,
    `<path d="M${EDGE.left} ${y(threshold)}H${WIDTH - EDGE.right}" stroke="#656d76" stroke-dasharray="4 3"/>`,
    ...lines,
    ...dots,
    '</svg>',
  ].join('');
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark);

/** The same chart as Mermaid, because GitHub removes SVG from Markdown. */
export function scoresChart(rounds: readonly ChartRound[], threshold: number): string {
  const shown = rounds.filter(({ avg }) => avg !== null);
  if (shown.length === 0) return '';
  return [
    '```mermaid',
    'xychart-beta',
    `  x-axis [${shown.map(({ chapter, round }) => `"${chapter}.${round}"`).join(', ')}]`,
    '  y-axis 0 --> 10',
    `  line [${shown.map(({ avg }) => avg).join(', ')}]`,
    `  line [${shown.map(() => threshold).join(', ')}]`,
    '```',
  ].join('\n');
}
