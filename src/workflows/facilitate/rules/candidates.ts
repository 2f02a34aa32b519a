// Lists what could be done next: at most one candidate for each issue. recommend.ts and options.ts make scored suggestions of them.
import type { Ref } from '../../../ports/board-snapshot.js';
import { NEEDED_CAPABILITY } from './assess.js';
import { type BoardFacts, isDashboard, isExempt } from './board-facts.js';
import { claimOf } from './claims.js';
import { hasEarlierWork } from './earlier-work.js';
import { openBlockers, readyPullsOf } from './facts.js';
import type { Verdict } from './judge.js';
import { canStart } from './start.js';
import type { Proposal } from './statements.js';

/** A possible next action: by an agent with a capability, by a person with a `gh` command, or by crew. */
export type Candidate =
  | { readonly for: 'agent'; readonly verdict: Verdict; readonly needed: string; readonly proposal: Proposal }
  | {
      readonly for: 'person';
      readonly verdict: Verdict;
      readonly proposal: Proposal;
      /** The pull request to merge, or that others wait for. */
      readonly pull?: Ref | undefined;
      /** A root blocker outside the board. */
      readonly root?: Ref | undefined;
    }
  /** crew scans again because issues could not be judged. One candidate stands for all of them. */
  | { readonly for: 'crew'; readonly verdict: Verdict; readonly issues: readonly Ref[] };

/** The candidates of a board. A blocked issue is no candidate, but its root blocker is. */
export function candidatesOf(boardFacts: BoardFacts): readonly Candidate[] {
  const eligible = boardFacts.verdicts.filter((each) => !isExempt(each, boardFacts) && !isDashboard(each, boardFacts));
  const roots = new Set(eligible.flatMap(({ issue, state }) => (state === 'blocked' ? boardFacts.roots(issue) : [])));
  return [
    ...eligible.flatMap((verdict) => candidateOf(verdict, boardFacts) ?? []),
    ...pullCandidates(roots, eligible, boardFacts),
    ...outsideCandidates(roots, eligible, boardFacts),
    ...scanAgainCandidates(eligible),
  ];
}

/** The next step that an agent or a person can take on an issue; null if there is none, or if somebody already works on the issue. */
function candidateOf(verdict: Verdict, boardFacts: BoardFacts): Candidate | null {
  const { state, due, attention, case: issueCase } = verdict;
  if (due === 'merge') return attention.length > 0 ? mergeCandidate(verdict) : null;
  if (due === 'close') return { for: 'person', verdict, proposal: 'close' };
  const needed = NEEDED_CAPABILITY[state];
  if (needed === undefined || openBlockers(issueCase).length > 0) return null;
  if (state === 'review_pending') return { for: 'agent', verdict, needed, proposal: 'review' };
  if (!canStart(verdict, boardFacts) || claimOf(verdict, boardFacts) !== null) return null;
  const isBegun = state === 'in_progress' || hasEarlierWork(verdict.evidence);
  return { for: 'agent', verdict, needed, proposal: isBegun ? 'continue' : 'start' };
}

/** One candidate for all issues that could not be judged: scan again. */
function scanAgainCandidates(eligible: readonly Verdict[]): readonly Candidate[] {
  const unknown = eligible.filter(({ state }) => state === 'unknown');
  const [verdict] = unknown;
  return verdict ? [{ for: 'crew', verdict, issues: unknown.map(({ issue }) => issue) }] : [];
}

function mergeCandidate(verdict: Verdict): Candidate {
  return { for: 'person', verdict, proposal: 'merge', pull: readyPullsOf(verdict.case)[0]?.ref };
}

/** Open pull requests that are root blockers. A person has to look at them. */
function pullCandidates(
  roots: ReadonlySet<Ref>,
  eligible: readonly Verdict[],
  { board, frees }: BoardFacts,
): readonly Candidate[] {
  return board.pulls
    .filter(({ ref, state }) => state === 'open' && roots.has(ref))
    .flatMap(({ ref }): Candidate[] => {
      const waiting = frees(ref).direct[0];
      const verdict = eligible.find(({ issue }) => issue === waiting);
      return verdict ? [{ for: 'person', verdict, proposal: 'unblock', pull: ref }] : [];
    });
}

/** Root blockers outside the board, also in other repositories. A person has to look at them. */
function outsideCandidates(
  roots: ReadonlySet<Ref>,
  eligible: readonly Verdict[],
  { board, frees, judged }: BoardFacts,
): readonly Candidate[] {
  return board.issues
    .filter(
      ({ ref, closed, transferredTo }) => roots.has(ref) && !judged.verdicts.has(ref) && !closed && !transferredTo,
    )
    .flatMap(({ ref }): Candidate[] => {
      const waiting = frees(ref).direct[0];
      const verdict = eligible.find(({ issue }) => issue === waiting);
      return verdict ? [{ for: 'person', verdict, proposal: 'unblock', root: ref }] : [];
    });
}
