import { cut, lineOf } from '../../line.js';
import { inert, inertCode } from '../../markdown.js';
import { groupBy } from '../board.js';
import { type Knot, type Waits, waitsOf } from '../waits.js';
import { linked, type RenderOptions } from './links.js';

// What waits for what, as a Mermaid graph. Pure.

/** A fenced graph; nothing when nothing waits. */
function mermaid({ knots, waits }: Waits): string {
  if (waits.length === 0) return '';
  const ids = new Map(knots.map(({ key }, n) => [key, `n${n}`]));
  const idOf = (key: string): string => ids.get(key) ?? 'n';
  const circled = knots.filter(({ inCircle }) => inCircle);
  const outside = knots.filter(({ issue }) => issue === null);
  return [
    '```mermaid',
    'flowchart LR',
    ...knots.map((knot) => `  ${idOf(knot.key)}["${labelOf(knot)}"]`),
    ...waits.map(({ from, to, inCircle }) => `  ${idOf(from)} ${inCircle ? '-. ↻ .->' : '-->'} ${idOf(to)}`),
    ...styled(
      'circle',
      'stroke:#c0392b,stroke-width:2px',
      circled.map(({ key }) => idOf(key)),
    ),
    ...styled(
      'outside',
      'stroke-dasharray:4 3',
      outside.map(({ key }) => idOf(key)),
    ),
    '```',
  ].join('\n');
}

function labelOf({ key, issue, title }: Knot): string {
  const words = cut(lineOf(title), 40);
  return lettersOf(issue === null ? words : `${key} ${words}`.trim());
}

/** Mermaid reads quotes, hashes, brackets and even words in a label; as numbers nothing of it means anything. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, (letter) => `#${letter.codePointAt(0) ?? 0};`);
}

function styled(name: string, style: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`  classDef ${name} ${style}`, `  class ${ids.join(',')} ${name}`];
}

const bullets = (lines: readonly string[], { say, room }: RenderOptions): string =>
  [...lines.slice(0, room.notes), ...(lines.length > room.notes ? [say.more(lines.length - room.notes)] : [])]
    .map((line) => `- ${line}`)
    .join('\n');

/** A heading with its lines; nothing at all when there is nothing to say. */
const section = (title: string, lines: readonly string[], of: RenderOptions): readonly string[] =>
  lines.length === 0 ? [] : [`### ${title}`, bullets(lines, of)];

/** What waits for what, drawn. */
export function waits({ report, say, room }: RenderOptions): readonly string[] {
  const graph = waitsOf(report, room.knots);
  const drawing = mermaid(graph);
  if (drawing === '') return [];
  const shown = graph.knots.length;
  return [
    `### ${say.heading.waits}`,
    drawing,
    ...(shown < graph.all ? [say.graphMore({ shown, all: graph.all })] : []),
  ];
}

/** Issues that wait for each other, each circle once around. */
export function circles(of: RenderOptions): readonly string[] {
  const rounds = of.report.cycles.map((cycle) =>
    [...cycle.slice(0, 12), ...cycle.slice(0, 1)].map((issue) => linked(issue, of.home)).join(' → '),
  );
  return section(of.say.heading.circles, rounds, of);
}

/** Where the board's own column says something else than the evidence. */
export function drift(of: RenderOptions): readonly string[] {
  const { report, say, home } = of;
  const lines = report.drift.map(({ issue, board, truth, since }) =>
    say.drifted({ issue: linked(issue, home), board: inertCode(board), truth: say.shelf[truth], since }),
  );
  return section(say.heading.drift, lines, of);
}

/** What could not be seen, so that nobody takes silence for health. */
export function missing(of: RenderOptions): readonly string[] {
  const { coverage, registry } = of.report;
  const lines = [
    ...(coverage.seen < coverage.issues ? [of.say.seen(coverage)] : []),
    ...coverage.missing.map(({ what, why }) => `${inert(what, 80)}: ${inert(why, 200)}`),
    ...registry.problems.map(({ path, message }) => `${inertCode(path)}: ${inert(message, 200)}`),
  ];
  return section(of.say.heading.missing, lines, of);
}

/** What this look did and took. */
export function run({ report, say }: RenderOptions): readonly string[] {
  const kinds = [...groupBy(report.coverage.notIssues, ({ kind }) => kind)].map(([kind, { length: count }]) => ({
    kind,
    count,
  }));
  const lines = [
    say.written(report.changes),
    say.cost(report.cost),
    ...(kinds.length > 0 ? [inert(say.notWork(kinds))] : []),
  ];
  return [`<sub>${[`${say.observed(report.observedAt)}.`, ...lines].join(' ')}</sub>`];
}
