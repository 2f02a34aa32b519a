// The quality gate (specs folio-editor): decides after a round of reviews whether the chapter is finished, gets another round, or is revised.
// Pure. Used by summary.ts for every round. Its types are used by many files of `write` and by src/workflows/pictures.ts.
import { averageOf, inHundredths, keyOf } from './reviewers.js';

/** The thresholds, under the names of the specification. */
export interface Thresholds {
  /** The lowest average that passes. */
  readonly min_overall: number;
  /** The lowest score of one reviewer that passes. */
  readonly min_each: number;
  /** Whether a critical issue fails the round. */
  readonly no_critical: boolean;
  readonly max_rounds: number;
  /** If the average improves by less, the chapter has converged. */
  readonly min_improvement: number;
}

/** The thresholds of the specification. The configuration may change them. */
export const THRESHOLDS: Thresholds = {
  min_overall: 7.0,
  min_each: 6.5,
  no_critical: true,
  max_rounds: 5,
  min_improvement: 0.3,
};

/** The scores of one round of reviews. */
export interface Round {
  readonly round: number;
  /** The received scores by reviewer. */
  readonly scores: Readonly<Record<string, number>>;
  /** The names of this run's reviewers. A reviewer without a score is missing. */
  readonly expected: readonly string[];
  /** The number of critical issues. */
  readonly criticals: number;
  /** The average of the previous round; null in the first round. */
  readonly previous: number | null;
  /** Whether rounds go on after the gate has passed, as long as the average improves. */
  readonly polish: boolean;
}

/** A reason why a round does not pass: no review, a low score, a low average, or critical issues. */
export type Failure =
  | { readonly is: 'missing'; readonly reviewer: string }
  | { readonly is: 'low'; readonly reviewer: string; readonly score: number }
  | { readonly is: 'average'; readonly average: number | null }
  | { readonly is: 'critical'; readonly count: number };

/**
 * What follows a round. `revise`: another round, because this one failed. `continue_review`: another round although this one passed, because the
 * scores still improve (`polish`). `pass`: the chapter is finished. `converged`: the same, because the scores hardly improve any more.
 * `force_pass`: the last round failed, and the chapter is finished nevertheless.
 */
export type Action = 'pass' | 'converged' | 'continue_review' | 'revise' | 'force_pass';

/** The decision about a round. */
export interface Verdict {
  readonly action: Action;
  /** Whether the chapter is finished. */
  readonly isFinished: boolean;
  /** The value in the round's history. */
  readonly gate: 'pass' | 'fail' | 'force_pass';
  readonly average: number | null;
  readonly failures: readonly Failure[];
  /** The English text in `editor-summary.json`. */
  readonly reason: string;
}

/** Decides about a round: see `Action`. */
export function decideGate(round: Round, thresholds: Thresholds = THRESHOLDS): Verdict {
  const average = averageOf(Object.values(round.scores));
  const failures = failuresOf(round, average, thresholds);
  const verdict = (action: Action, reason: string): Verdict => ({
    action,
    isFinished: action !== 'revise' && action !== 'continue_review',
    gate: gateOf(action),
    average,
    failures,
    reason,
  });
  const isLast = round.round >= thresholds.max_rounds;
  if (failures.length > 0) {
    return isLast
      ? verdict('force_pass', 'Max rounds reached')
      : verdict('revise', failures.map((each) => failureText(each, thresholds)).join('; '));
  }
  const improved = improvement(average, round.previous);
  if (improved !== null && improved < inHundredths(thresholds.min_improvement))
    return verdict('converged', `Converged: improvement ${withTwoDecimals(improved)} < ${thresholds.min_improvement}`);
  if (round.polish && improved !== null && !isLast)
    return verdict('continue_review', `Average ${average} meets threshold, but round not converged`);
  return verdict('pass', 'All conditions met');
}

function gateOf(action: Action): Verdict['gate'] {
  if (action === 'revise') return 'fail';
  return action === 'force_pass' ? 'force_pass' : 'pass';
}

/** All reasons why a round does not pass. */
function failuresOf(
  { scores, expected, criticals }: Round,
  average: number | null,
  { min_each, min_overall, no_critical }: Thresholds,
): readonly Failure[] {
  const scoreOf = new Map(Object.entries(scores).map(([name, score]) => [keyOf(name), score]));
  const names = [
    ...expected,
    ...Object.keys(scores).filter((name) => !expected.some((each) => isSameReviewer(each, name))),
  ];
  return [
    ...names.flatMap((reviewer): Failure[] => {
      const score = scoreOf.get(keyOf(reviewer));
      if (score === undefined) return [{ is: 'missing', reviewer }];
      return inHundredths(score) < inHundredths(min_each) ? [{ is: 'low', reviewer, score }] : [];
    }),
    ...(average === null || inHundredths(average) < inHundredths(min_overall)
      ? [{ is: 'average', average } as const]
      : []),
    ...(no_critical && criticals > 0 ? [{ is: 'critical', count: criticals } as const] : []),
  ];
}

const isSameReviewer = (a: string, b: string): boolean => keyOf(a) === keyOf(b);

/** The improvement of the average in hundredths; null in the first round. */
const improvement = (average: number | null, previous: number | null): number | null =>
  average === null || previous === null ? null : inHundredths(average) - inHundredths(previous);

const withTwoDecimals = (inHundredths: number): string => (inHundredths / 100).toFixed(2);

/** The text of a failure in `reason` and in the revision notes. */
export function failureText(failure: Failure, { min_each, min_overall }: Thresholds): string {
  switch (failure.is) {
    case 'missing':
      return `${failure.reviewer} missing`;
    case 'low':
      return `${failure.reviewer} < ${min_each}`;
    case 'average':
      return `Average ${failure.average ?? 'none'} < ${min_overall.toFixed(1)}`;
    case 'critical':
      return `${failure.count} critical open`;
  }
}
