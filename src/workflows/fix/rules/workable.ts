// Whether a task can start, decided before anything is spent: from the state of its issue on the board and from its text. Pure.
import type { Ref } from '../../../ports/board-snapshot.js';
import type { CiState } from '../../../ports/checks.js';
import { type BoardFacts, isOver } from '../../facilitate/rules/board-facts.js';
import { type Claim, claimOf } from '../../facilitate/rules/claims.js';
import { openBlockers } from '../../facilitate/rules/facts.js';
import type { Verdict } from '../../facilitate/rules/judge.js';
import { repoOf } from '../../facilitate/rules/links.js';
import { mayPush } from '../../facilitate/rules/people.js';
import { type Forbidden, untouchableIn, type Vague, vaguenessOf } from './request-text.js';
import { isEmpty, type ReviewTask } from './review.js';

interface Task {
  /** The text after the command; empty if the issue says it all. */
  readonly text: string;
  readonly issue?:
    | {
        readonly title: string;
        readonly body: string;
        readonly comments?: readonly { readonly text: string }[] | undefined;
      }
    | undefined;
  readonly review?: ReviewTask | undefined;
}

interface Facts {
  /** `fix.workflow-files` of the configuration. */
  readonly workflowFiles: boolean;
  /** The state of the issue; undefined without an issue or a board. */
  readonly issueState?: IssueState | undefined;
  /** A question of this run was answered, so no other one is asked. */
  readonly answered?: boolean | undefined;
}

/** Why a task is refused, as data for the messages. */
export type Refusal =
  | { readonly is: 'done'; readonly issue: Ref; readonly rule: string; readonly by: readonly string[] }
  | { readonly is: 'parent'; readonly issue: Ref; readonly parts: readonly Ref[] }
  | {
      readonly is: 'blocked';
      readonly issue: Ref;
      readonly blockers: readonly string[];
      readonly roots: readonly Ref[];
    }
  | { readonly is: 'claimed'; readonly issue: Ref; readonly claim: Claim }
  | { readonly is: 'untouchable'; readonly what: Forbidden; readonly says: string }
  /** A pull request of crew without an unanswered review request, a failed check or a conflict, and a command without a text. */
  | { readonly is: 'nothing-open'; readonly pull: number; readonly base: string; readonly checks: CiState };

/** The question to a person, as data for the messages. */
export type GateQuestion =
  | { readonly is: 'outsider'; readonly pulls: readonly { readonly pull: Ref; readonly by: string }[] }
  | { readonly is: 'vague'; readonly why: Vague }
  /** The request may ask for something that crew may not change. */
  | { readonly is: 'untouchable'; readonly what: Forbidden; readonly says: string };

export type Workable =
  | { readonly is: 'go' }
  | { readonly is: 'refused'; readonly why: Refusal }
  | { readonly is: 'ask'; readonly question: GateQuestion };

/** Whether a task can start, is refused, or needs an answer first. */
export function workable(task: Task, { workflowFiles, issueState, answered = false }: Facts): Workable {
  const why = issueState && refusalOf(issueState);
  if (why) return { is: 'refused', why };
  const text = textOf(task);
  const near = untouchableIn(text, { workflowFiles });
  const untouchable = near && ({ is: 'untouchable', what: near.what, says: near.says } as const);
  if (untouchable && near.surely) return { is: 'refused', why: untouchable };
  if (answered) return { is: 'go' };
  if (untouchable) return asks(untouchable);
  if (issueState && issueState.outsiders.length > 0) return asks({ is: 'outsider', pulls: issueState.outsiders });
  if (task.review && !isEmpty(task.review)) return { is: 'go' };
  // Comments may have added what the issue lacks.
  const vague = vaguenessOf([text, ...(task.issue?.comments ?? []).map((each) => each.text)].join('\n\n'));
  return vague === null ? { is: 'go' } : asks({ is: 'vague', why: vague });
}

const asks = (question: GateQuestion): Workable => ({ is: 'ask', question });

const textOf = ({ text, issue }: Task): string =>
  [text, issue?.title ?? '', issue?.body ?? ''].filter((part) => part.trim() !== '').join('\n\n');

/** The first reason: done, a parent with open sub-issues, blocked, or claimed. */
function refusalOf({ issue, done, parts, blockers, roots, claim }: IssueState): Refusal | null {
  if (done) return { is: 'done', issue, ...done };
  if (parts.length > 0) return { is: 'parent', issue, parts };
  if (blockers.length > 0) return { is: 'blocked', issue, blockers, roots };
  return claim === null ? null : { is: 'claimed', issue, claim };
}

export interface IssueState {
  readonly issue: Ref;
  /** The rule that decided, and the work that finished it. */
  readonly done?: { readonly rule: string; readonly by: readonly string[] } | undefined;
  /** Open sub-issues. */
  readonly parts: readonly Ref[];
  /** What it waits for, and the issues at the start of that chain. */
  readonly blockers: readonly string[];
  readonly roots: readonly Ref[];
  readonly claim: Claim | null;
  /** Open pull requests by people without write access. They claim nothing, but the person is asked. */
  readonly outsiders: readonly { readonly pull: Ref; readonly by: string }[];
}

/** What does not count as another claim: the asking run, and crew's own pull request. */
interface OwnWork {
  /** `all`: GitHub's queue keeps other runs of this issue out. */
  readonly runs: readonly string[] | 'all';
  readonly pulls: readonly Ref[];
}

/** The state of an issue, from the facilitator's verdict. */
export function issueStateOf(
  verdict: Verdict,
  { boardFacts, own, by }: { boardFacts: BoardFacts; own: OwnWork; by: string | undefined },
): IssueState {
  const { issue, state, rule, signs } = verdict;
  const others = {
    ...boardFacts,
    board: {
      ...boardFacts.board,
      runs: boardFacts.board.runs.filter(({ run }) => own.runs !== 'all' && !own.runs.includes(run)),
    },
  };
  const waits = openBlockers(verdict.case);
  return {
    issue,
    ...(state === 'done' ? { done: { rule, by: signs.flatMap(({ ref }) => ref ?? []) } } : {}),
    parts: verdict.case.children.filter((child) => !isDone(child, boardFacts)).map(({ ref }) => ref),
    blockers: waits.flatMap(({ ref, external }) => ref ?? external ?? []),
    roots: boardFacts.roots(issue),
    claim: claimBySomebodyElse(claimOf(verdict, others), { by, own }),
    outsiders: outsidersOf(verdict, boardFacts).filter(({ pull }) => !own.pulls.includes(pull)),
  };
}

const OVER = ['closed', 'merged', 'landed'];

function isDone({ ref, rule }: { ref: Ref; rule: string }, { judged }: BoardFacts): boolean {
  const verdict = judged.verdicts.get(ref);
  return verdict ? isOver(verdict) : OVER.includes(rule);
}

/** An assignee may ask crew to work on their issue. */
function claimBySomebodyElse(claim: Claim | null, { by, own }: { by: string | undefined; own: OwnWork }): Claim | null {
  if (claim?.by === 'person' && claim.login === by) return null;
  return claim?.by === 'pull' && own.pulls.includes(claim.ref) ? null : claim;
}

function outsidersOf({ case: { links, pulls } }: Verdict, { board }: BoardFacts): IssueState['outsiders'] {
  return links.flatMap(({ kind, ref }) => {
    const pull = kind === 'pull' ? pulls.get(ref) : undefined;
    if (pull?.state !== 'open' || mayPush(board, pull.author.login, repoOf(ref))) return [];
    return [{ pull: ref, by: pull.author.login }];
  });
}
