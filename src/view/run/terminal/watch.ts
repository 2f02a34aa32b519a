// The terminal output while crew works: a reducer from progress events to lines. Pure, except `watcher`.
import type { Progress, Show } from '../../../ports/progress.js';
import { readServiceError } from '../../../text/lang/agent/service.js';
import type { Language } from '../../../text/lang/index.js';
import { type RunWords, runWords } from '../../../text/lang/run/index.js';
import type { Paint } from '../../terminal.js';
import { argumentOf, inputTokensOf, many, nameOf, plain, usd } from '../describe.js';

const MAX_WIDTH = 100;
/** The number of characters that are kept from the end of a turn's text. */
const MAX_TEXT_LENGTH = 4000;

interface OpenCall {
  readonly who: string;
  readonly tool: string;
  readonly argument: string;
}

/** The state from earlier events. */
export interface Watched {
  /** The text of the current turn by agent. It is dropped if the turn fails. */
  readonly words: Readonly<Record<string, string>>;
  /** The thinking summaries of that turn, shown if the turn has no text. */
  readonly thoughts: Readonly<Record<string, string>>;
  /** The current turn of each agent. */
  readonly turns: Readonly<Record<string, number>>;
  readonly open: readonly OpenCall[];
}

const INITIAL: Watched = { words: {}, thoughts: {}, turns: {}, open: [] };

interface How {
  readonly paint: Paint;
  readonly say: RunWords;
}

/** The lines for an event, and the next state. */
export function progressLines(
  before: Watched,
  progress: Progress,
  how: How,
): { readonly lines: readonly string[]; readonly after: Watched } {
  const { paint, say } = how;
  switch (progress.kind) {
    case 'part':
      return { lines: [paint.strong(`▸ ${plain(say.part(progress.name), MAX_WIDTH)}`)], after: before };
    case 'turn began': {
      const { who, turn } = progress;
      const turns = { ...before.turns, [who]: turn };
      return {
        lines: [],
        after: { ...before, turns, words: { ...before.words, [who]: '' }, thoughts: { ...before.thoughts, [who]: '' } },
      };
    }
    case 'text': {
      const { who, text } = progress;
      const words = `${before.words[who] ?? ''}${text}`.slice(-MAX_TEXT_LENGTH);
      return { lines: [], after: { ...before, words: { ...before.words, [who]: words } } };
    }
    case 'thinking': {
      const { who, text } = progress;
      const thoughts = `${before.thoughts[who] ?? ''}${text}`.slice(-MAX_TEXT_LENGTH);
      return { lines: [], after: { ...before, thoughts: { ...before.thoughts, [who]: thoughts } } };
    }
    case 'turn lost': {
      const { who } = progress;
      const line = `  ${paint.bad('✗')} ${plain(lostLine(progress, before, say), MAX_WIDTH)}`;
      return { lines: [line], after: { ...before, words: { ...before.words, [who]: '' } } };
    }
    case 'spent': {
      const { who } = progress;
      const lines = [
        meterLine(progress, before, how),
        ...wordLine(before.words[who] || before.thoughts[who] || '', paint),
      ];
      return { lines, after: { ...before, words: { ...before.words, [who]: '' } } };
    }
    case 'call began': {
      const { who, tool, input } = progress;
      const argument = argumentOf(input);
      const line = `    ${paint.faint('→')} ${plain(`${tool} ${argument}`, MAX_WIDTH)}`;
      return { lines: [line], after: { ...before, open: [...before.open, { who, tool, argument }] } };
    }
    case 'call ended':
      return callEnded(before, progress, how);
    case 'check began':
      return { lines: [`    ${paint.faint('→')} ${checkOf(progress)}`], after: before };
    case 'check ended': {
      const { name, status, ms } = progress;
      return { lines: [`    ${markOf(status, paint)} ${plain(name, MAX_WIDTH)} ${tookOf(ms, how)}`], after: before };
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
  const how = { paint, say: runWords(lang) };
  let watched = INITIAL;
  return (progress) => {
    const { lines, after } = progressLines(watched, progress, how);
    watched = after;
    for (const line of lines) log(line);
  };
}

type Of<K extends Progress['kind']> = Extract<Progress, { kind: K }>;

/** The line of a failed model call. The time of the retry comes before the service's message, which can be long. */
function lostLine({ who, turn, why, againInMs }: Of<'turn lost'>, { turns }: Watched, say: RunWords): string {
  const again = againInMs === undefined ? [] : [say.again(say.took(againInMs))];
  return [nameOf(who, Object.keys(turns)), say.turn(turn), ...again, readServiceError(why).words].join(' · ');
}

function meterLine({ who, usage, totalUsd, leftUsd }: Of<'spent'>, { turns }: Watched, { paint, say }: How): string {
  const { total, cachedPercent } = inputTokensOf(usage);
  const turn = turns[who];
  const spent = say.left({ usd: usd(totalUsd), left: usd(leftUsd) });
  const tokens = say.tokens({ input: many(total), cachedPercent, out: many(usage.out) });
  const head = [
    plain(nameOf(who, Object.keys(turns)), MAX_WIDTH),
    ...(turn === undefined ? [] : [say.turn(turn)]),
  ].join(' · ');
  return `  ${paint.accent(head)} ${paint.faint(`· ${spent} · ${tokens}`)}`;
}

/** The last paragraph of a text, which says what the agent does next. */
function wordLine(words: string, paint: Paint): readonly string[] {
  const paragraph =
    words
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  const line = plain(paragraph, MAX_WIDTH);
  return line === '' ? [] : [`    ${paint.faint('│')} ${line}`];
}

const checkOf = ({ name, command }: Of<'check began'>): string => plain(`${name}: ${command}`, MAX_WIDTH);

const tookOf = (ms: number, { paint, say }: How): string => paint.faint(say.took(ms));

function markOf(status: string, paint: Paint): string {
  if (status === 'PASS') return paint.good('✓');
  return status === 'FAIL' ? paint.bad('✗') : paint.accent('!');
}

function callEnded(
  before: Watched,
  { who, tool, failed, ms }: Of<'call ended'>,
  how: How,
): { lines: readonly string[]; after: Watched } {
  const { paint } = how;
  const alike = before.open.filter((each) => each.who === who && each.tool === tool);
  const [first] = alike;
  // With several open calls of the same tool, it is unknown which of them ended.
  const argument = alike.length === 1 ? (first?.argument ?? '') : '';
  const line = `    ${failed ? paint.bad('✗') : paint.good('✓')} ${plain(`${tool} ${argument}`, MAX_WIDTH)} ${tookOf(ms, how)}`;
  return { lines: [line], after: { ...before, open: before.open.filter((each) => each !== first) } };
}
