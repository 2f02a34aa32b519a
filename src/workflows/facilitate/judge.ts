// Every issue of a board, judged by the table. Pure, and the only place where a state is decided.
import type { BoardSnapshot, IssueFacts, PullFacts, Ref } from '../../board.js';
import { type Attention, attentionOf } from './attention.js';
import { type Blocker, type Memory, type Surroundings, waitingOf, writtenIn } from './blockers.js';
import { type Case, type Child, ready } from './facts.js';
import { byOrder, type Links, linksOf, orderOf } from './links.js';
import { isDoubtful, type MergedWork } from './pull.js';
import { revertsOf } from './reverts.js';
import type { Rules } from './rules.js';
import { type Row, type Rule, type State, table } from './table.js';
import type { Sign } from './three.js';
import { workOf } from './work.js';

export interface Verdict {
  readonly issue: Ref;
  readonly state: State;
  readonly rule: Rule;
  readonly due?: Row['due'] | undefined;
  readonly signs: readonly Sign[];
  /** For `unknown`: what would have been needed. */
  readonly missing: readonly string[];
  readonly blockers: readonly Blocker[];
  readonly problems: readonly string[];
  readonly attention: readonly Attention[];
  /** Something that decides could not be known wholly. */
  readonly doubtful: boolean;
  readonly case: Case;
}

export interface Judged {
  readonly verdicts: ReadonlyMap<Ref, Verdict>;
  readonly links: Links;
}

/** Judges a whole board; what is outside of it helps to judge the others, and gets no verdict of its own. */
export function judge(board: BoardSnapshot, rules: Rules, memory?: Memory, outside: readonly Ref[] = []): Judged {
  const court = new Court(board, rules, memory);
  const inside = board.issues.filter(({ ref }) => !outside.includes(ref));
  return { verdicts: new Map(inside.map((issue) => [issue.ref, court.verdictOf(issue)])), links: court.links };
}

/** What was looked up once is kept: verdicts of parts and of blockers are asked for again and again. */
class Court {
  readonly links: Links;
  readonly #board: BoardSnapshot;
  readonly #rules: Rules;
  readonly #memory: Memory | undefined;
  readonly #issues: ReadonlyMap<Ref, IssueFacts>;
  readonly #pulls: ReadonlyMap<Ref, PullFacts>;
  readonly #unclear: readonly PullFacts[];
  readonly #existing: MergedWork;
  readonly #undone: ReturnType<typeof revertsOf>;
  readonly #verdicts = new Map<Ref, Verdict>();
  readonly #asking = new Set<Ref>();

  constructor(board: BoardSnapshot, rules: Rules, memory: Memory | undefined) {
    this.#board = board;
    this.#rules = rules;
    this.#memory = memory;
    this.links = linksOf(board, rules);
    this.#issues = new Map(board.issues.map((issue) => [issue.ref, issue]));
    this.#pulls = new Map(board.pulls.map((pull) => [pull.ref, pull]));
    this.#unclear = board.pulls.filter(({ closes }) => closes === 'unread');
    this.#undone = revertsOf(board);
    const undoneAt = (pull: PullFacts) => (pull.merge ? this.#undone({ sha: pull.merge.sha, pull: pull.ref }) : null);
    this.#existing = { board, doneBranches: rules.doneBranches, undoneAt };
  }

  verdictOf(issue: IssueFacts): Verdict {
    const known = this.#verdicts.get(issue.ref);
    if (known) return known;
    this.#asking.add(issue.ref);
    const verdict = decide(this.#caseOf(issue));
    this.#asking.delete(issue.ref);
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

  /** As much as the rows need that end a wait: no blockers, no parts. */
  #earlyCase(issue: IssueFacts): Case {
    const links = this.links.get(issue.ref) ?? [];
    const commitUndoneAt = (sha: string) => this.#undone({ sha });
    const now = this.#board.observedAt;
    return {
      issue,
      now,
      links,
      pulls: this.#pulls,
      unclear: this.#unclear,
      existing: this.#existing,
      waiting: { blockers: [], problems: [], unread: [], texts: {} },
      children: [],
      childrenUnread: false,
      work: workOf({ issue, links, existing: this.#existing, now, commitUndoneAt }),
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
    const refs = [...new Set([...own, ...writtenIn(issue, this.#rules).children])].filter((ref) => ref !== issue.ref);
    return refs.sort(byOrder).map((ref) => {
      const child = this.#issues.get(ref);
      // What cannot be read, or is asked about while it asks, is not done.
      if (!child || this.#asking.has(ref)) return { ref, state: 'unknown', rule: 'unreadable', dropped: false };
      const { state, rule } = this.verdictOf(child);
      const dropped = child.closed?.reason === 'not_planned' || child.closed?.reason === 'duplicate';
      return { ref, state, rule, dropped };
    });
  }
}

const overRows = table.filter(({ rule }) => rule === 'closed' || rule === 'merged' || rule === 'landed');

/** The first row that holds decides, unless one above it could not be decided. */
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

/** By time: whatever order pages came in, the same board gives the same evidence. */
const inOrder = (signs: readonly Sign[]): readonly Sign[] =>
  signs
    .map((sign) => ({ sign, key: `${sign.at ?? ''} ${orderOf(sign.ref ?? '')} ${sign.what}` }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ sign }) => sign);

const readable = (issue: IssueFacts | undefined): IssueFacts | undefined => (issue?.unread ? undefined : issue);

const unreadable = { state: 'unknown', rule: 'unreadable', signs: [], attention: [] } as const;
