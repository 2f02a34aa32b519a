// Phase 4 as data: whether it runs and in which mode, the schemas of its agents' answers, and what the work passes to `publish`. Pure. Used by
// `build`, ../phase-four.ts, ../conclude.ts and ../work.ts.
import * as z from 'zod';
import { CLUSTERS, SIGNAL_KINDS, type SignalSource } from '../../../memory/preferences/state.js';
import { items } from './list.js';
import { improvement, knowledge, skill } from './proposals.js';

const text = (most: number) => z.string().min(1).max(most);

/** A signal as an agent claims it (ClaimedSignal). */
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

/** What phase 4 found. */
const learned = z.strictObject({
  mode: z.enum(['full', 'light', 'flush', 'none']),
  status: z.enum(['success', 'failure']),
  items,
  signals,
  /** The Secretary's text about the proposals. */
  formatted: z.string().max(60_000).optional(),
});
export type Learned = z.output<typeof learned>;

/** For a run without phase 4. */
export const NOTHING_LEARNED: Learned = { mode: 'none', status: 'success', items: [], signals: [] };

/** The part of a run's result about learning; null if there is none. */
export function learnedIn(result: unknown): Learned | null {
  const { learned: found } = (typeof result === 'object' && result !== null ? result : {}) as { learned?: unknown };
  const read = learned.safeParse(found);
  return read.success ? read.data : null;
}

/** The text of messages.md: each text by a person with write access, under its id. */
export function messagesText(sources: readonly SignalSource[]): string {
  const writtenByMembers = sources.filter(({ mayWrite }) => mayWrite);
  if (writtenByMembers.length === 0) return '(no messages)\n';
  return `${writtenByMembers.map(({ id, author, time, text: words }) => `## ${id}\n\n@${author}, ${time}\n\n${quotedLines(words)}`).join('\n\n')}\n`;
}

const quotedLines = (words: string): string =>
  words
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n');

/** The Secretary's request says this limit as MAX_OUTPUT_LINES. */
const MAX_LINES = 100;

const normalized = (text: string): string => text.replace(/[>\s]+/g, ' ').trim();

/** The body of the Secretary's response; null if it is too long or does not contain all evidence word for word. */
export function formattedIn(response: string, evidence: readonly string[]): string | null {
  const body = response.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---\r?\n?/, '').trim();
  if (body === '' || body.split(/\r?\n/).length > MAX_LINES) return null;
  const text = normalized(body);
  return evidence.every((each) => text.includes(normalized(each))) ? body : null;
}

/** What decides the mode of phase 4: the front matter of report_summary.md, and the number of failed tasks. */
export interface ReportedStatus {
  readonly status?: string | undefined;
  readonly quality?: string | undefined;
  readonly completeness?: number | undefined;
  readonly failedTasks: number;
}

/** The configuration of phase 4. */
export interface ModeSettings {
  /** `retrospect.enabled` of the configuration. */
  readonly isEnabled: boolean;
  /** `lp_system.enabled` and `lp_system.collect_signals`. */
  readonly collectsSignals: boolean;
  /** Whether a person asked for the review with `/crew retrospect`. */
  readonly isForced?: boolean | undefined;
}

export type Mode =
  /** Reviews failures and successes. */
  | 'full'
  /** Reviews successes only. */
  | 'light'
  /** No review: only signals about preferences are collected. */
  | 'flush'
  | 'none';

/** The mode of phase 4. A front matter without a status counts as a failure, because the success of the build is unknown. */
export function modeOf(ended: ReportedStatus, { isEnabled, collectsSignals, isForced = false }: ModeSettings): Mode {
  if (isForced) return 'full';
  if (!isEnabled) return collectsSignals ? 'flush' : 'none';
  return hasProblems(ended) ? 'full' : 'light';
}

/** Whether the run reported a problem, so that its failures are reviewed too. */
function hasProblems({ status = 'failure', quality, completeness = 0, failedTasks }: ReportedStatus): boolean {
  if (status === 'failure' || status === 'partial') return true;
  if (quality === 'RED') return true;
  if (quality === 'YELLOW' && completeness < 80) return true;
  return failedTasks >= 1;
}

/** Reads the front matter of report_summary.md. */
export function reportedStatus(front: Readonly<Record<string, unknown>> | null): ReportedStatus {
  const { status, quality, completeness, failed_tasks: failed } = front ?? {};
  return {
    ...(typeof status === 'string' ? { status } : {}),
    ...(typeof quality === 'string' ? { quality: quality.toUpperCase() } : {}),
    ...(typeof completeness === 'number' ? { completeness } : {}),
    failedTasks: Array.isArray(failed) ? failed.length : 0,
  };
}
