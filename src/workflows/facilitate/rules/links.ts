// Links between issues and work, each with its strength. Everything else is a mention: evidence, never a link.
import type { BoardSnapshot, BranchFacts, CommitFacts, IssueFacts, PullFacts, Ref } from '../../../board.js';
import { mayPush } from './people.js';
import { numbersOfBranch, type Reference, referencesIn, type Strength, strongest } from './references.js';
import { takesOf } from './reverts.js';
import { isIgnored, type Rules } from './rule-settings.js';

export interface Link {
  readonly issue: Ref;
  readonly kind: 'pull' | 'commit' | 'branch';
  /** The pull request's reference, the commit's sha, the branch's name. */
  readonly ref: string;
  readonly strength: Strength;
  /** By its branch's name, or because GitHub says the branch was made for it. */
  readonly byBranch: boolean;
}

export type Links = ReadonlyMap<Ref, readonly Link[]>;

export const repoOf = (ref: Ref): string => ref.slice(0, ref.lastIndexOf('#'));

/** A name by which references sort: by repository, then by number. */
export const orderOf = (ref: string): string => ref.replace(/\d+$/, (number) => number.padStart(10, '0'));

/** Compares references as people count. */
export function byOrder(a: string, b: string): number {
  const [one, other] = [orderOf(a), orderOf(b)];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** All links of a board, by issue. */
export function linksOf(board: BoardSnapshot, rules: Rules): Links {
  const issues = new Map(board.issues.map((issue) => [issue.ref, issue]));
  const repos = new Set(board.repos.map(({ repo }) => repo));
  const pulls = board.pulls.filter(({ ref }) => repos.has(repoOf(ref)));
  const closers = closersOf(board);
  const found = [
    ...pulls.flatMap((pull) => linksOfPull(pull, { board, rules, issues, closers })),
    ...board.commits.flatMap((commit) => linksOfCommit(commit, { board, rules, issues, closers })),
    ...board.branches.flatMap((branch) => linksOfBranch(branch, { board, rules, issues, closers })),
  ];
  const byIssue = new Map<Ref, Link[]>();
  for (const link of found) byIssue.set(link.issue, [...(byIssue.get(link.issue) ?? []), link]);
  return new Map([...byIssue].map(([issue, links]) => [issue, links.sort((a, b) => byOrder(a.ref, b.ref))]));
}

interface Ground {
  readonly board: BoardSnapshot;
  readonly rules: Rules;
  readonly issues: ReadonlyMap<Ref, IssueFacts>;
  /** By pull request: the issues of the board that GitHub says it closes. */
  readonly closers: ReadonlyMap<Ref, readonly Ref[]>;
}

function closersOf({ issues }: BoardSnapshot): ReadonlyMap<Ref, readonly Ref[]> {
  const closers = new Map<Ref, Ref[]>();
  for (const { ref, closers: pulls = [] } of issues)
    for (const pull of pulls === 'unread' ? [] : pulls) closers.set(pull, [...(closers.get(pull) ?? []), ref]);
  return closers;
}

const whereOf = (repo: string, { rules }: Ground) => ({ repo, host: rules.host });

const wordsOf = (message: string, repo: string, ground: Ground): readonly Reference[] =>
  takesOf(message, repo) ? [] : referencesIn(message, whereOf(repo, ground));

function linksOfPull(pull: PullFacts, ground: Ground): readonly Link[] {
  const repo = repoOf(pull.ref);
  const said = `${pull.title}\n\n${pull.body}`;
  if (isIgnored(pull.author, ground.rules) || takesOf(said, repo)) return [];
  const own = pull.commits === 'unread' ? [] : pull.commits.filter((commit) => commit.own);
  // What a pull request of a repository beside the board says counts only where GitHub made a closing reference of it.
  const isForeign = ground.board.repos.some((each) => each.repo === repo && each.foreign === true);
  const byGitHub = [...(pull.closes === 'unread' || isForeign ? [] : pull.closes), ...closedBy(pull, ground)];
  const words = strongest([
    ...byGitHub.map((ref) => ({ ref, strength: 'closing' as const })),
    ...(isForeign
      ? []
      : [
          ...referencesIn(said, whereOf(repo, ground)),
          ...own.flatMap(({ message }) => wordsOf(message, repo, ground)),
        ]),
  ]);
  if (claimsTooMuch(pull, words, ground)) return [];
  const first = own[0]?.at ?? pull.createdAt;
  const named = isForeign ? [] : namedByBranch(pull.head.branch, { repo, first, words }, ground);
  const made = [...ground.issues.values()].filter((issue) => isMadeFor(issue, pull.head)).map(({ ref }) => ref);
  return merge(words, [...new Set([...named, ...made])], { kind: 'pull', ref: pull.ref }, ground);
}

/** An outsider's pull request that closes half the board says nothing until somebody who may push has looked at it. */
function claimsTooMuch(pull: PullFacts, words: readonly Reference[], { board }: Ground): boolean {
  const pushes = (login: string | undefined) => mayPush(board, login, repoOf(pull.ref));
  if (pushes(pull.author.login)) return false;
  if (words.filter(({ strength }) => strength === 'closing').length <= 3) return false;
  const reviewed = pull.reviews !== 'unread' && pull.reviews.some(({ by }) => pushes(by.login));
  return !reviewed && !pushes(pull.merge?.by?.login);
}

/** The issues that a branch names; they must be older than its first own commit, or the number means something else. */
function namedByBranch(
  name: string,
  of: { repo: string; first: string; words: readonly Reference[] },
  { issues }: Ground,
): readonly Ref[] {
  return numbersOfBranch(name).flatMap(({ number, sure }) => {
    const ref = `${of.repo}#${number}`;
    const issue = issues.get(ref);
    if (!issue || issue.createdAt >= of.first) return [];
    return sure || of.words.some((word) => word.ref === ref) ? [ref] : [];
  });
}

/** Words and branch name together: the strongest counts, and that the branch said it is remembered. */
function merge(
  words: readonly Reference[],
  named: readonly Ref[],
  work: { kind: Link['kind']; ref: string },
  { issues }: Ground,
): readonly Link[] {
  const meant = words.flatMap(({ ref, strength }) => (strength === 'mention' ? [] : [{ ref, strength }]));
  const refs = [...new Set([...meant.map(({ ref }) => ref), ...named])].filter((ref) => issues.has(ref));
  return refs.map((issue) => ({
    issue,
    ...work,
    strength: meant.find(({ ref }) => ref === issue)?.strength ?? 'naming',
    byBranch: named.includes(issue),
  }));
}

function linksOfCommit(commit: CommitFacts, ground: Ground): readonly Link[] {
  if (isIgnored(commit.by, ground.rules) || isParents(commit, ground)) return [];
  const words = wordsOf(commit.message, commit.repo, ground).filter(({ ref }) => {
    const issue = ground.issues.get(ref);
    return issue !== undefined && commit.at > issue.createdAt;
  });
  return merge(words, [], { kind: 'commit', ref: commit.sha }, ground);
}

/** A fork brings its parent's history along, whose numbers mean the parent's issues. */
function isParents({ repo, at }: CommitFacts, { board }: Ground): boolean {
  const forkedAt = board.repos.find((each) => each.repo === repo)?.forkedAt;
  return forkedAt !== undefined && at < forkedAt;
}

function linksOfBranch(branch: BranchFacts, ground: Ground): readonly Link[] {
  const ahead = branch.ahead === 'unread' ? [] : branch.ahead.filter(({ by }) => !isIgnored(by, ground.rules));
  const made = ground.board.issues.filter(
    (issue) => repoOf(issue.ref) === branch.repo && isMadeFor(issue, { repo: branch.repo, branch: branch.name }),
  );
  const first = ahead[0]?.at ?? ground.board.observedAt;
  const words = strongest(ahead.flatMap(({ message }) => wordsOf(message, branch.repo, ground)));
  const named = namedByBranch(branch.name, { repo: branch.repo, first, words }, ground);
  const refs = new Set([...made.map(({ ref }) => ref), ...named]);
  return merge([], [...refs], { kind: 'branch', ref: branch.name }, ground);
}

/** GitHub says that the branch was created for the issue (in its Development panel). */
function isMadeFor({ ref, branches }: IssueFacts, { repo, branch }: { repo: string; branch: string }): boolean {
  return branches !== 'unread' && branches.includes(repo === repoOf(ref) ? branch : `${repo}:${branch}`);
}

/** By GitHub's word on the issue's side. A text edited after the merge claims nothing that it did not claim then. */
function closedBy(pull: PullFacts, { closers }: Ground): readonly Ref[] {
  const refs = closers.get(pull.ref) ?? [];
  const { closes } = pull;
  return pull.state === 'merged' && closes !== 'unread' ? refs.filter((ref) => closes.includes(ref)) : refs;
}
