// The assessments of the report: each verdict with its evidence, its blockers, the issues that it frees, and what comes next. Also has the
// capability that an issue needs of an agent, which candidates.ts uses. build-report.ts calls it.

import type { Assessment } from '../../../ports/report.js';
import { adviceOf, refFormatFor, shownEvidence } from './advice.js';
import { type BoardFacts, confidenceOf } from './board-facts.js';
import type { Case } from './facts.js';
import { judgeCase, type Verdict } from './judge.js';
import { type NextStep, nextStepsOf } from './next-steps.js';
import { startOf } from './start.js';
import type { Step } from './statements.js';
import type { State } from './table.js';

/** By state: the capability that an issue needs of an agent. Issues in other states need no agent. */
export const NEEDED_CAPABILITY: Readonly<Partial<Record<State, string>>> = {
  review_pending: 'review-action',
  in_progress: 'issue-action',
  incomplete: 'issue-action',
};

export function assess(boardFacts: BoardFacts): readonly Assessment[] {
  return boardFacts.verdicts.map((verdict) => assessmentOf(verdict, boardFacts));
}

export function assessmentOf(verdict: Verdict, boardFacts: BoardFacts): Assessment {
  const { issue, state, rule } = verdict;
  const freshness = boardFacts.freshness(issue);
  const needed = NEEDED_CAPABILITY[state];
  return {
    issue: boardFacts.number(issue),
    title: boardFacts.title(issue, boardFacts.board.repo) ?? boardFacts.say.withheld,
    state,
    rule,
    evidence: evidenceOf(verdict, boardFacts),
    links: verdict.case.links.map(({ kind, ref, strength }) => ({
      kind,
      ref: kind === 'pull' ? boardFacts.shown(ref) : ref,
      strength,
    })),
    blockers: blockersOf(verdict, boardFacts),
    frees: boardFacts.frees(issue).all.map(boardFacts.number),
    freshness,
    confidence: confidenceOf(verdict, freshness),
    whyNot: whyNotOf(verdict, boardFacts),
    recommendation: boardFacts.say.advice(adviceOf(verdict, boardFacts, boardFacts.board.repo)),
    ...(needed === undefined ? {} : { requiredCapability: needed }),
  };
}

/** One line for each piece of evidence, each piece of missing data and each faulty reference. */
function evidenceOf(verdict: Verdict, boardFacts: BoardFacts): readonly string[] {
  const { evidence, missing, problems } = verdict;
  const shown = refFormatFor(boardFacts, boardFacts.board.repo);
  const lines = [
    ...evidence.map((item) => boardFacts.say.evidence(shownEvidence(item, shown))),
    ...missing.map((what) => boardFacts.say.evidence({ what: boardFacts.say.unread(what) })),
    ...problems.map((what) => boardFacts.say.evidence({ what })),
  ];
  // Without any line, one line says that no work was found.
  return lines.length > 0 ? lines : [boardFacts.say.nothingFound(startOf(verdict, boardFacts))];
}

function blockersOf(verdict: Verdict, { waitsFor, number, title, board, say }: BoardFacts): Assessment['blockers'] {
  // Readers who may not see the title may not see words of the description either.
  const isWithheld = title(verdict.issue, board.repo) === undefined;
  return verdict.blockers.map(({ ref, external, source, open }) => ({
    ...(ref === undefined ? { external: isWithheld ? say.withheld : (external ?? '') } : { issue: number(ref) }),
    source,
    open,
    // A root blocker waits for no other issue.
    root: open && (ref === undefined || (waitsFor.get(ref) ?? []).length === 0),
  }));
}

/** The states that can come next, as in the state diagram of specs facilitator. */
const NEXT_STATES: Readonly<Record<State, readonly State[]>> = {
  blocked: ['incomplete', 'in_progress'],
  incomplete: ['in_progress', 'review_pending'],
  in_progress: ['review_pending', 'done'],
  review_pending: ['done'],
  done: [],
  unknown: [],
};

/** The largest number of steps in one path. */
const MAX_STEPS = 4;
/** Only this many steps are tried in combination; each of the others is tried alone. */
const MAX_COMBINED = 8;

interface Path {
  readonly to: State;
  readonly steps: readonly Step[];
  /** The case after these steps. */
  readonly result: Case;
}

/** The smallest set of steps that leads to each next state, checked with the table. Omits states that no small set leads to. */
export function pathsOf(verdict: Verdict, boardFacts: BoardFacts): readonly Path[] {
  const nextStates = NEXT_STATES[verdict.state];
  if (nextStates.length === 0) return [];
  const all = nextStepsOf(verdict.case, refFormatFor(boardFacts, boardFacts.board.repo));
  // The table allows work under an open blocker, but crew does not advise it.
  const nextSteps = verdict.state === 'blocked' ? all.filter(endsBlocker) : all;
  const paths = new Map<State, Path>();
  for (const chosen of combinations(nextSteps)) {
    const result = chosen.reduce((current, nextStep) => nextStep.change(current), verdict.case);
    const { state } = judgeCase(result);
    if (nextStates.includes(state) && !paths.has(state))
      paths.set(state, { to: state, steps: chosen.map(({ step }) => step), result });
    if (paths.size === nextStates.length) break;
  }
  return nextStates.flatMap((state) => paths.get(state) ?? []);
}

/** Whether the step ends a blocker. */
const endsBlocker = ({ step }: NextStep): boolean => step.is === 'over' || step.is === 'external';

/** Combinations of steps, smallest first. At the end all blockers together, if there are more than `MAX_STEPS`. */
function* combinations(nextSteps: readonly NextStep[]): Generator<readonly NextStep[]> {
  const combined = nextSteps.slice(0, MAX_COMBINED);
  for (let size = 1; size <= Math.min(MAX_STEPS, combined.length); size += 1) yield* choices(combined, size);
  for (const nextStep of nextSteps.slice(MAX_COMBINED)) yield [nextStep];
  const ends = nextSteps.filter(endsBlocker);
  if (ends.length > MAX_STEPS) yield ends;
}

/** All ways to choose `size` of the steps. */
function* choices(nextSteps: readonly NextStep[], size: number): Generator<readonly NextStep[]> {
  if (size === 0) yield [];
  for (const [at, nextStep] of nextSteps.entries()) {
    if (nextSteps.length - at < size) return;
    for (const rest of choices(nextSteps.slice(at + 1), size - 1)) yield [nextStep, ...rest];
  }
}

/** One sentence for each path of `pathsOf`: the next state, and what has to happen first. */
export function whyNotOf(verdict: Verdict, boardFacts: BoardFacts): readonly string[] {
  return pathsOf(verdict, boardFacts).map(({ to, steps }) => boardFacts.say.whyNot({ to, steps }));
}
