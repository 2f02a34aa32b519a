// How an issue stands, as far as it matters to whoever would work on it: what the facilitator judged, put in the few words of a fix.
import type { Ref } from '../../../ports/board-snapshot.js';
import { type Claim, claimOf } from '../../facilitate/rules/claims.js';
import { openBlockers } from '../../facilitate/rules/facts.js';
import type { Verdict } from '../../facilitate/rules/judge.js';
import { repoOf } from '../../facilitate/rules/links.js';
import { mayPush } from '../../facilitate/rules/people.js';
import { isOver, type Scene } from '../../facilitate/rules/scene.js';

export interface IssueState {
  readonly issue: Ref;
  /** The rule that decided, where it is done; and the work that did it. */
  readonly done?: { readonly rule: string; readonly by: readonly string[] } | undefined;
  /** Its parts that are not over, in the order of their numbers. */
  readonly parts: readonly Ref[];
  /** What it waits for itself, and where the wait begins. */
  readonly blockers: readonly string[];
  readonly roots: readonly Ref[];
  readonly claim: Claim | null;
  /** Open pull requests for it by people who may not push: they claim nothing, and are not passed over either. */
  readonly outsiders: readonly { readonly pull: Ref; readonly by: string }[];
}

/** What is no claim of anybody else's: the runs that ask, and crew's own pull request for it, which is gone on with. */
export interface Own {
  /** `all`: whoever asks has the issue's lease, so that nobody else is at work. */
  readonly runs: readonly string[] | 'all';
  readonly pulls: readonly Ref[];
}

/** Reads it from a verdict. */
export function issueStateOf(
  verdict: Verdict,
  { scene, own, by }: { scene: Scene; own: Own; by: string | undefined },
): IssueState {
  const { issue, state, rule, signs } = verdict;
  const others = {
    ...scene,
    board: {
      ...scene.board,
      runs: scene.board.runs.filter(({ run }) => own.runs !== 'all' && !own.runs.includes(run)),
    },
  };
  const waits = openBlockers(verdict.case);
  return {
    issue,
    ...(state === 'done' ? { done: { rule, by: signs.flatMap(({ ref }) => ref ?? []) } } : {}),
    parts: verdict.case.children.filter((child) => !isDone(child, scene)).map(({ ref }) => ref),
    blockers: waits.flatMap(({ ref, external }) => ref ?? external ?? []),
    roots: scene.roots(issue),
    claim: claimBySomebodyElse(claimOf(verdict, others), { by, own }),
    outsiders: outsidersOf(verdict, scene).filter(({ pull }) => !own.pulls.includes(pull)),
  };
}

const OVER = ['closed', 'merged', 'landed'];

function isDone({ ref, rule }: { ref: Ref; rule: string }, { judged }: Scene): boolean {
  const verdict = judged.verdicts.get(ref);
  return verdict ? isOver(verdict) : OVER.includes(rule);
}

/** Who has it in hand may as well give it to crew. */
function claimBySomebodyElse(claim: Claim | null, { by, own }: { by: string | undefined; own: Own }): Claim | null {
  if (claim?.by === 'person' && claim.login === by) return null;
  return claim?.by === 'pull' && own.pulls.includes(claim.ref) ? null : claim;
}

function outsidersOf({ case: { links, pulls } }: Verdict, { board }: Scene): IssueState['outsiders'] {
  return links.flatMap(({ kind, ref }) => {
    const pull = kind === 'pull' ? pulls.get(ref) : undefined;
    if (pull?.state !== 'open' || mayPush(board, pull.author.login, repoOf(ref))) return [];
    return [{ pull: ref, by: pull.author.login }];
  });
}
