// The digest issue, which sums up the board if `digest-issue` is set: finds it, lists likely duplicates, and plans its text. crew rewrites it
// when its statements about the board change.

import { bodyDigest, readMarker } from '../../../changes/marker.js';
import type { BoardSnapshot, IssueFacts, Ref } from '../../../ports/board-snapshot.js';
import type { IssueChange } from '../../../ports/change.js';
import type { IssueNumber, Report } from '../../../ports/report.js';
import type { Language } from '../../../text/lang/index.js';
import { movesOf } from '../../../view/board/markdown/digest.js';
import { boardDigest } from '../../../view/board/markdown/summary.js';
import { type BoardFacts, isDashboard, numberIn } from './board-facts.js';
import { readyPullsOf } from './facts.js';
import type { Verdict } from './judge.js';
import { compareRefs, repoOf } from './links.js';
import { type Identity, isCrew, mayPush } from './people.js';
import { wordsOf } from './score.js';
import { UNFINISHED_STATUSES, WORK_WORKFLOWS } from './work.js';

/** An issue that may duplicate an older one. */
interface Similar {
  readonly issue: Ref;
  readonly to: Ref;
}

/** The largest number of likely duplicates in the digest. */
const MAX_SIMILAR = 3;

/** Likely duplicates share at least `SHARED` rare words, and at least the fraction `PART` of the rare words of the shorter issue. */
const MIN_SHARED_WORDS = 3;
const MIN_SHARE = 0.5;

/** A word is rare if at most this many open issues use it; on a large board, at most one issue in twenty. */
const MAX_USES_OF_RARE_WORD = 3;

interface WordsOfIssue {
  readonly issue: Ref;
  readonly facts: IssueFacts;
  readonly words: readonly string[];
}

/** Issues by people without write access that may duplicate an older open issue, because they share rare words. Likeliest first. */
export function similarIn(boardFacts: BoardFacts): readonly Similar[] {
  const issues = rareWordsOf(boardFacts);
  const issuesByWord = new Map<string, WordsOfIssue[]>();
  for (const each of issues)
    for (const word of each.words) issuesByWord.set(word, [...(issuesByWord.get(word) ?? []), each]);
  const found = issues.flatMap((each) => {
    const { author } = each.facts;
    if (author.bot === true || mayPush(boardFacts.board, author.login, repoOf(each.issue))) return [];
    return mostSimilarOf(each, issuesByWord) ?? [];
  });
  return found
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_SIMILAR)
    .map(({ issue, to }) => ({ issue, to }));
}

/** The open issues with their rare words. */
function rareWordsOf(boardFacts: BoardFacts): readonly WordsOfIssue[] {
  const open = boardFacts.verdicts
    .filter((each) => each.state !== 'done' && !isDashboard(each, boardFacts))
    .map(({ issue, case: { issue: facts } }) => ({ issue, facts, words: wordsOf(`${facts.title} ${facts.body}`) }));
  const uses = new Map<string, number>();
  for (const { words } of open) for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1);
  const maxUses = Math.max(MAX_USES_OF_RARE_WORD, open.length / 20);
  return open.map((each) => ({
    ...each,
    words: [...each.words].filter((word) => (uses.get(word) ?? 0) <= maxUses),
  }));
}

/** The older issue that shares most with an issue, and the share of rare words; undefined if none shares enough. */
function mostSimilarOf(
  { issue, facts, words }: WordsOfIssue,
  issuesByWord: ReadonlyMap<string, readonly WordsOfIssue[]>,
): (Similar & { readonly share: number }) | undefined {
  const sharedCounts = new Map<WordsOfIssue, number>();
  for (const word of words)
    for (const other of issuesByWord.get(word) ?? [])
      if (other.facts.createdAt < facts.createdAt) sharedCounts.set(other, (sharedCounts.get(other) ?? 0) + 1);
  const [best] = [...sharedCounts]
    .map(([other, count]) => ({ other, count, share: count / Math.min(words.length, other.words.length) }))
    .filter(({ count, share }) => count >= MIN_SHARED_WORDS && share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share || b.count - a.count);
  return best && { issue, to: best.other.issue, share: best.share };
}

/** The slot of the digest issue. */
const SLOT = 'digest';

/** The digest issues, found by marker and author. There are several only if concurrent scans each opened one. */
export function digestsIn({ issues }: BoardSnapshot, identity: Identity): readonly Ref[] {
  return issues
    .filter(({ author, body }) => isCrew(author, identity) && readMarker(body)?.slot === SLOT)
    .map(({ ref }) => ref)
    .sort(compareRefs);
}

export interface DigestInput {
  readonly boardFacts: BoardFacts;
  readonly report: Report;
  readonly lang: Language;
  /** GitHub's host. */
  readonly host: string;
  readonly outgoing: (text: string) => string;
}

export interface DigestPlan {
  /** Undefined when the digest issue is up to date. */
  readonly change: IssueChange | undefined;
  /** The hash of its statements about the board, without the trend and ages. */
  readonly digest: string;
}

/** The digest issue as it should be; undefined if it is not configured. */
export function digestPlan({ boardFacts, report, lang, host, outgoing }: DigestInput): DigestPlan | undefined {
  if (!boardFacts.config.facilitate['digest-issue']) return undefined;
  const { board, previous, number, say } = boardFacts;
  const shown = withoutDigestIssues(report, boardFacts);
  const previousRecords = new Map(Object.entries(previous?.issues ?? {}).map(([ref, each]) => [number(ref), each]));
  const running = board.runs.filter(
    ({ workflow, status }) => WORK_WORKFLOWS.includes(workflow) && UNFINISHED_STATUSES.includes(status),
  );
  const { core, text } = boardDigest(
    shown,
    { lang, home: homeOf(board.repo, host) },
    {
      trend: previous?.trend ?? [],
      moves: previous ? movesOf(shown, previousRecords) : [],
      running: running.map(({ issue, workflow, run }) => ({ issue: number(issue), workflow, run })),
      similar: similarIn(boardFacts).map(({ issue, to }) => ({ issue: number(issue), to: number(to) })),
      pulls: pullsToReview(boardFacts),
    },
  );
  const digest = bodyDigest(outgoing(core));
  const change: IssueChange = {
    kind: 'issue',
    slot: SLOT,
    title: say.digestTitle,
    body: text,
    authors: boardFacts.identity.logins,
  };
  // If there are several digest issues, writing the digest again closes all but the oldest.
  const hasDuplicates = boardFacts.verdicts.filter((each) => isOpenDigest(each, boardFacts)).length > 1;
  return { change: digest === previous?.digest && !hasDuplicates ? undefined : change, digest };
}

/** By issue: the number of its first ready pull request in the board's own repository. */
function pullsToReview({ verdicts, board, number }: BoardFacts): ReadonlyMap<IssueNumber, number> {
  return new Map(
    verdicts.flatMap((verdict) => {
      const ref = readyPullsOf(verdict.case)[0]?.ref;
      return ref !== undefined && repoOf(ref) === board.repo ? [[number(verdict.issue), numberIn(ref)] as const] : [];
    }),
  );
}

const isOpenDigest = ({ issue, case: issueCase }: Verdict, { digestIssues }: BoardFacts): boolean =>
  digestIssues.includes(issue) && issueCase.issue.closed === undefined;

/** The report without the digest issues. Otherwise opening the digest would change its own text. */
function withoutDigestIssues(report: Report, { digestIssues, number }: BoardFacts): Report {
  const own = digestIssues.map(number);
  const { coverage, assessments } = report;
  return {
    ...report,
    assessments: assessments.filter(({ issue }) => !own.includes(issue)),
    coverage: { ...coverage, issues: coverage.issues - own.length, seen: coverage.seen - own.length },
  };
}

/** A link through redirect.github.com creates no reference on the linked issue. GitHub Enterprise has no such host. */
const homeOf = (repo: string, host: string): string | undefined =>
  host === 'github.com' ? `https://redirect.github.com/${repo}` : undefined;
