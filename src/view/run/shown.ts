// What the views of a run show. `shownOf` reads the journal once; every view is a pure function of its result, in two languages.
import type { Awaits, RunHistory } from '../../ports/run.js';
import { truncate } from '../../text/clean-output.js';
import { type Language, messages } from '../../text/lang/index.js';
import { type RunWords, runWords } from '../../text/lang/run/index.js';
import { argumentOf, between, inputTokensOf, many, nameOf, stamp, usd } from './describe.js';
import { type RunView, type ViewOptions, viewOf } from './document.js';
import { type Transcript, transcriptsOf } from './transcripts.js';

/** A run with everything that its views need. */
export interface Shown {
  readonly view: RunView;
  readonly talks: readonly Transcript[];
  readonly lang: Language;
  readonly say: RunWords;
  /** The run's status in words. */
  readonly status: string;
  /** crew's drawings of the run's workflow, as SVG. Only the page shows them. */
  readonly pictures: readonly Picture[];
}

interface Picture {
  readonly title: string;
  readonly svg: string;
}

interface Given extends ViewOptions {
  readonly lang: Language;
  readonly pictures?: readonly Picture[];
}

/** Reads a run and its journal for the views. */
export function shownOf(history: RunHistory, { lang, pictures = [], ...seen }: Given): Shown {
  const view = viewOf(history, seen);
  const status = messages(lang).statusWord(view.status);
  return { view, talks: transcriptsOf(history.steps), lang, say: runWords(lang), status, pictures };
}

/** The cost in a line: dollars, limit, estimate and tokens. Empty for a run without model calls. */
export function costLine({ view: { budget, roles, tokens }, say }: Shown): string {
  const { limitUsd, spentUsd, estimateUsd } = budget;
  if (limitUsd === 0 && roles.length === 0) return '';
  const [low, high] = estimateUsd;
  const limit = limitUsd > 0 ? usd(limitUsd) : undefined;
  const { total, cachedPercent } = inputTokensOf(tokens);
  return [
    say.spent({ usd: usd(spentUsd), limit }),
    ...(high > 0 ? [say.estimated({ low: usd(low), high: usd(high) })] : []),
    ...(total + tokens.out > 0 ? [say.tokens({ input: many(total), cachedPercent, out: many(tokens.out) })] : []),
  ].join(' · ');
}

/** The request without the name of its workflow. */
export function subjectOf({ asked, workflow }: RunView): string {
  const text = asked.replace(/^\/?crew\s+/, '');
  return text === workflow || text.startsWith(`${workflow} `) ? text.slice(workflow.length).trim() : text;
}

/** When it started, and its duration if it has ended. */
export function timeLine({ view: { startedAt, endedAt }, say }: Shown): string {
  const from = stamp(startedAt);
  return endedAt === undefined ? say.since(from) : say.lasted({ from, took: say.took(between(startedAt, endedAt)) });
}

/** The subject of a step: for a call, its tool with the file or command. */
export function aboutSteps(talks: readonly Transcript[]): (name: string) => string {
  const calls = new Map<string, string>();
  for (const { who, number, parts } of talks.flatMap(({ turns }) => turns))
    for (const [n, { tool, input }] of parts.filter((part) => part.kind === 'call').entries())
      calls.set(`${who} call ${number}.${n + 1}`, `${truncate(tool, 40)} ${argumentOf(input)}`.trim());
  return (name) => calls.get(name.replace(/ answered$/, '')) ?? '';
}

/** All calls that ran without approval because of the sandbox, in order, each with its agent. */
export function unaskedIn(talks: readonly Transcript[]): readonly { readonly who: string; readonly text: string }[] {
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

/** The commands that answer the question: in the thread if it has one and is read there, else at a terminal. */
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

/** The numbers of added and removed lines of a diff, without its headers. */
export function changesIn(diff: string): { readonly added: number; readonly removed: number } {
  const count = (pattern: RegExp) => diff.match(pattern)?.length ?? 0;
  return { added: count(/^\+(?!\+\+ )/gm), removed: count(/^-(?!-- )/gm) };
}

/** The outcome of a run. */
export const saidBy = ({ says = '' }: RunView): string => says;
