// Whether a task can be worked on at all, told before anything is spent: from the facilitator's facts and the text alone.
import type { Ref } from '../../../ports/board-snapshot.js';
import { type Claim, claimOf } from '../../facilitate/rules/claims.js';
import { openBlockers } from '../../facilitate/rules/facts.js';
import type { Verdict } from '../../facilitate/rules/judge.js';
import { repoOf } from '../../facilitate/rules/links.js';
import { mayPush } from '../../facilitate/rules/people.js';
import { isOver, type Scene } from '../../facilitate/rules/scene.js';
import { type Forbidden, untouchableIn, type Vague, vaguenessOf } from './request-text.js';
import { isEmpty, type ReviewTask } from './review.js';

interface Task {
  /** What was typed behind the command; empty where the issue says it all. */
  readonly text: string;
  readonly issue?:
    | {
        readonly title: string;
        readonly body: string;
        readonly said?: readonly { readonly text: string }[] | undefined;
      }
    | undefined;
  readonly review?: ReviewTask | undefined;
}

interface Facts {
  /** `fix.workflow-files` of the configuration. */
  readonly workflowFiles: boolean;
  /** How its issue stands; undefined where there is none, or the field cannot be read. */
  readonly issueState?: IssueState | undefined;
  /** Somebody answered a question of this run: it is not asked again. */
  readonly answered?: boolean | undefined;
}

/** Why not, as data: text/lang/fix says it. */
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
  | { readonly is: 'untouchable'; readonly what: Forbidden; readonly says: string };

/** What a person is asked, as data. */
export type GateQuestion =
  | { readonly is: 'outsider'; readonly pulls: readonly { readonly pull: Ref; readonly by: string }[] }
  | { readonly is: 'vague'; readonly why: Vague }
  /** It can be read as asking for what crew may not touch. */
  | { readonly is: 'untouchable'; readonly what: Forbidden; readonly says: string };

export type Workable =
  | { readonly is: 'go' }
  | { readonly is: 'refused'; readonly why: Refusal }
  | { readonly is: 'ask'; readonly question: GateQuestion };

/** Says so, or why not, or asks one thing. */
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
  // What it lacks may have been said on it since.
  const vague = vaguenessOf([text, ...(task.issue?.said ?? []).map((each) => each.text)].join('\n\n'));
  return vague === null ? { is: 'go' } : asks({ is: 'vague', why: vague });
}

const asks = (question: GateQuestion): Workable => ({ is: 'ask', question });

const textOf = ({ text, issue }: Task): string =>
  [text, issue?.title ?? '', issue?.body ?? ''].filter((part) => part.trim() !== '').join('\n\n');

/** In this order: what is done needs nobody, a parent is worked on in its parts, and a claim only matters to what could be begun. */
function refusalOf({ issue, done, parts, blockers, roots, claim }: IssueState): Refusal | null {
  if (done) return { is: 'done', issue, ...done };
  if (parts.length > 0) return { is: 'parent', issue, parts };
  if (blockers.length > 0) return { is: 'blocked', issue, blockers, roots };
  return claim === null ? null : { is: 'claimed', issue, claim };
}

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
interface OwnWork {
  /** `all`: whoever asks has the issue's lease, so that nobody else is at work. */
  readonly runs: readonly string[] | 'all';
  readonly pulls: readonly Ref[];
}

/** Reads it from a verdict. */
export function issueStateOf(
  verdict: Verdict,
  { scene, own, by }: { scene: Scene; own: OwnWork; by: string | undefined },
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
function claimBySomebodyElse(claim: Claim | null, { by, own }: { by: string | undefined; own: OwnWork }): Claim | null {
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
