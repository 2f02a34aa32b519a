// Phase 4 as data: whether it runs and in which mode, the schemas of its agents' answers, and what the work passes to `publish`. Pure.
import * as z from 'zod';
import { CLUSTERS, SIGNAL_KINDS, type SignalSource } from '../../../memory/preferences/state.js';
import { items } from './list.js';
import { improvement, knowledge, skill } from './proposals.js';

const text = (most: number) => z.string().min(1).max(most);

const claimed = z.strictObject({
  kind: z.enum(SIGNAL_KINDS),
  cluster: z.enum(CLUSTERS),
  topic: z.string().regex(/^[a-z0-9][a-z0-9_]{1,59}$/),
  statement: text(300),
  action: text(300).optional(),
  scope: text(300).optional(),
  quote: text(1000),
  source: text(200),
});

const signals = z.array(claimed).max(50);

/** The answer of the retrospector. */
export const retrospectorAnswer = z.strictObject({
  failures: z.string().max(10_000),
  successes: z.string().max(10_000),
  improvements: z.array(improvement).max(10),
  skills: z.array(skill).max(10),
  knowledge: z.array(knowledge).max(20),
  signals,
});
export type RetrospectorAnswer = z.output<typeof retrospectorAnswer>;

/** The answer of LP flush. */
export const flushAnswer = z.strictObject({ signals });

const learned = z.strictObject({
  mode: z.enum(['full', 'light', 'flush', 'none']),
  status: z.enum(['success', 'failure']),
  items,
  signals,
  /** The Secretary's text about the proposals. */
  formatted: z.string().max(60_000).optional(),
});
export type Learned = z.output<typeof learned>;

export const NOTHING_LEARNED: Learned = { mode: 'none', status: 'success', items: [], signals: [] };

/** The part of a run's result about learning; null if there is none. */
export function learnedIn(result: unknown): Learned | null {
  const { learned: found } = (typeof result === 'object' && result !== null ? result : {}) as { learned?: unknown };
  const read = learned.safeParse(found);
  return read.success ? read.data : null;
}

/** The text of messages.md: each text by a person with write access, under its id. */
export function messagesText(sources: readonly SignalSource[]): string {
  const counted = sources.filter(({ mayWrite }) => mayWrite);
  if (counted.length === 0) return '(no messages)\n';
  return `${counted.map(({ id, author, time, text: words }) => `## ${id}\n\n@${author}, ${time}\n\n${quotedLines(words)}`).join('\n\n')}\n`;
}

const quotedLines = (words: string): string =>
  words
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n');

/** `MAX_OUTPUT_LINES` */
const MAX_LINES = 100;

const folded = (text: string): string => text.replace(/[>\s]+/g, ' ').trim();

/** The body of the Secretary's response; null if it is too long or does not contain all evidence word for word. */
export function formattedIn(response: string, evidence: readonly string[]): string | null {
  const body = response.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---\r?\n?/, '').trim();
  if (body === '' || body.split(/\r?\n/).length > MAX_LINES) return null;
  const text = folded(body);
  return evidence.every((each) => text.includes(folded(each))) ? body : null;
}

export interface RunEnding {
  readonly status?: string | undefined;
  readonly quality?: string | undefined;
  readonly completeness?: number | undefined;
  readonly failedTasks: number;
}

export interface ModeSettings {
  readonly retrospect: boolean;
  /** `lp_system.enabled` and `lp_system.collect_signals`. */
  readonly collects: boolean;
  /** `/crew retrospect`. */
  readonly forced?: boolean | undefined;
}

export type Mode =
  /** Failures and successes. */
  | 'full'
  /** Successes only. */
  | 'light'
  /** Phase 4 is skipped: only signals about preferences are collected. */
  | 'flush'
  | 'none';

/** The mode of phase 4. A front matter without a status counts as a failure, because the success of the build is unknown. */
export function modeOf(ended: RunEnding, { retrospect, collects, forced = false }: ModeSettings): Mode {
  if (forced) return 'full';
  if (!retrospect) return collects ? 'flush' : 'none';
  return isTroubled(ended) ? 'full' : 'light';
}

function isTroubled({ status = 'failure', quality, completeness = 0, failedTasks }: RunEnding): boolean {
  if (status === 'failure' || status === 'partial') return true;
  if (quality === 'RED') return true;
  if (quality === 'YELLOW' && completeness < 80) return true;
  return failedTasks >= 1;
}

/** The front matter of report_summary.md, as far as it decides the mode. */
export function endingOf(front: Readonly<Record<string, unknown>> | null): RunEnding {
  const { status, quality, completeness, failed_tasks: failed } = front ?? {};
  return {
    ...(typeof status === 'string' ? { status } : {}),
    ...(typeof quality === 'string' ? { quality: quality.toUpperCase() } : {}),
    ...(typeof completeness === 'number' ? { completeness } : {}),
    failedTasks: Array.isArray(failed) ? failed.length : 0,
  };
}
