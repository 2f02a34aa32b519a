// Whether an agent goes in circles. Pure: read off what happened, never asked of a model.
import { digestOf } from '../text/digest.js';
import { callsOf, type TurnRecord } from './turn-record.js';

export type Pattern = 'repeats' | 'fails' | 'monologue' | 'ping-pong' | 'context' | 'no progress';

/** A beat as far as circles are concerned. */
interface Mark {
  /** What it did, or nothing for a turn of words alone. */
  readonly action: string;
  /** What it did and saw. */
  readonly step: string;
  readonly failed: boolean;
  readonly cut: boolean;
  /** No pair of call and result that had not been there before, or that came out well. */
  readonly stale: boolean;
}

interface Circle {
  readonly pattern: Pattern;
  /** At so many beats it is said once, at so many it ends. Words alone are answered every time, see notes.ts. */
  readonly nudge?: number;
  readonly stop: number;
  /** How many beats at the end belong to it. */
  readonly length: (marks: readonly Mark[]) => number;
}

/** THE LIST. Who does not take the hint has had as many beats again as a person would watch. */
const circles: readonly Circle[] = [
  { pattern: 'repeats', nudge: 3, stop: 5, length: sameAsLast((mark) => mark.action !== '' && mark.step) },
  { pattern: 'fails', nudge: 3, stop: 5, length: sameAsLast((mark) => mark.failed && mark.action) },
  { pattern: 'monologue', stop: 3, length: atTheEnd((mark) => mark.action === '' && !mark.cut) },
  { pattern: 'ping-pong', nudge: 6, stop: 10, length: alternating },
  { pattern: 'context', nudge: 2, stop: 4, length: atTheEnd((mark) => mark.cut) },
  { pattern: 'no progress', nudge: 8, stop: 12, length: atTheEnd((mark) => mark.stale) },
];

export interface Circling {
  /** To be said now. */
  readonly nudges: readonly Exclude<Pattern, 'monologue'>[];
  /** The one that went on in spite of it. */
  readonly stuck?: Pattern | undefined;
}

/** The circles in which the last beats go. */
export function circling(beats: readonly TurnRecord[]): Circling {
  const marks = marksOf(beats);
  const found = circles.map((circle) => ({ ...circle, found: circle.length(marks) }));
  return {
    nudges: found.flatMap(({ pattern, found, nudge }) => (found === nudge && pattern !== 'monologue' ? [pattern] : [])),
    stuck: found.find(({ found, stop }) => found >= stop)?.pattern,
  };
}

function marksOf(beats: readonly TurnRecord[]): readonly Mark[] {
  const seen = new Set<string>();
  return beats.map(({ told, results }) => {
    const calls = callsOf(told.turn).map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`);
    const pairs = calls.map((call, n) => digestOf(`${call}\n${results[n]?.text ?? ''}`));
    const fresh = pairs.filter((pair, n) => results[n]?.failed === false && !seen.has(pair));
    for (const pair of pairs) seen.add(pair);
    return {
      action: calls.join('\n'),
      step: pairs.join(' '),
      failed: results.length > 0 && results.every(({ failed }) => failed),
      cut: told.turn.stop === 'length',
      stale: fresh.length === 0,
    };
  });
}

function atTheEnd(holds: (mark: Mark) => boolean): Circle['length'] {
  return (marks) => marks.length - 1 - marks.findLastIndex((mark) => !holds(mark));
}

/** `of` gives what must be the same, or false for a beat that does not count. */
function sameAsLast(of: (mark: Mark) => string | false): Circle['length'] {
  return (marks) => {
    const last = marks.at(-1);
    const key = last ? of(last) : false;
    return key === false ? 0 : atTheEnd((mark) => of(mark) === key)(marks);
  };
}

function alternating(marks: readonly Mark[]): number {
  const steps = marks.map(({ action, step }) => (action === '' ? '' : step)).reverse();
  const [last, before] = steps;
  if (!last || !before || last === before) return 0;
  const end = steps.findIndex((step, n) => step !== (n % 2 === 0 ? last : before));
  return end === -1 ? steps.length : end;
}
