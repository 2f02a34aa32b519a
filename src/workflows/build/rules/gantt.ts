// The Gantt chart of a build as SVG: a bar for each agent, a band for each wave. Pure. Used by src/workflows/pictures.ts, which draws it on
// the page of a run.
import type { Step } from '../../../ports/run.js';
import { entriesOf, type LogEntry, type LogEvent, type LogStatus } from './execution-log.js';

/** What is drawn. The words are in the language of the page. */
export interface GanttInput {
  readonly entries: readonly LogEntry[];
  /** Tasks of each wave, as `task_N`. */
  readonly waves: readonly (readonly string[])[];
  /** The end of the bars of agents that still run, in milliseconds. */
  readonly now: number;
  readonly words: GanttWords;
}

export interface GanttWords {
  /** Title of the picture, which screen readers read aloud. */
  readonly title: string;
  readonly wave: (n: number) => string;
  readonly status: (status: LogStatus) => string;
}

const [WIDTH, LABEL, ROW, TOP] = [760, 190, 24, 28];
const FILL: Readonly<Record<LogStatus, string>> = {
  success: '#1a7f37',
  running: '#0969da',
  retrying: '#0969da',
  pending: '#8c959f',
  partial: '#9a6700',
  timeout: '#9a6700',
  failure: '#cf222e',
  skipped: '#8c959f',
};

/** The picture of a run, from the journal's steps `log …` and `waves …`; null if no agent has been planned. */
export function ganttOf(steps: readonly Step[], { now, words }: Pick<GanttInput, 'now' | 'words'>): string | null {
  const valuesOf = <T>(prefix: string) =>
    steps.flatMap(({ name, value }) => (name.startsWith(prefix) ? (value as readonly T[]) : []));
  const entries = entriesOf(valuesOf<LogEvent>('log '));
  if (entries.length === 0) return null;
  return ganttSvg({ entries, waves: valuesOf<readonly string[]>('waves '), now, words });
}

/** The picture as SVG; it needs no style sheet and no script. */
export function ganttSvg({ entries, waves, now, words }: GanttInput): string {
  const times = entries.flatMap(({ started, finished }) => (started === null ? [] : [started, finished ?? now]));
  const [from, to] = times.length === 0 ? [now, now + 1] : [Math.min(...times), Math.max(...times)];
  const x = (at: number) => LABEL + ((at - from) / Math.max(1, to - from)) * (WIDTH - LABEL - 60);
  const height = TOP + entries.length * ROW + 8;
  const rows = entries.map((entry, n) => rowOf(entry, { y: TOP + n * ROW, x, now, words }));
  const title = `<title>${escaped(words.title)}</title>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="12">`,
    title,
    ...waveBands({ entries, waves, height, x, now, words }),
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

interface Row {
  readonly y: number;
  readonly x: (at: number) => number;
  readonly now: number;
  readonly words: GanttWords;
}

/** The bar of an agent, with its name and duration. */
function rowOf({ role, task, started, finished, status, duration_sec }: LogEntry, { y, x, now, words }: Row): string {
  const name = escaped(task === null ? role : `${task} · ${role.replace(/^worker_/, '')}`);
  const label = `<text x="4" y="${y + 16}" fill="currentColor">${name}</text>`;
  const word = escaped(words.status(status));
  if (started === null) return `${label}<text x="${LABEL}" y="${y + 16}" fill="${FILL[status]}">${word}</text>`;
  const [left, right] = [x(started), x(finished ?? now)];
  const width = Math.max(2, right - left);
  const seconds = duration_sec === null ? '' : ` ${duration_sec} s`;
  const bar = `<rect x="${round(left)}" y="${y + 4}" width="${round(width)}" height="${ROW - 8}" rx="3" fill="${FILL[status]}"><title>${name}: ${word}${seconds}</title></rect>`;
  return `${label}${bar}<text x="${round(left + width + 4)}" y="${y + 16}" fill="currentColor">${seconds.trim()}</text>`;
}

/** A band behind the tasks of each wave, from its first start to its last end. */
function waveBands(
  input: Omit<GanttInput, 'now'> & Pick<Row, 'x' | 'now'> & { readonly height: number },
): readonly string[] {
  const { entries, waves, height, x, now, words } = input;
  return waves.flatMap((tasks, n) => {
    const begun = entries.filter(({ task, started }) => task !== null && started !== null && tasks.includes(task));
    if (begun.length === 0) return [];
    const left = Math.min(...begun.map(({ started }) => started ?? now));
    const right = Math.max(...begun.map(({ finished }) => finished ?? now));
    const width = Math.max(2, x(right) - x(left));
    const shade = `<rect x="${round(x(left))}" y="${TOP - 4}" width="${round(width)}" height="${height - TOP}" fill="currentColor" opacity="0.06"/>`;
    return [`${shade}<text x="${round(x(left))}" y="16" fill="currentColor">${escaped(words.wave(n + 1))}</text>`];
  });
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
