import type { Awaits, RunHistory } from '../../ports/run.js';
import { type Language, messages } from '../../text/lang/index.js';
import { type RunWords, runWords } from '../../text/lang/run/index.js';
import { cut } from '../line.js';
import { argumentOf, between, many, nameOf, readOf, stamp, usd } from './describe.js';
import { type RunView, type Seen, viewOf } from './document.js';
import { type Talk, talksOf } from './talk.js';

/** A run, with everything that a view of it is told from. */
export interface Shown {
  readonly view: RunView;
  readonly talks: readonly Talk[];
  readonly lang: Language;
  readonly say: RunWords;
  /** The run's status in words. */
  readonly status: string;
  /** Drawings of the run's workflow, as SVG of crew's own making. Only the page shows them. */
  readonly pictures: readonly Picture[];
}

interface Picture {
  readonly title: string;
  readonly svg: string;
}

interface Given extends Seen {
  readonly lang: Language;
  readonly pictures?: readonly Picture[];
}

/** A run with its journal, as it stands now. */
export function shownOf(history: RunHistory, { lang, pictures = [], ...seen }: Given): Shown {
  const view = viewOf(history, seen);
  const status = messages(lang).statusWord(view.status);
  return { view, talks: talksOf(history.steps), lang, say: runWords(lang), status, pictures };
}

/** What it cost, in a line: dollars and the limit, what was expected, tokens. Nothing for a run that asks no model. */
export function costLine({ view: { budget, roles, tokens }, say }: Shown): string {
  const { limitUsd, spentUsd, estimateUsd } = budget;
  if (limitUsd === 0 && roles.length === 0) return '';
  const [low, high] = estimateUsd;
  const limit = limitUsd > 0 ? usd(limitUsd) : undefined;
  const { all, hit } = readOf(tokens);
  return [
    say.spent({ usd: usd(spentUsd), limit }),
    ...(high > 0 ? [say.estimated({ low: usd(low), high: usd(high) })] : []),
    ...(all + tokens.out > 0 ? [say.tokens({ all: many(all), hit, out: many(tokens.out) })] : []),
  ].join(' · ');
}

/** What it was to do, without the words that say which workflow does it. */
export function subjectOf({ asked, workflow }: RunView): string {
  const text = asked.replace(/^\/?crew\s+/, '');
  return text === workflow || text.startsWith(`${workflow} `) ? text.slice(workflow.length).trim() : text;
}

/** When it was, and how long if it is over. */
export function timeLine({ view: { startedAt, endedAt }, say }: Shown): string {
  const from = stamp(startedAt);
  return endedAt === undefined ? say.since(from) : say.lasted({ from, took: say.took(between(startedAt, endedAt)) });
}

/** What a step is about, beside its name: of a call its tool, and its file or command. */
export function aboutSteps(talks: readonly Talk[]): (name: string) => string {
  const calls = new Map<string, string>();
  for (const { who, number, parts } of talks.flatMap(({ turns }) => turns))
    for (const [n, { tool, input }] of parts.filter((part) => part.kind === 'call').entries())
      calls.set(`${who} call ${number}.${n + 1}`, `${cut(tool, 40)} ${argumentOf(input)}`.trim());
  return (name) => calls.get(name.replace(/ answered$/, '')) ?? '';
}

/** Everything that ran unasked within the walls, in order: each with who did it. */
export function unaskedIn(talks: readonly Talk[]): readonly { readonly who: string; readonly text: string }[] {
  const names = talks.map((talk) => talk.who);
  const turns = talks.flatMap((talk) => talk.turns);
  return turns.flatMap(({ who, parts }) =>
    parts.flatMap((part) =>
      part.kind === 'call' && part.deed.is === 'done'
        ? part.deed.unasked.map((text) => ({ who: nameOf(who, names), text }))
        : [],
    ),
  );
}

/** The commands that answer what is waited for: in the thread, where there is one and somebody reads there, else at a terminal. */
export function repliesOf({ run, awaits }: RunView, where: 'thread' | 'terminal'): readonly string[] {
  const ends = awaits?.lifts === false ? REPLIES.storage(awaits.id) : awaits ? REPLIES[awaits.kind](awaits.id) : [];
  return ends.map((end) => (where === 'thread' ? `/crew ${end}` : `crew ${end} --run ${run}`));
}

const REPLIES: Readonly<Record<Awaits['kind'], (id: string) => readonly string[]>> = {
  question: (id) => [`answer ${id} …`],
  selection: () => ['select A'],
  approval: (id) => [`approve ${id}`, `reject ${id}`],
  pause: (id) => [`approve ${id}`, `reject ${id}`],
  budget: () => ['continue +2', 'cancel'],
  storage: () => ['continue', 'cancel'],
};

/** The lines that a diff adds and removes; its heads are none. */
export function changesIn(diff: string): { readonly added: number; readonly removed: number } {
  const count = (pattern: RegExp) => diff.match(pattern)?.length ?? 0;
  return { added: count(/^\+(?!\+\+ )/gm), removed: count(/^-(?!-- )/gm) };
}

/** What a run said at its end. */
export const saidBy = ({ says = '' }: RunView): string => says;
