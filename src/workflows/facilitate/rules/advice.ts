// The advice for an issue, as data: its state and the next step. Assessments, comments and the reasons for labels are made from it. Used by
// assess.ts, comments.ts, issue-record.ts, labels.ts and next-steps.ts.
import type { PullFacts, Ref } from '../../../ports/board-snapshot.js';
import type { EvidenceItem } from './answer.js';
import type { BoardFacts } from './board-facts.js';
import { answerAboutBlockers, openBlockers, readyPullsOf } from './facts.js';
import { basePullOf, type Verdict } from './judge.js';
import { failedChecks, hasConflict } from './pull-request.js';
import { startOf } from './start.js';
import type { Advice, NamedBlocker, Question, Root } from './statements.js';

/** The advice for an issue. `shownIn` is the repository where it is shown; references to its own issues are short (`#12`). */
export function adviceOf(verdict: Verdict, boardFacts: BoardFacts, shownIn: string): Advice {
  const shown = refFormatFor(boardFacts, shownIn);
  const { children } = verdict.case;
  const parts = children.map(({ ref }) => shown(ref));
  switch (verdict.rule) {
    case 'closed':
      return { is: 'closed', reason: verdict.case.issue.closed?.reason ?? 'completed' };
    case 'merged':
    case 'landed':
      return closeDue(verdict, shown);
    case 'approved':
      return { is: 'merge-due', pull: firstReady(verdict, shown), isAutomatic: verdict.attention.length === 0 };
    case 'changes-requested':
      return {
        is: 'changes-requested',
        pull: shown(decidingRefOf(verdict)),
        by: [...new Set(verdict.evidence.flatMap(({ by }) => by ?? []))],
      };
    case 'checks-failing':
      return failing(verdict, shown);
    case 'in-review':
      return inReview(verdict, shown);
    case 'children-done':
      return { is: 'parts-done', parts };
    case 'children-started':
      return partsStarted(verdict, shown);
    case 'blocked-after':
    case 'blocked':
      return blocked(verdict, boardFacts, shownIn);
    case 'started':
      return { is: 'started', evidence: evidenceFor(verdict, shown) };
    case 'interrupted':
      return { is: 'interrupted', evidence: evidenceFor(verdict, shown), start: startOf(verdict, boardFacts) };
    case 'untouched':
      return { is: 'untouched', start: startOf(verdict, boardFacts) };
    case 'unreadable':
      return { is: 'unknown', missing: verdict.missing };
  }
}

/** Writes a reference as readers see it. */
export type FormatRef = (ref: string) => string;

/** Returns a function that writes `owner/name#12` as `#12` for readers of that repository. Commits and branch names stay as they are. */
export function refFormatFor({ shown }: BoardFacts, shownIn: string): FormatRef {
  return (ref) => (/^[^#\s]+\/[^#\s]+#\d+$/.test(ref) ? shown(ref, shownIn) : ref);
}

/** The pull request that decided the state. */
function decidingRefOf(verdict: Verdict): Ref {
  return verdict.evidence[0]?.ref ?? readyPullsOf(verdict.case)[0]?.ref ?? verdict.issue;
}

const firstReady = (verdict: Verdict, shown: FormatRef): string =>
  shown(readyPullsOf(verdict.case)[0]?.ref ?? verdict.issue);

/** The advice for an issue with sub-issues of which some are done or in progress. Those closed as not planned do not count. */
function partsStarted({ case: { children } }: Verdict, shown: FormatRef): Advice {
  const wanted = children.filter(({ dropped }) => !dropped);
  const refsIn = (states: readonly string[]) =>
    wanted.flatMap(({ ref, state }) => (states.includes(state) ? [shown(ref)] : []));
  return {
    is: 'parts-started',
    parts: refsIn(['done']),
    started: refsIn(['in_progress', 'review_pending']),
    all: wanted.length,
  };
}

/** The advice for an issue whose work is merged. */
function closeDue({ evidence }: Verdict, shown: FormatRef): Advice {
  const mergedAt = evidence
    .flatMap(({ at }) => at ?? [])
    .sort()
    .at(-1);
  return {
    is: 'close-due',
    by: [...new Set(evidence.flatMap(({ ref }) => (ref === undefined ? [] : [shown(ref)])))],
    mergedAt,
  };
}

function failing(verdict: Verdict, shown: FormatRef): Advice {
  const ref = decidingRefOf(verdict);
  const pull = verdict.case.pulls.get(ref);
  return {
    is: 'checks-failing',
    pull: shown(ref),
    checks: pull ? failedChecks(pull) : [],
    conflicts: pull !== undefined && hasConflict(pull),
  };
}

function inReview(verdict: Verdict, shown: FormatRef): Advice {
  const pulls = readyPullsOf(verdict.case);
  const competing = verdict.attention.flatMap((each) => (each.is === 'compete' ? each.pulls : []));
  if (competing.length > 0) return { is: 'compete', pulls: competing.map(shown) };
  const basePull = pulls.map((pull: PullFacts) => basePullOf(pull, verdict.case)).find((ref) => ref !== null);
  return {
    is: 'review',
    pulls: pulls.map(({ ref }) => shown(ref)),
    basePull: basePull === undefined || basePull === null ? undefined : shown(basePull),
  };
}

function blocked(verdict: Verdict, boardFacts: BoardFacts, shownIn: string): Advice {
  const open = openBlockers(verdict.case);
  const waits = open.map(
    ({ ref, external, since, source }): NamedBlocker =>
      ref === undefined
        ? { external, since, source }
        : { ref: boardFacts.shown(ref, shownIn), title: boardFacts.title(ref, shownIn), since },
  );
  const shown = refFormatFor(boardFacts, shownIn);
  return {
    is: 'blocked',
    waits,
    roots: rootsFor(verdict, boardFacts, shown),
    cycle: cycleFor(verdict, boardFacts, shown),
    answer: answerAboutBlockers(verdict.case),
  };
}

/**
 * The root blockers. Empty if the advice names them already: the issue waits directly for one, or for all of them and no other issue waits for
 * them.
 */
function rootsFor(
  { issue, case: issueCase }: Verdict,
  { roots, frees }: BoardFacts,
  shown: FormatRef,
): readonly Root[] {
  const direct = new Set(openBlockers(issueCase).map(({ ref }) => ref));
  const rootBlockers = roots(issue).map((ref) => ({
    ref,
    all: frees(ref).all.length,
    direct: frees(ref).direct.length,
  }));
  const isNamed = rootBlockers.every((root) => direct.has(root.ref));
  if (isNamed && (rootBlockers.length === 1 || rootBlockers.every((root) => root.all <= 1))) return [];
  return rootBlockers
    .sort((a, b) => b.all - a.all || (a.ref < b.ref ? -1 : 1))
    .map((root) => ({ ref: shown(root.ref), frees: root.all, direct: root.direct }));
}

/** The cycle that contains the issue, with its first issue repeated at the end; empty if there is none. */
function cycleFor({ issue }: Verdict, { cycles }: BoardFacts, shown: FormatRef): readonly string[] {
  const cycle = cycles.find((each) => each.includes(issue)) ?? [];
  return [...cycle, ...cycle.slice(0, 1)].map(shown);
}

const evidenceFor = ({ evidence }: Verdict, shown: FormatRef): readonly EvidenceItem[] =>
  evidence.map((item) => shownEvidence(item, shown));

/** A piece of evidence with its reference in the form that readers see. */
export const shownEvidence = (evidence: EvidenceItem, shown: FormatRef): EvidenceItem => ({
  ...evidence,
  ref: evidence.ref === undefined ? undefined : shown(evidence.ref),
});

/** Questions to a maintainer, in addition to the advice. External blockers are not asked about again after an answer. */
export function questionsOf(verdict: Verdict, boardFacts: BoardFacts, shownIn: string): readonly Question[] {
  const shown = refFormatFor(boardFacts, shownIn);
  const isAnswered = answerAboutBlockers(verdict.case) !== undefined;
  return verdict.attention.flatMap((each): Question[] => {
    if (each.is === 'children-dropped') return [{ is: 'parts-dropped' }];
    if (each.is === 'blocker-dropped') return [{ is: 'blocker-dropped', ref: shown(each.blocker) }];
    return each.is === 'external' && !isAnswered ? [each] : [];
  });
}
