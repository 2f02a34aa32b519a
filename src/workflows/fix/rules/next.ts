// The debug loop as a function: verdicts in, what is next out (specs/editor.md, "Debug Loop"; decisions B). Its two numbers are
// constants: nobody can ask for a thirteenth try.

/** What a verification in the loop came to. The baseline and the separate verify job are no part of the loop. */
export type Verdict = 'PASS' | 'FAIL' | 'INFRA_ERROR';

/** In the words of the specification, under which they stand in the journal. */
export interface Counters {
  readonly consecutive_failures: number;
  readonly total_verify_loops: number;
  /** All there were in this history. */
  readonly replans: number;
}

export interface Next {
  /** `again`: fix forward. `replan`: another approach, which has to differ. `stop`: the stuck report. */
  readonly is: 'done' | 'again' | 'replan' | 'stop';
  readonly counters: Counters;
}

export const REPLAN_AT = 3;
export const STOP_AT = 12;

const START: Next = { is: 'again', counters: { consecutive_failures: 0, total_verify_loops: 0, replans: 0 } };

/** What follows from every verdict of the loop so far, in order. */
export function next(history: readonly Verdict[]): Next {
  return history.reduce(after, START);
}

function after(before: Next, verdict: Verdict): Next {
  // A stop is the end, whatever anybody verifies behind it.
  if (before.is === 'stop') return before;
  const { consecutive_failures, total_verify_loops, replans } = before.counters;
  if (verdict === 'INFRA_ERROR') return { is: 'again', counters: before.counters };
  if (verdict === 'PASS') return { is: 'done', counters: { ...START.counters, replans } };
  const failed = {
    consecutive_failures: consecutive_failures + 1,
    total_verify_loops: total_verify_loops + 1,
    replans,
  };
  if (failed.total_verify_loops >= STOP_AT) return { is: 'stop', counters: failed };
  if (failed.consecutive_failures < REPLAN_AT) return { is: 'again', counters: failed };
  return { is: 'replan', counters: { ...failed, consecutive_failures: 0, replans: replans + 1 } };
}
