// Finds the pull requests, commits and branches that are linked to each issue, with the strength of each link. A
// mention is no link.
import type {
  BoardSnapshot,
  BranchFacts,
  CommitFacts,
  IssueFacts,
  PullFacts,
  Ref,
} from '../../../ports/board-snapshot.js';
import { mayPush } from './people.js';
import { numbersOfBranch, type Reference, referencesIn, revertedBy, type Strength, strongest } from './references.js';
import { isIgnored, type Rules } from './rule-settings.js';

export interface Link {
  readonly issue: Ref;
  readonly kind: 'pull' | 'commit' | 'branch';
  /** The pull request's reference, the commit's sha, the branch's name. */
  readonly ref: string;
  readonly strength: Strength;
  /** The branch name contains the issue number, or GitHub says that the branch was created for the issue. */
  readonly byBranch: boolean;
}

export type Links = ReadonlyMap<Ref, readonly Link[]>;

export const repoOf = (ref: Ref): string => ref.slice(0, ref.lastIndexOf('#'));

/** A sort key that orders references by repository, then by number. */
export const orderOf = (ref: string): string => ref.replace(/\d+$/, (number) => number.padStart(10, '0'));

/** Compares references by repository, then by number. */
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

interface LinkContext {
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

const whereOf = (repo: string, { rules }: LinkContext) => ({ repo, host: rules.host });

const wordsOf = (message: string, repo: string, context: LinkContext): readonly Reference[] =>
  revertedBy(message, repo) ? [] : referencesIn(message, whereOf(repo, context));

function linksOfPull(pull: PullFacts, context: LinkContext): readonly Link[] {
  const repo = repoOf(pull.ref);
  const said = `${pull.title}\n\n${pull.body}`;
  if (isIgnored(pull.author, context.rules) || revertedBy(said, repo)) return [];
  const own = pull.commits === 'unread' ? [] : pull.commits.filter((commit) => commit.own);
  // For pull requests of repositories outside the board, only GitHub's own closing references count.
  const isForeign = context.board.repos.some((each) => each.repo === repo && each.foreign === true);
  const byGitHub = [...(pull.closes === 'unread' || isForeign ? [] : pull.closes), ...closedBy(pull, context)];
  const words = strongest([
    ...byGitHub.map((ref) => ({ ref, strength: 'closing' as const })),
    ...(isForeign
      ? []
      : [
          ...referencesIn(said, whereOf(repo, context)),
          ...own.flatMap(({ message }) => wordsOf(message, repo, context)),
        ]),
  ]);
  if (claimsTooMuch(pull, words, context)) return [];
  const first = own[0]?.at ?? pull.createdAt;
  const named = isForeign ? [] : namedByBranch(pull.head.branch, { repo, first, words }, context);
  const made = [...context.issues.values()].filter((issue) => isMadeFor(issue, pull.head)).map(({ ref }) => ref);
  return merge(words, [...new Set([...named, ...made])], { kind: 'pull', ref: pull.ref }, context);
}

/** Whether a pull request claims to close more than three issues, and neither its author, nor a reviewer, nor its merger may push. */
function claimsTooMuch(pull: PullFacts, words: readonly Reference[], { board }: LinkContext): boolean {
  const pushes = (login: string | undefined) => mayPush(board, login, repoOf(pull.ref));
  if (pushes(pull.author.login)) return false;
  if (words.filter(({ strength }) => strength === 'closing').length <= 3) return false;
  const reviewed = pull.reviews !== 'unread' && pull.reviews.some(({ by }) => pushes(by.login));
  return !reviewed && !pushes(pull.merge?.by?.login);
}

/** The issues in a branch name. An issue that is younger than the branch's first commit does not count: the number means something else. */
function namedByBranch(
  name: string,
  of: { repo: string; first: string; words: readonly Reference[] },
  { issues }: LinkContext,
): readonly Ref[] {
  return numbersOfBranch(name).flatMap(({ number, sure }) => {
    const ref = `${of.repo}#${number}`;
    const issue = issues.get(ref);
    if (!issue || issue.createdAt >= of.first) return [];
    return sure || of.words.some((word) => word.ref === ref) ? [ref] : [];
  });
}

/** Merges the links from the text and from the branch name. The stronger one counts. */
function merge(
  words: readonly Reference[],
  named: readonly Ref[],
  work: { kind: Link['kind']; ref: string },
  { issues }: LinkContext,
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

function linksOfCommit(commit: CommitFacts, context: LinkContext): readonly Link[] {
  if (isIgnored(commit.by, context.rules) || isParents(commit, context)) return [];
  const words = wordsOf(commit.message, commit.repo, context).filter(({ ref }) => {
    const issue = context.issues.get(ref);
    return issue !== undefined && commit.at > issue.createdAt;
  });
  return merge(words, [], { kind: 'commit', ref: commit.sha }, context);
}

/** Whether a commit is older than the fork. Its issue numbers then belong to the parent repository. */
function isParents({ repo, at }: CommitFacts, { board }: LinkContext): boolean {
  const forkedAt = board.repos.find((each) => each.repo === repo)?.forkedAt;
  return forkedAt !== undefined && at < forkedAt;
}

function linksOfBranch(branch: BranchFacts, context: LinkContext): readonly Link[] {
  const ahead = branch.ahead === 'unread' ? [] : branch.ahead.filter(({ by }) => !isIgnored(by, context.rules));
  const made = context.board.issues.filter(
    (issue) => repoOf(issue.ref) === branch.repo && isMadeFor(issue, { repo: branch.repo, branch: branch.name }),
  );
  const first = ahead[0]?.at ?? context.board.observedAt;
  const words = strongest(ahead.flatMap(({ message }) => wordsOf(message, branch.repo, context)));
  const named = namedByBranch(branch.name, { repo: branch.repo, first, words }, context);
  const refs = new Set([...made.map(({ ref }) => ref), ...named]);
  return merge([], [...refs], { kind: 'branch', ref: branch.name }, context);
}

/** GitHub says that the branch was created for the issue (in its Development panel). */
function isMadeFor({ ref, branches }: IssueFacts, { repo, branch }: { repo: string; branch: string }): boolean {
  return branches !== 'unread' && branches.includes(repo === repoOf(ref) ? branch : `${repo}:${branch}`);
}

/** The issues that GitHub lists the pull request as closing. References that were added after the merge do not count. */
function closedBy(pull: PullFacts, { closers }: LinkContext): readonly Ref[] {
  const refs = closers.get(pull.ref) ?? [];
  const { closes } = pull;
  return pull.state === 'merged' && closes !== 'unread' ? refs.filter((ref) => closes.includes(ref)) : refs;
}
