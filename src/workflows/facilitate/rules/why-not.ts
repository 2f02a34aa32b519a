// `whyNot` of the report: for each next state the smallest change that leads to it, found by asking the table again.
import type { Step } from '../../../text/lang/facilitate/messages.js';
import { namesFor } from './advice.js';
import type { Case } from './facts.js';
import { decide, type Verdict } from './judge.js';
import { type NextStep, nextStepsOf } from './next-steps.js';
import type { Scene } from './scene.js';
import type { State } from './table.js';

/** The next states, as in the specification's state diagram. */
const NEXT: Readonly<Record<State, readonly State[]>> = {
  blocked: ['incomplete', 'in_progress'],
  incomplete: ['in_progress', 'review_pending'],
  in_progress: ['review_pending', 'done'],
  review_pending: ['done'],
  done: [],
  unknown: [],
};

/** At most so many changes at once. */
const MOST = 4;
/** At most so many changes are combined with each other. */
const COMBINED = 8;

export interface Path {
  readonly to: State;
  readonly steps: readonly Step[];
  /** The case that would result. */
  readonly then: Case;
}

/** The smallest change to each next state, confirmed by the table. States that no small change leads to are left out. */
export function pathsOf(verdict: Verdict, scene: Scene): readonly Path[] {
  const wanted = NEXT[verdict.state];
  if (wanted.length === 0) return [];
  const all = nextStepsOf(verdict.case, namesFor(scene, scene.board.repo));
  // The table allows work under an open blocker. crew does not advise it.
  const ways = verdict.state === 'blocked' ? all.filter(isEnd) : all;
  const found = new Map<State, Path>();
  for (const chosen of combinations(ways)) {
    const then = chosen.reduce((of, way) => way.change(of), verdict.case);
    const { state } = decide(then);
    if (wanted.includes(state) && !found.has(state))
      found.set(state, { to: state, steps: chosen.map(({ step }) => step), then });
    if (found.size === wanted.length) break;
  }
  return wanted.flatMap((state) => found.get(state) ?? []);
}

/** Whether the change ends a wait. */
const isEnd = ({ step }: NextStep): boolean => step.is === 'over' || step.is === 'external';

/** Combinations of changes, the small ones first. */
function* combinations(ways: readonly NextStep[]): Generator<readonly NextStep[]> {
  const few = ways.slice(0, COMBINED);
  for (let size = 1; size <= Math.min(MOST, few.length); size += 1) yield* choices(few, size);
  for (const way of ways.slice(COMBINED)) yield [way];
  const ends = ways.filter(isEnd);
  if (ends.length > MOST) yield ends;
}

function* choices(ways: readonly NextStep[], size: number): Generator<readonly NextStep[]> {
  if (size === 0) yield [];
  for (const [at, way] of ways.entries()) {
    if (ways.length - at < size) return;
    for (const rest of choices(ways.slice(at + 1), size - 1)) yield [way, ...rest];
  }
}

/** The same as sentences. */
export function whyNotOf(verdict: Verdict, scene: Scene): readonly string[] {
  return pathsOf(verdict, scene).map(({ to, steps }) => scene.say.whyNot({ to, steps }));
}
