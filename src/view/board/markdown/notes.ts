import { groupBy } from '../group-by.js';
import { waitsOf } from '../waits.js';
import { inert, inertCode } from './inert.js';
import { linked } from './link.js';
import { mermaid } from './mermaid.js';
import type { RenderOptions } from './options.js';

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
