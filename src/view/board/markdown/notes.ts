import { singleLine, truncate } from '../../../text/clean-output.js';
import { inert, inertCode } from '../../markdown.js';
import { groupBy } from '../board.js';
import { type GraphNode, type Waits, waitsOf } from '../waits.js';
import { linked, type RenderOptions } from './links.js';

// The notes of the summary, with the Mermaid graph of blocked issues. Pure.

/** A fenced Mermaid graph; empty if no issue is blocked. */
function mermaid({ nodes: knots, waits }: Waits): string {
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

function labelOf({ key, issue, title }: GraphNode): string {
  const words = truncate(singleLine(title), 40);
  return lettersOf(issue === null ? words : `${key} ${words}`.trim());
}

/** Escapes a label as character codes, since Mermaid interprets quotes, hashes, brackets and some words. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, (letter) => `#${letter.codePointAt(0) ?? 0};`);
}

function styled(name: string, style: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`  classDef ${name} ${style}`, `  class ${ids.join(',')} ${name}`];
}

const bullets = (lines: readonly string[], { say, limits: room }: RenderOptions): string =>
  [...lines.slice(0, room.notes), ...(lines.length > room.notes ? [say.more(lines.length - room.notes)] : [])]
    .map((line) => `- ${line}`)
    .join('\n');

/** A heading with its lines; empty if there are no lines. */
const section = (title: string, lines: readonly string[], of: RenderOptions): readonly string[] =>
  lines.length === 0 ? [] : [`### ${title}`, bullets(lines, of)];

/** The section with the graph of blocked issues. */
export function waits({ report, say, limits: room }: RenderOptions): readonly string[] {
  const graph = waitsOf(report, room.nodes);
  const drawing = mermaid(graph);
  if (drawing === '') return [];
  const shown = graph.nodes.length;
  return [
    `### ${say.heading.waits}`,
    drawing,
    ...(shown < graph.all ? [say.graphMore({ shown, all: graph.all })] : []),
  ];
}

/** Cycles of blocked issues, each once. */
export function circles(of: RenderOptions): readonly string[] {
  const rounds = of.report.cycles.map((cycle) =>
    [...cycle.slice(0, 12), ...cycle.slice(0, 1)].map((issue) => linked(issue, of.home)).join(' → '),
  );
  return section(of.say.heading.circles, rounds, of);
}

/** Issues whose board column contradicts the evidence. */
export function drift(of: RenderOptions): readonly string[] {
  const { report, say, home } = of;
  const lines = report.drift.map(({ issue, board, truth, since }) =>
    say.drifted({ issue: linked(issue, home), board: inertCode(board), truth: say.group[truth], since }),
  );
  return section(say.heading.drift, lines, of);
}

/** What could not be read, so that missing data does not look like a healthy board. */
export function missing(of: RenderOptions): readonly string[] {
  const { coverage, registry } = of.report;
  const lines = [
    ...(coverage.seen < coverage.issues ? [of.say.seen(coverage)] : []),
    ...coverage.missing.map(({ what, why }) => `${inert(what, 80)}: ${inert(why, 200)}`),
    ...registry.problems.map(({ path, message }) => `${inertCode(path)}: ${inert(message, 200)}`),
  ];
  return section(of.say.heading.missing, lines, of);
}

/** The writes and the cost of this scan. */
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
