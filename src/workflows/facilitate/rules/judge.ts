// Judges every issue of a board by the table. No other place decides a state. Used by the scan, by `/crew fix`, and by plan, which checks
// whether the verdicts behind a plan file still hold.
import type { BoardSnapshot, IssueFacts, PullFacts, Ref } from '../../../ports/board-snapshot.js';
import { digestOf } from '../../../text/digest.js';
import type { EvidenceItem } from './answer.js';
import { type Blocker, type BlockerContext, blockersOf, blockerTextOf, type PreviousScan } from './blockers.js';
import { type Case, type Child, isOverRule, openBlockers, readyPullsOf } from './facts.js';
import { compareRefs, type Links, linksOf, sortKeyOf } from './links.js';
import { isMergeabilityUnknown, type MergeContext } from './pull-request.js';
import { revertsOf } from './references.js';
import type { Rules } from './rule-settings.js';
import type { BlockerSource } from './statements.js';
import { type Row, type Rule, type State, table } from './table.js';
import { workOf } from './work.js';

export interface Verdict {
  readonly issue: Ref;
  readonly state: State;
  readonly rule: Rule;
  /** What a maintainer has to do with a `done` issue that is open. */
  readonly due?: Row['due'] | undefined;
  readonly evidence: readonly EvidenceItem[];
  /** For `unknown`: the data that could not be read. */
  readonly missing: readonly string[];
  readonly blockers: readonly Blocker[];
  /** References in the description to the issue itself or to issues that do not exist. */
  readonly problems: readonly string[];
  /** The reasons why a maintainer should look at the issue. */
  readonly attention: readonly Attention[];
  /** Whether GitHub did not say if a ready pull request can be merged. */
  readonly isMergeabilityUnknown: boolean;
  readonly case: Case;
}

export interface Judged {
  readonly verdicts: ReadonlyMap<Ref, Verdict>;
  readonly links: Links;
}

/** Judges all issues of a board, except those in `unjudged`: they only serve to judge the others. */
export function judge(
  board: BoardSnapshot,
  rules: Rules,
  previous?: PreviousScan,
  unjudged: readonly Ref[] = [],
): Judged {
  const boardJudge = new BoardJudge(board, rules, previous);
  const inside = board.issues.filter(({ ref }) => !unjudged.includes(ref));
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
  readonly #previous: PreviousScan | undefined;
  readonly #issues: ReadonlyMap<Ref, IssueFacts>;
  readonly #pulls: ReadonlyMap<Ref, PullFacts>;
  readonly #unreadClosers: readonly PullFacts[];
  readonly #context: MergeContext;
  readonly #revertedAt: ReturnType<typeof revertsOf>;
  readonly #verdicts = new Map<Ref, Verdict>();
  readonly #inProgress = new Set<Ref>();

  constructor(board: BoardSnapshot, rules: Rules, previous: PreviousScan | undefined) {
    this.#board = board;
    this.#rules = rules;
    this.#previous = previous;
    this.links = linksOf(board, rules);
    this.#issues = new Map(board.issues.map((issue) => [issue.ref, issue]));
    this.#pulls = new Map(board.pulls.map((pull) => [pull.ref, pull]));
    this.#unreadClosers = board.pulls.filter(({ closes }) => closes === 'unread');
    this.#revertedAt = revertsOf(board);
    const revertedAt = (pull: PullFacts) =>
      pull.merge ? this.#revertedAt({ sha: pull.merge.sha, pull: pull.ref }) : null;
    this.#context = { board, doneBranches: rules.doneBranches, revertedAt };
  }

  verdictOf(issue: IssueFacts): Verdict {
    const cached = this.#verdicts.get(issue.ref);
    if (cached) return cached;
    this.#inProgress.add(issue.ref);
    const verdict = judgeCase(this.#caseOf(issue));
    this.#inProgress.delete(issue.ref);
    this.#verdicts.set(issue.ref, verdict);
    return verdict;
  }

  #caseOf(issue: IssueFacts): Case {
    const early = this.#earlyCase(issue);
    const children = this.#childrenOf(issue);
    return {
      ...early,
      issueBlockers: blockersOf(issue, this.#blockerContext),
      children,
      childrenUnread: issue.children === 'unread',
    };
  }

  /** A case without blockers and sub-issues. The rows that decide whether an issue still blocks others need no more. */
  #earlyCase(issue: IssueFacts): Case {
    const links = this.links.get(issue.ref) ?? [];
    const commitRevertedAt = (sha: string) => this.#revertedAt({ sha });
    const now = this.#board.observedAt;
    return {
      issue,
      now,
      links,
      pulls: this.#pulls,
      unreadClosers: this.#unreadClosers,
      context: this.#context,
      issueBlockers: { blockers: [], problems: [], unread: [], texts: {} },
      children: [],
      childrenUnread: false,
      work: workOf({ issue, links, context: this.#context, now, commitRevertedAt }),
    };
  }

  get #blockerContext(): BlockerContext {
    return {
      board: this.#board,
      rules: this.#rules,
      previous: this.#previous,
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
    return refs.sort(compareRefs).map((ref) => {
      const child = this.#issues.get(ref);
      // A sub-issue that cannot be read, or that is also an ancestor, is not done.
      if (!child || this.#inProgress.has(ref)) return { ref, state: 'unknown', rule: 'unreadable', dropped: false };
      const { state, rule } = this.verdictOf(child);
      const dropped = child.closed?.reason === 'not_planned' || child.closed?.reason === 'duplicate';
      return { ref, state, rule, dropped };
    });
  }
}

const overRows = table.filter(({ rule }) => isOverRule(rule));

/** Returns the verdict of the first row that holds. If a row above it could not be decided, the issue is `unknown`. */
export function judgeCase(issueCase: Case): Verdict {
  const missing: string[] = [];
  const common = {
    issue: issueCase.issue.ref,
    blockers: issueCase.issueBlockers.blockers,
    problems: issueCase.issueBlockers.problems,
    isMergeabilityUnknown: readyPullsOf(issueCase).some(isMergeabilityUnknown),
    case: issueCase,
  };
  if (issueCase.issue.unread) return { ...common, ...unreadable, missing: [`issue ${issueCase.issue.ref}`] };
  for (const row of table) {
    const answer = row.holds(issueCase);
    if (answer.is === 'unread') missing.push(...answer.missing);
    if (answer.is !== 'yes') continue;
    if (missing.length > 0) return { ...common, ...unreadable, missing: [...new Set(missing)] };
    const { state, rule, due } = row;
    return {
      ...common,
      state,
      rule,
      due,
      evidence: sorted(answer.evidence),
      missing: [],
      attention: attentionOf(row, issueCase),
    };
  }
  throw new Error('the last row of the table holds always');
}

/** Evidence sorted by time, then by content, so that the result does not depend on the order in which GitHub returned it. */
const sorted = (evidence: readonly EvidenceItem[]): readonly EvidenceItem[] =>
  evidence
    .map((item) => ({ item, key: `${item.at ?? ''} ${sortKeyOf(item.ref ?? '')} ${item.what}` }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);

const readable = (issue: IssueFacts | undefined): IssueFacts | undefined => (issue?.unread ? undefined : issue);

const unreadable = { state: 'unknown', rule: 'unreadable', evidence: [], attention: [] } as const;

/**
 * The hash of a verdict's evidence. It includes no text or label by crew and no ages, so that it changes only when the issue does. The
 * key `signs` is part of hashes in stored records: another name would change them all.
 */
export function evidenceDigestOf({
  state,
  rule,
  due,
  evidence,
  missing,
  blockers,
  problems,
  attention,
}: Verdict): string {
  const blockerFacts = blockers.map(({ ref, external, open, dropped }) => ({ ref, external, open, dropped }));
  return digestOf(
    JSON.stringify({
      state,
      rule,
      due,
      signs: evidence,
      missing: [...missing].sort(),
      blockers: blockerFacts,
      problems,
      attention,
    }),
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
  | { readonly is: 'external'; readonly what: string; readonly source: BlockerSource }
  /** A blocker was closed as not planned, so a maintainer should check whether the issue is still wanted. */
  | { readonly is: 'blocker-dropped'; readonly blocker: Ref };

/** The reasons why a maintainer should look at an issue, given the row that decided it. */
function attentionOf({ rule, state, due }: Pick<Row, 'rule' | 'state' | 'due'>, issueCase: Case): readonly Attention[] {
  return [
    ...(due === 'merge' ? mergeDue(issueCase) : []),
    ...(rule === 'in-review' ? competing(issueCase) : []),
    ...(rule === 'closed' || state === 'done' ? [] : droppedOf(issueCase)),
    ...(state === 'blocked' ? externalBlockers(issueCase) : []),
  ];
}

/** A merge that a person must do. None if auto-merge or a merge queue does it. */
function mergeDue(issueCase: Case): readonly Attention[] {
  return readyPullsOf(issueCase).flatMap(({ ref, autoMerge, queued }) =>
    autoMerge || queued ? [] : [{ is: 'merge-due', pull: ref }],
  );
}

/** Two or more ready pull requests for the same issue. A pull request that is based on another one does not compete with it. */
function competing(issueCase: Case): readonly Attention[] {
  const pulls = readyPullsOf(issueCase).filter((pull) => basePullOf(pull, issueCase) === null);
  return pulls.length > 1 ? [{ is: 'compete', pulls: pulls.map(({ ref }) => ref) }] : [];
}

/** The open pull request that a pull request is based on; null if there is none. */
export function basePullOf(pull: PullFacts, { pulls }: Case): Ref | null {
  const repo = pull.ref.slice(0, pull.ref.lastIndexOf('#'));
  for (const basePull of pulls.values()) {
    if (
      basePull.state === 'open' &&
      basePull.ref !== pull.ref &&
      basePull.head.branch === pull.base &&
      basePull.head.repo === repo
    )
      return basePull.ref;
  }
  return null;
}

function droppedOf({ children, issueBlockers }: Case): readonly Attention[] {
  const allDropped = children.length > 0 && children.every((child) => child.dropped);
  const blockers = issueBlockers.blockers.flatMap((each): Attention[] =>
    each.dropped && each.ref !== undefined ? [{ is: 'blocker-dropped', blocker: each.ref }] : [],
  );
  return [...(allDropped ? [{ is: 'children-dropped' } as const] : []), ...blockers];
}

function externalBlockers(issueCase: Case): readonly Attention[] {
  return openBlockers(issueCase).flatMap(({ external: what, source }): Attention[] =>
    what === undefined ? [] : [{ is: 'external', what, source }],
  );
}
