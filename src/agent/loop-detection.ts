// Detects from the record that an agent repeats itself or makes no progress. Pure.
import { digestOf } from '../text/digest.js';
import { callsOf, type TurnRecord } from './turn-record.js';

export type LoopPattern = 'repeats' | 'fails' | 'monologue' | 'ping-pong' | 'context' | 'no progress';

/** The facts about a turn by which loops are detected. */
interface TurnMark {
  /** Its calls; empty for a turn without calls. */
  readonly action: string;
  /** Its calls and their results. */
  readonly step: string;
  readonly failed: boolean;
  readonly isCutOff: boolean;
  /** It has no successful call whose result is new. */
  readonly hasNothingNew: boolean;
}

interface LoopRule {
  readonly pattern: LoopPattern;
  /** After `nudge` turns the model gets a note once, after `stop` turns the agent ends. Turns without calls always get a note. */
  readonly nudge?: number;
  readonly stop: number;
  /** How many of the last turns match the pattern. */
  readonly length: (marks: readonly TurnMark[]) => number;
}

/** All patterns. */
const LOOP_RULES: readonly LoopRule[] = [
  { pattern: 'repeats', nudge: 3, stop: 5, length: sameAsLast((mark) => mark.action !== '' && mark.step) },
  { pattern: 'fails', nudge: 3, stop: 5, length: sameAsLast((mark) => mark.failed && mark.action) },
  { pattern: 'monologue', stop: 3, length: countFromEnd((mark) => mark.action === '' && !mark.isCutOff) },
  { pattern: 'ping-pong', nudge: 6, stop: 10, length: alternating },
  { pattern: 'context', nudge: 2, stop: 4, length: countFromEnd((mark) => mark.isCutOff) },
  { pattern: 'no progress', nudge: 8, stop: 12, length: countFromEnd((mark) => mark.hasNothingNew) },
];

/** The loops that the last turns show. */
export interface DetectedLoops {
  /** Patterns that the model gets a note about now. */
  readonly nudges: readonly Exclude<LoopPattern, 'monologue'>[];
  /** The pattern that continued in spite of the note. */
  readonly stuck?: LoopPattern | undefined;
}

/** The patterns that the last turns match. */
export function detectLoops(records: readonly TurnRecord[]): DetectedLoops {
  const marks = marksOf(records);
  const found = LOOP_RULES.map((circle) => ({ ...circle, found: circle.length(marks) }));
  return {
    nudges: found.flatMap(({ pattern, found, nudge }) => (found === nudge && pattern !== 'monologue' ? [pattern] : [])),
    stuck: found.find(({ found, stop }) => found >= stop)?.pattern,
  };
}

function marksOf(records: readonly TurnRecord[]): readonly TurnMark[] {
  const seen = new Set<string>();
  return records.map(({ reply, results }) => {
    const calls = callsOf(reply.turn).map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`);
    const pairs = calls.map((call, n) => digestOf(`${call}\n${results[n]?.text ?? ''}`));
    const fresh = pairs.filter((pair, n) => results[n]?.failed === false && !seen.has(pair));
    for (const pair of pairs) seen.add(pair);
    return {
      action: calls.join('\n'),
      step: pairs.join(' '),
      failed: results.length > 0 && results.every(({ failed }) => failed),
      isCutOff: reply.turn.stop === 'length',
      hasNothingNew: fresh.length === 0,
    };
  });
}

function countFromEnd(holds: (mark: TurnMark) => boolean): LoopRule['length'] {
  return (marks) => marks.length - 1 - marks.findLastIndex((mark) => !holds(mark));
}

/** Counts the last turns with the same value. `of` returns the value, or false for a turn that does not count. */
function sameAsLast(of: (mark: TurnMark) => string | false): LoopRule['length'] {
  return (marks) => {
    const last = marks.at(-1);
    const key = last ? of(last) : false;
    return key === false ? 0 : countFromEnd((mark) => of(mark) === key)(marks);
  };
}

function alternating(marks: readonly TurnMark[]): number {
  const steps = marks.map(({ action, step }) => (action === '' ? '' : step)).reverse();
  const [last, before] = steps;
  if (!last || !before || last === before) return 0;
  const end = steps.findIndex((step, n) => step !== (n % 2 === 0 ? last : before));
  return end === -1 ? steps.length : end;
}
