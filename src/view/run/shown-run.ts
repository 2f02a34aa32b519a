// A run prepared for its views, and the lines that several views have: cost, time, request, replies. `showRun` reads the record and the journal;
// the comment, the page and the terminal output are pure functions of its result. Called by src/app/pages.ts, `crew show` and
// src/action/publish.ts.
import type { Awaits, RunHistory } from '../../ports/run.js';
import { truncate } from '../../text/clean-output.js';
import { type Language, messages } from '../../text/lang/index.js';
import { endedState } from '../../text/lang/outcome-words.js';
import { type RunWords, runWords } from '../../text/lang/run/index.js';
import { dollarRange } from '../../text/values.js';
import { agentName, durationMs, inputSummary, inputTokensOf, preciseUsd, shortCount, utcMinute } from './describe.js';
import { type RunView, runView, type ViewOptions } from './document.js';
import { type Transcript, transcriptsOf } from './transcripts.js';

/** A run with everything that its views need. */
export interface ShownRun {
  readonly view: RunView;
  readonly transcripts: readonly Transcript[];
  readonly lang: Language;
  readonly words: RunWords;
  /** The run's status in words. */
  readonly status: string;
  /** crew's drawings of the run's workflow, as SVG. Only the page shows them. */
  readonly pictures: readonly Picture[];
}

interface Picture {
  readonly title: string;
  readonly svg: string;
}

interface ShowOptions extends ViewOptions {
  readonly lang: Language;
  readonly pictures?: readonly Picture[];
}

/** Reads a run and its journal for the views. */
export function showRun(history: RunHistory, { lang, pictures = [], ...seen }: ShowOptions): ShownRun {
  const view = runView(history, seen);
  const { end } = history.record;
  const status = messages(lang).statusWord(end ? endedState(view.status, end) : view.status);
  return { view, transcripts: transcriptsOf(history.steps), lang, words: runWords(lang), status, pictures };
}

/** The cost in a line: dollars, limit, estimate and tokens. Empty for a run without model calls. */
export function costLine({ view: { budget, roles, tokens }, words }: ShownRun): string {
  const { limitUsd, spentUsd, estimateUsd } = budget;
  if (limitUsd === 0 && roles.length === 0) return '';
  const [low, high] = dollarRange(...estimateUsd);
  const limit = limitUsd > 0 ? preciseUsd(limitUsd) : undefined;
  const { total, cachedPercent } = inputTokensOf(tokens);
  return [
    words.spent({ usd: preciseUsd(spentUsd), limit }),
    ...(estimateUsd[1] > 0 ? [words.estimated({ low, high })] : []),
    ...(total + tokens.out > 0
      ? [words.tokens({ input: shortCount(total), cachedPercent, out: shortCount(tokens.out) })]
      : []),
  ].join(' · ');
}

/** The text of the request without `/crew` and the name of the workflow. */
export function requestText({ asked, workflow }: RunView): string {
  const text = asked.replace(/^\/?crew\s+/, '');
  return text === workflow || text.startsWith(`${workflow} `) ? text.slice(workflow.length).trim() : text;
}

/** When it started, and its duration if it has ended. */
export function timeLine({ view: { startedAt, endedAt }, words }: ShownRun): string {
  const from = utcMinute(startedAt);
  return endedAt === undefined
    ? words.since(from)
    : words.lasted({ from, took: words.took(durationMs(startedAt, endedAt)) });
}

/** Describes a step by its name: for a call, the tool with the file or command; '' for other steps. */
export function callSummaries(transcripts: readonly Transcript[]): (name: string) => string {
  const calls = new Map<string, string>();
  for (const { who, number, parts } of transcripts.flatMap(({ turns }) => turns))
    for (const [n, { tool, input }] of parts.filter((part) => part.kind === 'call').entries())
      calls.set(`${who} call ${number}.${n + 1}`, `${truncate(tool, 40)} ${inputSummary(input)}`.trim());
  return (name) => calls.get(name.replace(/ answered$/, '')) ?? '';
}

/** The calls that ran without approval, because the sandbox makes it unnecessary, in order, each with its agent. */
export function callsWithoutApproval(
  transcripts: readonly Transcript[],
): readonly { readonly who: string; readonly text: string }[] {
  const names = transcripts.map((talk) => talk.who);
  const turns = transcripts.flatMap((talk) => talk.turns);
  return turns.flatMap(({ who, parts }) =>
    parts.flatMap((part) =>
      part.kind === 'call' && part.deed.is === 'done'
        ? part.deed.unasked.map((text) => ({ who: agentName(who, names), text }))
        : [],
    ),
  );
}

/** The commands that answer the question of a run, written for a comment or for a terminal. */
export function replyCommands({ run, awaits }: RunView, where: 'thread' | 'terminal'): readonly string[] {
  if (!awaits) return [];
  // A guard's pause that cannot be approved offers the same replies as a decision about storage.
  const kind = awaits.lifts === false ? 'storage' : awaits.kind;
  return REPLIES[kind](awaits.id).map((reply) =>
    where === 'thread' ? `/crew ${reply}` : `crew ${reply} --run ${run}`,
  );
}

/** The replies by the kind of question. */
const REPLIES: Readonly<Record<Awaits['kind'], (id: string) => readonly string[]>> = {
  question: (id) => [`answer ${id} …`],
  selection: () => ['select A'],
  approval: (id) => [`approve ${id}`, `reject ${id}`],
  pause: (id) => [`approve ${id}`, `reject ${id}`],
  budget: () => ['continue +2', 'cancel'],
  storage: () => ['continue', 'cancel'],
};

/** The numbers of added and removed lines of a diff, without its headers. */
export function countChangedLines(diff: string): { readonly added: number; readonly removed: number } {
  const count = (pattern: RegExp) => diff.match(pattern)?.length ?? 0;
  return { added: count(/^\+(?!\+\+ )/gm), removed: count(/^-(?!-- )/gm) };
}

/** The outcome of a run as Markdown; '' while it has none. */
export const outcomeText = ({ says = '' }: RunView): string => says;
