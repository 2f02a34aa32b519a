// Judges every issue of a board by the table. No other place decides a state.
import type { BoardSnapshot, IssueFacts, PullFacts, Ref } from '../../../ports/board-snapshot.js';
import { digestOf } from '../../../text/digest.js';
import type { Sign } from './answer.js';
import { type Blocker, blockerTextOf, type Memory, type Surroundings, waitingOf } from './blockers.js';
import { type Case, type Child, openBlockers, ready } from './facts.js';
import { byOrder, type Links, linksOf, orderOf } from './links.js';
import { isDoubtful, type MergeContext } from './pull-request.js';
import { revertsOf } from './references.js';
import type { Rules } from './rule-settings.js';
import { type Row, type Rule, type State, table } from './table.js';
import { workOf } from './work.js';

export interface Verdict {
  readonly issue: Ref;
  readonly state: State;
  readonly rule: Rule;
  readonly due?: Row['due'] | undefined;
  readonly signs: readonly Sign[];
  /** For `unknown`: the data that could not be read. */
  readonly missing: readonly string[];
  readonly blockers: readonly Blocker[];
  readonly problems: readonly string[];
  readonly attention: readonly Attention[];
  /** Whether GitHub did not say if a ready pull request can be merged. */
  readonly doubtful: boolean;
  readonly case: Case;
}

export interface Judged {
  readonly verdicts: ReadonlyMap<Ref, Verdict>;
  readonly links: Links;
}

/** Judges all issues of a board. The issues in `outside` are used to judge the others, but get no verdict. */
export function judge(board: BoardSnapshot, rules: Rules, memory?: Memory, outside: readonly Ref[] = []): Judged {
  const boardJudge = new BoardJudge(board, rules, memory);
  const inside = board.issues.filter(({ ref }) => !outside.includes(ref));
  return {
    verdicts: new Map(inside.map((issue) => [issue.ref, boardJudge.verdictOf(issue)])),
    links: boardJudge.links,
  };
}

/** Judges one issue after the other. Verdicts are cached, since several issues may need the verdict of the same sub-issue or blocker. */
class BoardJudge {
  readonly links: Links;
  readonly #board: BoardSnapshot;
  readonly #rules: Rules;
  readonly #memory: Memory | undefined;
  readonly #issues: ReadonlyMap<Ref, IssueFacts>;
  readonly #pulls: ReadonlyMap<Ref, PullFacts>;
  readonly #unclear: readonly PullFacts[];
  readonly #context: MergeContext;
  readonly #revertedAt: ReturnType<typeof revertsOf>;
  readonly #verdicts = new Map<Ref, Verdict>();
  readonly #inProgress = new Set<Ref>();

  constructor(board: BoardSnapshot, rules: Rules, memory: Memory | undefined) {
    this.#board = board;
    this.#rules = rules;
    this.#memory = memory;
    this.links = linksOf(board, rules);
    this.#issues = new Map(board.issues.map((issue) => [issue.ref, issue]));
    this.#pulls = new Map(board.pulls.map((pull) => [pull.ref, pull]));
    this.#unclear = board.pulls.filter(({ closes }) => closes === 'unread');
    this.#revertedAt = revertsOf(board);
    const revertedAt = (pull: PullFacts) =>
      pull.merge ? this.#revertedAt({ sha: pull.merge.sha, pull: pull.ref }) : null;
    this.#context = { board, doneBranches: rules.doneBranches, revertedAt };
  }

  verdictOf(issue: IssueFacts): Verdict {
    const known = this.#verdicts.get(issue.ref);
    if (known) return known;
    this.#inProgress.add(issue.ref);
    const verdict = decide(this.#caseOf(issue));
    this.#inProgress.delete(issue.ref);
    this.#verdicts.set(issue.ref, verdict);
    return verdict;
  }

  #caseOf(issue: IssueFacts): Case {
    const early = this.#earlyCase(issue);
    const children = this.#childrenOf(issue);
    return {
      ...early,
      waiting: waitingOf(issue, this.#surroundings),
      children,
      childrenUnread: issue.children === 'unread',
    };
  }

  /** A case without blockers and sub-issues. It is enough for the rows that decide whether an issue still blocks others. */
  #earlyCase(issue: IssueFacts): Case {
    const links = this.links.get(issue.ref) ?? [];
    const commitRevertedAt = (sha: string) => this.#revertedAt({ sha });
    const now = this.#board.observedAt;
    return {
      issue,
      now,
      links,
      pulls: this.#pulls,
      unclear: this.#unclear,
      context: this.#context,
      waiting: { blockers: [], problems: [], unread: [], texts: {} },
      children: [],
      childrenUnread: false,
      work: workOf({ issue, links, context: this.#context, now, commitRevertedAt }),
    };
  }

  get #surroundings(): Surroundings {
    return {
      board: this.#board,
      rules: this.#rules,
      memory: this.#memory,
      find: (ref) => readable(this.#issues.get(ref)) ?? this.#pulls.get(ref),
      isOver: (issue) => overRows.some(({ holds }) => holds(this.#earlyCase(issue)).is === 'yes'),
      isAbsent: (ref) => this.#board.absent.includes(ref),
    };
  }

  #childrenOf(issue: IssueFacts): readonly Child[] {
    const own = issue.children === 'unread' ? [] : issue.children;
    const refs = [...new Set([...own, ...blockerTextOf(issue, this.#rules).children])].filter(
      (ref) => ref !== issue.ref,
    );
    return refs.sort(byOrder).map((ref) => {
      const child = this.#issues.get(ref);
      // A sub-issue that cannot be read, or that is also an ancestor, is not done.
      if (!child || this.#inProgress.has(ref)) return { ref, state: 'unknown', rule: 'unreadable', dropped: false };
      const { state, rule } = this.verdictOf(child);
      const dropped = child.closed?.reason === 'not_planned' || child.closed?.reason === 'duplicate';
      return { ref, state, rule, dropped };
    });
  }
}

const overRows = table.filter(({ rule }) => rule === 'closed' || rule === 'merged' || rule === 'landed');

/** Returns the verdict of the first row that holds. If a row above it could not be decided, the issue is `unknown`. */
export function decide(of: Case): Verdict {
  const missing: string[] = [];
  const common = {
    issue: of.issue.ref,
    blockers: of.waiting.blockers,
    problems: of.waiting.problems,
    doubtful: ready(of).some(isDoubtful),
    case: of,
  };
  if (of.issue.unread) return { ...common, ...unreadable, missing: [`issue ${of.issue.ref}`] };
  for (const row of table) {
    const answer = row.holds(of);
    if (answer.is === 'unread') missing.push(...answer.missing);
    if (answer.is !== 'yes') continue;
    if (missing.length > 0) return { ...common, ...unreadable, missing: [...new Set(missing)] };
    const { state, rule, due } = row;
    return { ...common, state, rule, due, signs: inOrder(answer.signs), missing: [], attention: attentionOf(row, of) };
  }
  throw new Error('the last row of the table holds always');
}

/** Sorts evidence by time, then by content, so that the result does not depend on the order in which GitHub returned it. */
const inOrder = (signs: readonly Sign[]): readonly Sign[] =>
  signs
    .map((sign) => ({ sign, key: `${sign.at ?? ''} ${orderOf(sign.ref ?? '')} ${sign.what}` }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ sign }) => sign);

const readable = (issue: IssueFacts | undefined): IssueFacts | undefined => (issue?.unread ? undefined : issue);

const unreadable = { state: 'unknown', rule: 'unreadable', signs: [], attention: [] } as const;

/** The hash of a verdict's evidence. It includes no text or label by crew and no ages, so that it changes only when the issue does. */
export function evidenceDigestOf({ state, rule, due, signs, missing, blockers, problems, attention }: Verdict): string {
  const said = blockers.map(({ ref, external, open, dropped }) => ({ ref, external, open, dropped }));
  return digestOf(
    JSON.stringify({ state, rule, due, signs, missing: [...missing].sort(), blockers: said, problems, attention }),
  ).slice(0, 16);
}

/** The precondition of a planned change: the evidence, the heads of the linked pull requests, and whether the issue is open. */
export function preconditionOf(verdict: Verdict): string {
  const { links, pulls, issue } = verdict.case;
  const heads = links.flatMap(({ kind, ref }) => (kind === 'pull' ? (pulls.get(ref)?.head.sha ?? []) : []));
  const state = issue.closed === undefined ? 'open' : 'closed';
  return digestOf(JSON.stringify([evidenceDigestOf(verdict), [...heads].sort(), state])).slice(0, 16);
}

type Attention =
  | { readonly is: 'merge-due'; readonly pull: Ref }
  | { readonly is: 'compete'; readonly pulls: readonly Ref[] }
  | { readonly is: 'children-dropped' }
  | { readonly is: 'external'; readonly what: string }
  /** A blocker was closed as not planned, so a maintainer should check whether the issue is still wanted. */
  | { readonly is: 'blocker-dropped'; readonly blocker: Ref };

/** The reasons why a maintainer should look at an issue, given the row that decided it. */
function attentionOf({ rule, state, due }: Pick<Row, 'rule' | 'state' | 'due'>, of: Case): readonly Attention[] {
  return [
    ...(due === 'merge' ? mergeDue(of) : []),
    ...(rule === 'in-review' ? competing(of) : []),
    ...(rule === 'closed' || state === 'done' ? [] : droppedOf(of)),
    ...(state === 'blocked' ? external(of) : []),
  ];
}

/** A merge that a person must do. None if auto-merge or a merge queue does it. */
function mergeDue(of: Case): readonly Attention[] {
  return ready(of).flatMap(({ ref, autoMerge, queued }) =>
    autoMerge || queued ? [] : [{ is: 'merge-due', pull: ref }],
  );
}

/** Two or more ready pull requests for the same issue. A pull request that is based on another one does not compete with it. */
function competing(of: Case): readonly Attention[] {
  const pulls = ready(of).filter((pull) => basePullOf(pull, of) === null);
  return pulls.length > 1 ? [{ is: 'compete', pulls: pulls.map(({ ref }) => ref) }] : [];
}

/** The open pull request that a pull request is based on; null if there is none. */
export function basePullOf(pull: PullFacts, { pulls }: Case): Ref | null {
  const repo = pull.ref.slice(0, pull.ref.lastIndexOf('#'));
  for (const below of pulls.values()) {
    if (below.state === 'open' && below.ref !== pull.ref && below.head.branch === pull.base && below.head.repo === repo)
      return below.ref;
  }
  return null;
}

function droppedOf({ children, waiting }: Case): readonly Attention[] {
  const allDropped = children.length > 0 && children.every((child) => child.dropped);
  const blockers = waiting.blockers.flatMap((each): Attention[] =>
    each.dropped && each.ref !== undefined ? [{ is: 'blocker-dropped', blocker: each.ref }] : [],
  );
  return [...(allDropped ? [{ is: 'children-dropped' } as const] : []), ...blockers];
}

function external(of: Case): readonly Attention[] {
  return openBlockers(of).flatMap(({ external: what }): Attention[] =>
    what === undefined ? [] : [{ is: 'external', what }],
  );
}
