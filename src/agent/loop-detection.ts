// Detects from the turn records that an agent repeats itself or makes no progress. Pure. Used by before-turn.ts; prompt-texts.ts uses its
// type.
import { digestOf } from '../text/digest.js';
import { callsOf, type TurnWithResults } from './turn-record.js';

export type LoopPattern = 'repeats' | 'fails' | 'monologue' | 'ping-pong' | 'context' | 'no progress';

/** The facts about a turn by which loops are detected. */
interface TurnMark {
  /** The calls as text; empty for a turn without calls. */
  readonly calls: string;
  /** Digests of the calls with their results. */
  readonly callsAndResults: string;
  readonly failed: boolean;
  readonly isCutOff: boolean;
  /** No successful call of the turn has a result that earlier turns did not have. */
  readonly hasNothingNew: boolean;
}

interface LoopRule {
  readonly pattern: LoopPattern;
  /** After `nudge` turns the model gets a note once, after `stop` turns the agent ends. Turns without calls always get a note. */
  readonly nudge?: number;
  readonly stop: number;
  /** How many of the last turns match the pattern. */
  readonly count: (marks: readonly TurnMark[]) => number;
}

const LOOP_RULES: readonly LoopRule[] = [
  { pattern: 'repeats', nudge: 3, stop: 5, count: sameAsLast((mark) => mark.calls !== '' && mark.callsAndResults) },
  { pattern: 'fails', nudge: 3, stop: 5, count: sameAsLast((mark) => mark.failed && mark.calls) },
  { pattern: 'monologue', stop: 3, count: countFromEnd((mark) => mark.calls === '' && !mark.isCutOff) },
  { pattern: 'ping-pong', nudge: 6, stop: 10, count: alternating },
  { pattern: 'context', nudge: 2, stop: 4, count: countFromEnd((mark) => mark.isCutOff) },
  { pattern: 'no progress', nudge: 8, stop: 12, count: countFromEnd((mark) => mark.hasNothingNew) },
];

/** The loops that the last turns show. */
export interface DetectedLoops {
  /** Patterns that the model gets a note about now. */
  readonly nudges: readonly Exclude<LoopPattern, 'monologue'>[];
  /** The pattern that continued in spite of the note. */
  readonly stuck?: LoopPattern | undefined;
}

/** The patterns that the last turns match. */
export function detectLoops(records: readonly TurnWithResults[]): DetectedLoops {
  const marks = marksOf(records);
  const rules = LOOP_RULES.map((rule) => ({ ...rule, matched: rule.count(marks) }));
  return {
    nudges: rules.flatMap(({ pattern, matched, nudge }) =>
      matched === nudge && pattern !== 'monologue' ? [pattern] : [],
    ),
    stuck: rules.find(({ matched, stop }) => matched >= stop)?.pattern,
  };
}

function marksOf(records: readonly TurnWithResults[]): readonly TurnMark[] {
  const seen = new Set<string>();
  return records.map(({ reply, results }) => {
    const calls = callsOf(reply.turn).map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`);
    const pairs = calls.map((call, n) => digestOf(`${call}\n${results[n]?.text ?? ''}`));
    const newPairs = pairs.filter((pair, n) => results[n]?.failed === false && !seen.has(pair));
    for (const pair of pairs) seen.add(pair);
    return {
      calls: calls.join('\n'),
      callsAndResults: pairs.join(' '),
      failed: results.length > 0 && results.every(({ failed }) => failed),
      isCutOff: reply.turn.stop === 'length',
      hasNothingNew: newPairs.length === 0,
    };
  });
}

function countFromEnd(matches: (mark: TurnMark) => boolean): LoopRule['count'] {
  return (marks) => marks.length - 1 - marks.findLastIndex((mark) => !matches(mark));
}

/** Counts the last turns with the same value. `keyOf` returns the value, or false for a turn that does not count. */
function sameAsLast(keyOf: (mark: TurnMark) => string | false): LoopRule['count'] {
  return (marks) => {
    const last = marks.at(-1);
    const key = last ? keyOf(last) : false;
    return key === false ? 0 : countFromEnd((mark) => keyOf(mark) === key)(marks);
  };
}

/** Counts the last turns that alternate between two steps. */
function alternating(marks: readonly TurnMark[]): number {
  const steps = marks.map(({ calls, callsAndResults }) => (calls === '' ? '' : callsAndResults)).reverse();
  const [last, before] = steps;
  if (!last || !before || last === before) return 0;
  const end = steps.findIndex((step, n) => step !== (n % 2 === 0 ? last : before));
  return end === -1 ? steps.length : end;
}
