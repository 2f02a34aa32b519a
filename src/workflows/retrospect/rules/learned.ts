// What the work of a run hands over about learning. It crosses from `work` to `publish`, where it is read by this schema and signals
// are checked again. Pure.
import * as z from 'zod';
import { CLUSTERS, SIGNAL_KINDS, type SignalSource } from '../../../memory/preferences/state.js';
import { items } from './list.js';
import { improvement, knowledge, skill } from './proposals.js';

const text = (most: number) => z.string().min(1).max(most);

export const claimed = z.strictObject({
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

export const learned = z.strictObject({
  mode: z.enum(['full', 'light', 'flush', 'none']),
  status: z.enum(['success', 'failure']),
  items,
  signals,
  /** The Secretary's text about the proposals. */
  formatted: z.string().max(60_000).optional(),
});
export type Learned = z.output<typeof learned>;

export const NOTHING_LEARNED: Learned = { mode: 'none', status: 'success', items: [], signals: [] };

/** The part of a run's result about learning; null where there is none. */
export function learnedIn(result: unknown): Learned | null {
  const { learned: found } = (typeof result === 'object' && result !== null ? result : {}) as { learned?: unknown };
  const read = learned.safeParse(found);
  return read.success ? read.data : null;
}

/** messages.md: what people with write access said, each under its id. */
export function messagesText(sources: readonly SignalSource[]): string {
  const said = sources.filter(({ mayWrite }) => mayWrite);
  if (said.length === 0) return '(no messages)\n';
  return `${said.map(({ id, author, time, text: words }) => `## ${id}\n\n@${author}, ${time}\n\n${quotedLines(words)}`).join('\n\n')}\n`;
}

const quotedLines = (words: string): string =>
  words
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n');
