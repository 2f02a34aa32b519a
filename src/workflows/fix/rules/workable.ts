// Decides whether a task can start, before anything is spent: from the state of its issue on the board and from its text. Pure. Used by
// ../gate.ts, ../subject.ts, ../messages.*.ts, questions.ts, and the gate of `build`.
import type { Ref } from '../../../ports/board-snapshot.js';
import type { CiState } from '../../../ports/checks.js';
import { type BoardFacts, isOver } from '../../facilitate/rules/board-facts.js';
import { type Claim, claimOf } from '../../facilitate/rules/claims.js';
import { isOverRule, openBlockers } from '../../facilitate/rules/facts.js';
import type { Verdict } from '../../facilitate/rules/judge.js';
import { repoOf } from '../../facilitate/rules/links.js';
import { mayPush } from '../../facilitate/rules/people.js';
import { type Forbidden, forbiddenRequestIn, type Vagueness, vaguenessOf } from './request-text.js';
import { isEmptyReview, type ReviewTask } from './review.js';

/** The parts of a task that decide whether it can start. */
interface TaskParts {
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

interface TaskFacts {
  /** `fix.workflow-files` of the configuration. */
  readonly workflowFiles: boolean;
  /** The state of the issue; undefined without an issue or a board. */
  readonly issueState?: IssueState | undefined;
  /** Whether a person may be asked. False if the request was accepted before. The default is true. */
  readonly mayAsk?: boolean | undefined;
}

/** Why a task is refused, as data for the messages. */
export type Refusal =
  /** `by`: the pull requests or commits that finished the issue. */
  | { readonly is: 'done'; readonly issue: Ref; readonly rule: string; readonly by: readonly string[] }
  | { readonly is: 'parent'; readonly issue: Ref; readonly parts: readonly Ref[] }
  | {
      readonly is: 'blocked';
      readonly issue: Ref;
      readonly blockers: readonly string[];
      readonly roots: readonly Ref[];
    }
  | { readonly is: 'taken'; readonly issue: Ref; readonly claim: Claim }
  /** The request asks for something that crew may not change; `says` is the sentence that asks for it. */
  | { readonly is: 'untouchable'; readonly what: Forbidden; readonly says: string }
  /** A merged pull request of crew without an unanswered review request, and a command without a text. */
  | { readonly is: 'merged'; readonly pull: number }
  /** A pull request of crew without an unanswered review request, a failed check or a conflict, and a command without a text. */
  | {
      readonly is: 'nothing-open';
      readonly pull: number;
      readonly base: string;
      readonly checks: CiState;
      /** The review requests that are not done and that their authors still ask for. */
      readonly declined: readonly { readonly name: string; readonly url: string | undefined }[];
    };

/** The question to a person, as data for the messages. */
export type GateQuestion =
  /** People without write access have opened pull requests for the issue. */
  | { readonly is: 'outsider'; readonly pulls: readonly { readonly pull: Ref; readonly by: string }[] }
  | { readonly is: 'vague'; readonly why: Vagueness }
  /** The request may ask for something that crew may not change. */
  | { readonly is: 'untouchable'; readonly what: Forbidden; readonly says: string };

export type TaskDecision =
  | { readonly is: 'go' }
  | { readonly is: 'refused'; readonly why: Refusal }
  | { readonly is: 'ask'; readonly question: GateQuestion };

/** Whether a task can start, is refused, or needs an answer first. */
export function decideTask(task: TaskParts, { workflowFiles, issueState, mayAsk = true }: TaskFacts): TaskDecision {
  const why = issueState && refusalOf(issueState);
  if (why) return { is: 'refused', why };
  const text = textOf(task);
  const forbidden = forbiddenRequestIn(text, { workflowFiles });
  const untouchable = forbidden && ({ is: 'untouchable', what: forbidden.what, says: forbidden.sentence } as const);
  if (untouchable && forbidden.isCertain) return { is: 'refused', why: untouchable };
  if (!mayAsk) return { is: 'go' };
  if (untouchable) return askFirst(untouchable);
  if (issueState && issueState.outsiders.length > 0) return askFirst({ is: 'outsider', pulls: issueState.outsiders });
  if (task.review && !isEmptyReview(task.review)) return { is: 'go' };
  // Comments may have added what the issue lacks.
  const vague = vaguenessOf([text, ...(task.issue?.comments ?? []).map((each) => each.text)].join('\n\n'));
  return vague === null ? { is: 'go' } : askFirst({ is: 'vague', why: vague });
}

const askFirst = (question: GateQuestion): TaskDecision => ({ is: 'ask', question });

const textOf = ({ text, issue }: TaskParts): string =>
  [text, issue?.title ?? '', issue?.body ?? ''].filter((part) => part.trim() !== '').join('\n\n');

/** The first reason: done, a parent with open sub-issues, blocked, or taken by somebody. */
function refusalOf({ issue, done, parts, blockers, roots, claim }: IssueState): Refusal | null {
  if (done) return { is: 'done', issue, ...done };
  if (parts.length > 0) return { is: 'parent', issue, parts };
  if (blockers.length > 0) return { is: 'blocked', issue, blockers, roots };
  return claim === null ? null : { is: 'taken', issue, claim };
}

/** The facts about an issue on the board that can stop a task. */
export interface IssueState {
  readonly issue: Ref;
  /** Set if the issue is done: the rule that decided it, and the pull requests or commits that finished it. */
  readonly done?: { readonly rule: string; readonly by: readonly string[] } | undefined;
  /** Open sub-issues. */
  readonly parts: readonly Ref[];
  /** Open blockers of the issue. */
  readonly blockers: readonly string[];
  /** The issues at the end of the chains of blockers: work on these comes first. */
  readonly roots: readonly Ref[];
  readonly claim: Claim | null;
  /** Open pull requests by people without write access. They claim nothing, but the person is asked. */
  readonly outsiders: readonly { readonly pull: Ref; readonly by: string }[];
}

/** Runs and pull requests of this request itself. They do not count as another claim. */
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
  const { issue, state, rule, evidence } = verdict;
  const factsWithoutOwnRuns = {
    ...boardFacts,
    board: {
      ...boardFacts.board,
      runs: boardFacts.board.runs.filter(({ run }) => own.runs !== 'all' && !own.runs.includes(run)),
    },
  };
  const openBlocking = openBlockers(verdict.case);
  return {
    issue,
    ...(state === 'done' ? { done: { rule, by: evidence.flatMap(({ ref }) => ref ?? []) } } : {}),
    parts: verdict.case.children.filter((child) => !isDone(child, boardFacts)).map(({ ref }) => ref),
    blockers: openBlocking.flatMap(({ ref, external }) => ref ?? external ?? []),
    roots: boardFacts.roots(issue),
    claim: otherClaim(claimOf(verdict, factsWithoutOwnRuns), { by, own }),
    outsiders: outsiderPulls(verdict, boardFacts).filter(({ pull }) => !own.pulls.includes(pull)),
  };
}

/** Whether a sub-issue is done. One outside the scan has no verdict, but the rule that decided it. */
function isDone({ ref, rule }: { ref: Ref; rule: string }, { judged }: BoardFacts): boolean {
  const verdict = judged.verdicts.get(ref);
  return verdict ? isOver(verdict) : isOverRule(rule);
}

/** Returns the claim unless it is the requester's own assignment or crew's own pull request. */
function otherClaim(claim: Claim | null, { by, own }: { by: string | undefined; own: OwnWork }): Claim | null {
  if (claim?.by === 'person' && claim.login === by) return null;
  return claim?.by === 'pull' && own.pulls.includes(claim.ref) ? null : claim;
}

function outsiderPulls({ case: { links, pulls } }: Verdict, { board }: BoardFacts): IssueState['outsiders'] {
  return links.flatMap(({ kind, ref }) => {
    const pull = kind === 'pull' ? pulls.get(ref) : undefined;
    if (pull?.state !== 'open' || mayPush(board, pull.author.login, repoOf(ref))) return [];
    return [{ pull: ref, by: pull.author.login }];
  });
}
