// The terminal output while a run works on the command line (src/cli/run.ts): `progressLines` turns each progress event into lines,
// `watcher` logs them.
import type { Progress, Show } from '../../../ports/progress.js';
import { readServiceError } from '../../../text/lang/agent/service.js';
import type { Language } from '../../../text/lang/index.js';
import { type RunWords, runWords } from '../../../text/lang/run/index.js';
import type { Paint } from '../../terminal.js';
import { agentName, inputSummary, inputTokensOf, plainLine, preciseUsd, shortCount } from '../describe.js';

const MAX_WIDTH = 100;
/** Of a turn's text, so many characters at the end are kept. */
const MAX_TEXT_LENGTH = 4000;

interface OpenCall {
  readonly who: string;
  readonly tool: string;
  readonly argument: string;
}

/** What earlier events said. The records are keyed by the agent's name. */
export interface WatchState {
  /** The text of the current turn by agent. It is dropped if the turn fails. */
  readonly texts: Readonly<Record<string, string>>;
  /** The summaries of the model's thinking in the current turn. They are shown if the turn has no text. */
  readonly thoughts: Readonly<Record<string, string>>;
  /** The current turn of each agent. */
  readonly turns: Readonly<Record<string, number>>;
  readonly openCalls: readonly OpenCall[];
  /** The part of the workflow that was announced last. */
  readonly part?: string | undefined;
}

const INITIAL: WatchState = { texts: {}, thoughts: {}, turns: {}, openCalls: [] };

/** How lines are written: colours, and texts in the reader's language. */
interface LineStyle {
  readonly paint: Paint;
  readonly words: RunWords;
}

/** The lines for an event, and the next state. */
export function progressLines(
  before: WatchState,
  progress: Progress,
  how: LineStyle,
): { readonly lines: readonly string[]; readonly after: WatchState } {
  const { paint, words } = how;
  switch (progress.kind) {
    case 'part':
      return {
        lines: [paint.strong(`▸ ${plainLine(words.part(progress.name), MAX_WIDTH)}`)],
        after: { ...before, part: progress.name },
      };
    case 'turn began': {
      const { who, turn } = progress;
      const turns = { ...before.turns, [who]: turn };
      return {
        lines: [],
        after: { ...before, turns, texts: { ...before.texts, [who]: '' }, thoughts: { ...before.thoughts, [who]: '' } },
      };
    }
    case 'text': {
      const { who, text } = progress;
      const texts = `${before.texts[who] ?? ''}${text}`.slice(-MAX_TEXT_LENGTH);
      return { lines: [], after: { ...before, texts: { ...before.texts, [who]: texts } } };
    }
    case 'thinking': {
      const { who, text } = progress;
      const thoughts = `${before.thoughts[who] ?? ''}${text}`.slice(-MAX_TEXT_LENGTH);
      return { lines: [], after: { ...before, thoughts: { ...before.thoughts, [who]: thoughts } } };
    }
    case 'turn lost': {
      const { who } = progress;
      const line = `  ${paint.bad('✗')} ${plainLine(failedCallLine(progress, before, words), MAX_WIDTH)}`;
      return { lines: [line], after: { ...before, texts: { ...before.texts, [who]: '' } } };
    }
    case 'spent': {
      const { who } = progress;
      const lines = [
        meterLine(progress, before, how),
        ...lastParagraphLine(before.texts[who] || before.thoughts[who] || '', paint),
      ];
      return { lines, after: { ...before, texts: { ...before.texts, [who]: '' } } };
    }
    case 'call began': {
      const { who, tool, input } = progress;
      const argument = inputSummary(input);
      const line = `    ${paint.faint('→')} ${plainLine(`${tool} ${argument}`, MAX_WIDTH)}`;
      return { lines: [line], after: { ...before, openCalls: [...before.openCalls, { who, tool, argument }] } };
    }
    case 'call ended':
      return callEnded(before, progress, how);
    case 'check began':
      return { lines: [`    ${paint.faint('→')} ${checkOf(progress)}`], after: before };
    case 'check ended': {
      const { name, status, ms } = progress;
      if (before.part === 'reproduction' && (status === 'PASS' || status === 'FAIL')) {
        const fails = status === 'FAIL';
        const text = words.reproduced({ step: name, fails });
        const mark = markOf(fails ? 'PASS' : 'FAIL', paint);
        return { lines: [`    ${mark} ${plainLine(text, MAX_WIDTH)} ${tookOf(ms, how)}`], after: before };
      }
      return {
        lines: [`    ${markOf(status, paint)} ${plainLine(name, MAX_WIDTH)} ${tookOf(ms, how)}`],
        after: before,
      };
    }
  }
}

/** Logs the lines of each event. */
export function watcher({
  paint,
  lang,
  log,
}: {
  readonly paint: Paint;
  readonly lang: Language;
  readonly log: (line: string) => void;
}): Show {
  const how = { paint, words: runWords(lang) };
  let watched = INITIAL;
  return (progress) => {
    const { lines, after } = progressLines(watched, progress, how);
    watched = after;
    for (const line of lines) log(line);
  };
}

type ProgressOf<K extends Progress['kind']> = Extract<Progress, { kind: K }>;

/** The line of a failed model call. The time of the retry comes before the service's message, which can be long. */
function failedCallLine(
  { who, turn, why, againInMs }: ProgressOf<'turn lost'>,
  { turns }: WatchState,
  words: RunWords,
): string {
  const again = againInMs === undefined ? [] : [words.again(words.took(againInMs))];
  return [agentName(who, Object.keys(turns), words), words.turn(turn), ...again, readServiceError(why).message].join(
    ' · ',
  );
}

function meterLine(
  { who, usage, totalUsd, leftUsd }: ProgressOf<'spent'>,
  { turns }: WatchState,
  { paint, words }: LineStyle,
): string {
  const { total, cachedPercent } = inputTokensOf(usage);
  const turn = turns[who];
  const spent = words.left({ usd: preciseUsd(totalUsd), left: preciseUsd(leftUsd) });
  const tokens = words.tokens({ input: shortCount(total), cachedPercent, out: shortCount(usage.out) });
  const head = [
    plainLine(agentName(who, Object.keys(turns), words), MAX_WIDTH),
    ...(turn === undefined ? [] : [words.turn(turn)]),
  ].join(' · ');
  return `  ${paint.accent(head)} ${paint.faint(`· ${spent} · ${tokens}`)}`;
}

/** A line with the last paragraph of a text, in which an agent usually says what it does next. Empty without text. */
function lastParagraphLine(text: string, paint: Paint): readonly string[] {
  const paragraph =
    text
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  const line = plainLine(paragraph, MAX_WIDTH);
  return line === '' ? [] : [`    ${paint.faint('│')} ${line}`];
}

const checkOf = ({ name, command }: ProgressOf<'check began'>): string => plainLine(`${name}: ${command}`, MAX_WIDTH);

const tookOf = (ms: number, { paint, words }: LineStyle): string => paint.faint(words.took(ms));

function markOf(status: string, paint: Paint): string {
  if (status === 'PASS') return paint.good('✓');
  return status === 'FAIL' ? paint.bad('✗') : paint.accent('!');
}

function callEnded(
  before: WatchState,
  { who, tool, failed, ms }: ProgressOf<'call ended'>,
  how: LineStyle,
): { lines: readonly string[]; after: WatchState } {
  const { paint } = how;
  const candidates = before.openCalls.filter((each) => each.who === who && each.tool === tool);
  const [first] = candidates;
  // The event does not say which of several open calls of the same tool ended.
  const argument = candidates.length === 1 ? (first?.argument ?? '') : '';
  const line = `    ${failed ? paint.bad('✗') : paint.good('✓')} ${plainLine(`${tool} ${argument}`, MAX_WIDTH)} ${tookOf(ms, how)}`;
  return { lines: [line], after: { ...before, openCalls: before.openCalls.filter((each) => each !== first) } };
}
