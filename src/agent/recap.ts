// What an agent has done, told from the record: for a conversation that has to begin afresh. Pure; no model sums itself up.
import type { Call, Result } from '../ports/model.js';
import { callsOf, type TurnRecord } from './turn-record.js';
import { answered } from './words.js';

/** What a person answered is told however long ago it was: nobody says it twice. */
const ANSWERED = answered('');

/** So many lines of deeds, the last ones; and so much of what was last said and seen. */
const DEEDS = 80;
const WORDS = 2000;
const LAST_SEEN = 3;

/** The deeds, a line each, and the last words and results. */
export function recapOf(beats: readonly TurnRecord[]): string {
  const deeds = beats.flatMap(({ told, results }) =>
    callsOf(told.turn).flatMap((call, n) => {
      const result = results[n];
      return result ? [{ call, result }] : [];
    }),
  );
  const lines = deeds.map(lineOf);
  const kept = lines.slice(-DEEDS);
  return [
    ...(lines.length > kept.length ? [`(${lines.length - kept.length} earlier calls are left out)`] : []),
    ...kept,
    ...deeds
      .filter(({ result }) => result.text.startsWith(ANSWERED))
      .map(({ call, result }) => `- ${call.tool} ${inShort(call.input)}\n${short(result.text)}`),
    ...lastWords(beats),
    ...deeds.slice(-LAST_SEEN).map(({ call, result }) => `What \`${call.tool}\` last gave:\n${short(result.text)}`),
  ].join('\n');
}

const lineOf = ({ call, result }: { call: Call; result: Result }): string =>
  `- ${call.tool} ${inShort(call.input)}${result.failed ? ': failed' : ''}`;

/** The short values of an input: which file, which pattern, which command; not what was written into it. */
function inShort(input: unknown): string {
  const values = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const told = values.flatMap(([name, value]) => {
    const shown = JSON.stringify(value) ?? '';
    return shown.length <= 200 ? [`${name}=${shown}`] : [`${name}=(${shown.length} characters)`];
  });
  return told.join(' ');
}

function lastWords(beats: readonly TurnRecord[]): readonly string[] {
  const words = beats
    .flatMap(({ told }) => told.turn.blocks)
    .findLast((block) => block.kind === 'text' && block.text.trim() !== '');
  return words?.kind === 'text' ? [`What you said last:\n${short(words.text)}`] : [];
}

const short = (text: string): string => (text.length <= WORDS ? text : `${text.slice(0, WORDS)} […]`);
