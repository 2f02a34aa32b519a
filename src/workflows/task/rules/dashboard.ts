// The dashboard of tasks: one HTML page with SVG charts, and the list of tasks in `/crew status`. Pure. Used by src/app/pages.ts and
// src/workflows/instant.ts. The page has no script and fits a phone screen.
import { createHash } from 'node:crypto';
import type { Language } from '../../../text/lang/index.js';
import type { TaskMessages } from '../messages.en.js';
import type { Rate, Statistics, TaskRow } from './statistics.js';

/** What the page shows, and in which language. */
export interface DashboardInput {
  readonly statistics: Statistics;
  readonly say: TaskMessages;
  readonly lang: Language;
  /** The repository's name. */
  readonly title: string;
}

/** The dashboard page as HTML. */
export function dashboard({ statistics, say, lang, title }: DashboardInput): string {
  const { dashboard: words } = say;
  const { days, byType, byPair, debt, coverage, rows, openEscalations } = statistics;
  const withName = (rate: Rate): Rate => ({ ...rate, name: rate.name === '' ? words.noPersona : rate.name });
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(words.title)} · ${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(words.title)} · ${escaped(title)}</h1>
${section(words.overTime, columns(days.map(({ day, tasks, escalated }) => ({ name: day, value: tasks, highlighted: escalated }))), words.none)}
${section(words.passByType, bars(byType.map(withName)), words.none)}
${section(words.passByPair, bars(byPair.map(withName)), words.none)}
${section(words.debt, lines([debt.map(({ skippedTests }) => skippedTests), debt.map(({ todos }) => todos)], [words.skipped, words.todos]), words.none)}
${section(words.coverage, bars(coverage), words.none)}
${section(words.escalations, `<p class="number">${openEscalations}</p>`, words.none)}
${section(words.last, taskList(rows.slice(0, 20), say), words.none)}
</main>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (plain: string): string => plain.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const section = (title: string, content: string, none: string): string =>
  `<section><h2>${escaped(title)}</h2>${content === '' ? `<p class="none">${escaped(none)}</p>` : content}</section>`;

/** A bar chart with one row for each rate. Names and numbers are text, so that they can be read and copied. */
function bars(rates: readonly Rate[]): string {
  const rows = rates.map(({ name, passed, all }) => {
    const width = all === 0 ? 0 : Math.round((100 * passed) / all);
    const chart = `<svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="6"/><rect class="bar" width="${width}" height="6"/></svg>`;
    return `<li><span class="name">${escaped(name)}</span><span class="count">${passed} / ${all}</span>${chart}</li>`;
  });
  return rows.length === 0 ? '' : `<ul class="bars">${rows.join('')}</ul>`;
}

interface Column {
  readonly name: string;
  readonly value: number;
  /** The part of the value that is drawn in red. */
  readonly highlighted: number;
}

/** Size of a chart in SVG units. */
const [WIDTH, HEIGHT] = [300, 90];

/** A column chart. */
function columns(all: readonly Column[]): string {
  if (all.length === 0) return '';
  const most = Math.max(...all.map(({ value }) => value));
  const step = WIDTH / all.length;
  const rects = all.map(({ name, value, highlighted }, n) => {
    const [x, width] = [(n * step + step * 0.1).toFixed(1), (step * 0.8).toFixed(1)];
    const rect = (kind: string, count: number) => {
      const height = (HEIGHT * count) / most;
      return `<rect class="${kind}" x="${x}" y="${(HEIGHT - height).toFixed(1)}" width="${width}" height="${height.toFixed(1)}"/>`;
    };
    return `<g><title>${escaped(name)}: ${value}</title>${rect('bar', value)}${rect('bad', highlighted)}</g>`;
  });
  const [first, last] = [all[0]?.name ?? '', all.at(-1)?.name ?? ''];
  const range = first === last ? escaped(first) : `${escaped(first)} – ${escaped(last)}`;
  return `<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">${rects.join('')}</svg><p class="range">${range}</p>`;
}

/** A line chart with one line for each series. */
function lines(series: readonly (readonly number[])[], names: readonly string[]): string {
  const length = Math.max(...series.map((each) => each.length));
  if (length === 0) return '';
  const most = Math.max(1, ...series.flat());
  const x = (n: number) => ((WIDTH * n) / Math.max(1, length - 1)).toFixed(1);
  const y = (value: number) => (HEIGHT - 3 - ((HEIGHT - 6) * value) / most).toFixed(1);
  const paths = series.map((each, n) => {
    // A single value becomes a level line.
    const points = each.length === 1 ? [...each, ...each] : each;
    const coordinates = points.map((value, i) => `${each.length === 1 ? i * WIDTH : x(i)},${y(value)}`).join(' ');
    return `<polyline class="line line-${n}" points="${coordinates}"/>`;
  });
  const legend = names.map((name, n) => `<li class="of-${n}">${escaped(name)}: ${series[n]?.at(-1) ?? 0}</li>`);
  return `<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">${paths.join('')}</svg><ul class="legend">${legend.join('')}</ul>`;
}

function taskList(rows: readonly TaskRow[], say: TaskMessages): string {
  const items = rows.map(({ run, at, status, type, session, pair }) => {
    const about = [type, session, pair]
      .filter((each) => each !== '')
      .map(escaped)
      .join(' · ');
    return `<li><time datetime="${escaped(at)}">${escaped(at.slice(0, 10))}</time> <b class="is-${escaped(status)}">${escaped(say.stateWord(status))}</b> <code>${escaped(run)}</code><br>${about}</li>`;
  });
  return items.length === 0 ? '' : `<ul class="rows">${items.join('')}</ul>`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --line: #d1d9e0; --bar: #0969da; --bad: #cf222e; --other: #9a6700; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #f0f6fc; --quiet: #9198a1; --line: #3d444d; --bar: #4493f8; --bad: #f85149; --other: #d29922; --paper: #0d1117; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, "Noto Sans", "Noto Sans CJK JP", sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
ul { list-style: none; margin: 0; padding: 0; }
svg { display: block; width: 100%; } .chart { height: auto; border-bottom: 1px solid var(--line); }
.bars li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .75rem; padding: .25rem 0; } .bars svg { grid-column: 1 / -1; height: 6px; }
.name, code { overflow-wrap: anywhere; } .count, .range, .none, .rows { color: var(--quiet); } .rows b { color: var(--ink); }
.bar { fill: var(--bar); } .bad { fill: var(--bad); } .rest { fill: var(--line); }
.line { fill: none; stroke: var(--bar); stroke-width: 2; } .line-1 { stroke: var(--other); } .of-0 { color: var(--bar); } .of-1 { color: var(--other); }
.number { font-size: 2rem; margin: 0; } .rows li { padding: .4rem 0; border-bottom: 1px solid var(--line); } .is-escalated { color: var(--bad) !important; }
`;

/** The content security policy of the page: its own style, and nothing else. */
export const dashboardPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** The part of `/crew status` about tasks, as Markdown. */
export function statusSection({ rows }: Pick<Statistics, 'rows'>, say: TaskMessages): string {
  if (rows.length === 0) return `**${say.sessionsTitle}**\n${say.sessionsNone}`;
  const last = rows
    .slice(0, 5)
    .map(({ run, type, status, at }) => `- ${say.sessionLine({ run, type, status, at: at.slice(0, 10) })}`);
  return `**${say.sessionsTitle}**\n${last.join('\n')}`;
}
