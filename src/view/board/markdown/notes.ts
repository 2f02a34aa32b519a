// The last sections of the job summary and of the digest issue: the graph of blocked issues, dependency cycles, columns that contradict the
// evidence, what could not be read, and the cost of the scan. Used by summary.ts. Pure.
import { singleLine, truncate } from '../../../text/clean-output.js';
import { inert, inertCode } from '../../markdown.js';
import { evidenceOfDrift, groupBy } from '../board.js';
import { type DependencyGraph, dependencyGraph, type GraphNode } from '../dependencies.js';
import { issueLink, type RenderOptions } from './links.js';

/** The graph as a Mermaid code block; empty if no issue is blocked. */
function mermaid({ nodes, dependencies }: DependencyGraph): string {
  if (dependencies.length === 0) return '';
  const ids = new Map(nodes.map(({ key }, n) => [key, `n${n}`]));
  const idOf = (key: string): string => ids.get(key) ?? 'n';
  const inCycles = nodes.filter(({ isInCycle }) => isInCycle);
  const outside = nodes.filter(({ issue }) => issue === null);
  return [
    '```mermaid',
    'flowchart LR',
    ...nodes.map((node) => `  ${idOf(node.key)}["${labelOf(node)}"]`),
    ...dependencies.map(({ from, to, isInCycle }) => `  ${idOf(from)} ${isInCycle ? '-. ↻ .->' : '-->'} ${idOf(to)}`),
    ...classLines(
      'circle',
      'stroke:#c0392b,stroke-width:2px',
      inCycles.map(({ key }) => idOf(key)),
    ),
    ...classLines(
      'outside',
      'stroke-dasharray:4 3',
      outside.map(({ key }) => idOf(key)),
    ),
    '```',
  ].join('\n');
}

function labelOf({ key, issue, title }: GraphNode): string {
  const shortTitle = truncate(singleLine(title), 40);
  return escapeLabel(issue === null ? shortTitle : `${key} ${shortTitle}`.trim());
}

/** Writes all but letters, digits and spaces as character codes, since Mermaid interprets quotes, hashes and brackets. */
function escapeLabel(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, (letter) => `#${letter.codePointAt(0) ?? 0};`);
}

/** The lines that give a style to these nodes. */
function classLines(name: string, style: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`  classDef ${name} ${style}`, `  class ${ids.join(',')} ${name}`];
}

const bullets = (lines: readonly string[], { words, limits }: RenderOptions): string =>
  [...lines.slice(0, limits.notes), ...(lines.length > limits.notes ? [words.more(lines.length - limits.notes)] : [])]
    .map((line) => `- ${line}`)
    .join('\n');

/** A heading with its lines; empty if there are no lines. */
const section = (title: string, lines: readonly string[], context: RenderOptions): readonly string[] =>
  lines.length === 0 ? [] : [`### ${title}`, bullets(lines, context)];

/** The section with the graph of blocked issues. */
export function dependencySection({ report, words, limits }: RenderOptions): readonly string[] {
  const graph = dependencyGraph(report, limits.nodes);
  const drawing = mermaid(graph);
  if (drawing === '') return [];
  const shown = graph.nodes.length;
  return [
    `### ${words.heading.waits}`,
    drawing,
    ...(shown < graph.totalNodes ? [words.graphMore({ shown, all: graph.totalNodes })] : []),
  ];
}

/** Cycles of blocked issues, each once. */
export function cycleSection(context: RenderOptions): readonly string[] {
  const cycles = context.report.cycles.map((cycle) =>
    [...cycle.slice(0, 12), ...cycle.slice(0, 1)].map((issue) => issueLink(issue, context.home)).join(' → '),
  );
  return section(context.words.heading.circles, cycles, context);
}

/** Issues whose board column contradicts the evidence. */
export function driftSection(context: RenderOptions): readonly string[] {
  const { report, words, home, board } = context;
  const lines = report.drift.map((drift) =>
    words.drifted({
      issue: issueLink(drift.issue, home),
      board: inertCode(drift.board),
      truth: evidenceOfDrift(drift, board, words).name,
      since: drift.since,
    }),
  );
  return section(words.heading.drift, lines, context);
}

/** What the scan could not read. Without this section, missing data would look like a healthy board. */
export function unreadSection(context: RenderOptions): readonly string[] {
  const { coverage, registry } = context.report;
  const lines = [
    ...(coverage.seen < coverage.issues ? [context.words.seen(coverage)] : []),
    ...coverage.missing.map(({ what, why }) => `${inert(what, 80)}: ${inert(why, 200)}`),
    ...registry.problems.map(({ path, message }) => `${inertCode(path)}: ${inert(message, 200)}`),
  ];
  return section(context.words.heading.missing, lines, context);
}

/** The writes and the cost of this scan. */
export function scanLine({ report, words }: RenderOptions): readonly string[] {
  const kinds = [...groupBy(report.coverage.notIssues, ({ kind }) => kind)].map(([kind, { length: count }]) => ({
    kind,
    count,
  }));
  const lines = [
    words.written(report.changes),
    words.cost(report.cost),
    ...(kinds.length > 0 ? [inert(words.notWork(kinds))] : []),
  ];
  return [`<sub>${[`${words.observed(report.observedAt)}.`, ...lines].join(' ')}</sub>`];
}
