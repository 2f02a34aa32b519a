// Finds the pull requests, commits and branches that are linked to each issue, with the strength of each link. A mention is no link. Also
// has the helpers for references (`owner/name#12`) that most rules of `facilitate` use, and conversation.ts and
// workable.ts of src/workflows/fix/rules.
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
  /** The reference of the pull request, the sha of the commit, or the name of the branch. */
  readonly ref: string;
  readonly strength: Strength;
  /** Whether the branch name contains the issue number, or GitHub says that the branch was created for the issue. */
  readonly byBranch: boolean;
}

export type Links = ReadonlyMap<Ref, readonly Link[]>;

export const repoOf = (ref: Ref): string => ref.slice(0, ref.lastIndexOf('#'));

/** A sort key that orders references by repository, then by number. */
export const sortKeyOf = (ref: string): string => ref.replace(/\d+$/, (number) => number.padStart(10, '0'));

/** Compares references by repository, then by number. */
export function compareRefs(a: string, b: string): number {
  const [keyA, keyB] = [sortKeyOf(a), sortKeyOf(b)];
  if (keyA === keyB) return 0;
  return keyA < keyB ? -1 : 1;
}

/** All links of a board, by issue. */
export function linksOf(board: BoardSnapshot, rules: Rules): Links {
  const issues = new Map(board.issues.map((issue) => [issue.ref, issue]));
  const repos = new Set(board.repos.map(({ repo }) => repo));
  const pulls = board.pulls.filter(({ ref }) => repos.has(repoOf(ref)));
  const closedByPull = issuesByClosingPull(board);
  const allLinks = [
    ...pulls.flatMap((pull) => linksOfPull(pull, { board, rules, issues, closedByPull })),
    ...board.commits.flatMap((commit) => linksOfCommit(commit, { board, rules, issues, closedByPull })),
    ...board.branches.flatMap((branch) => linksOfBranch(branch, { board, rules, issues, closedByPull })),
  ];
  const byIssue = new Map<Ref, Link[]>();
  for (const link of allLinks) byIssue.set(link.issue, [...(byIssue.get(link.issue) ?? []), link]);
  return new Map([...byIssue].map(([issue, links]) => [issue, links.sort((a, b) => compareRefs(a.ref, b.ref))]));
}

interface LinkContext {
  readonly board: BoardSnapshot;
  readonly rules: Rules;
  readonly issues: ReadonlyMap<Ref, IssueFacts>;
  /** By pull request: the issues of the board that GitHub says it closes. */
  readonly closedByPull: ReadonlyMap<Ref, readonly Ref[]>;
}

/** The issues by closing pull request: the reverse of `IssueFacts.closers`. */
function issuesByClosingPull({ issues }: BoardSnapshot): ReadonlyMap<Ref, readonly Ref[]> {
  const closedByPull = new Map<Ref, Ref[]>();
  for (const { ref, closers: pulls = [] } of issues)
    for (const pull of pulls === 'unread' ? [] : pulls)
      closedByPull.set(pull, [...(closedByPull.get(pull) ?? []), ref]);
  return closedByPull;
}

const textContextOf = (repo: string, { rules }: LinkContext) => ({ repo, host: rules.host });

/** The references in a commit message. The message of a revert has none: it repeats those of the reverted commit. */
const referencesInMessage = (message: string, repo: string, context: LinkContext): readonly Reference[] =>
  revertedBy(message, repo) ? [] : referencesIn(message, textContextOf(repo, context));

function linksOfPull(pull: PullFacts, context: LinkContext): readonly Link[] {
  const repo = repoOf(pull.ref);
  const text = `${pull.title}\n\n${pull.body}`;
  if (isIgnored(pull.author, context.rules) || revertedBy(text, repo)) return [];
  // For repositories without an issue on the board (`foreign`), only the closers and branches that GitHub lists on the issue count.
  const isForeign = context.board.repos.some((each) => each.repo === repo && each.foreign === true);
  const listed = [...(pull.closes === 'unread' || isForeign ? [] : pull.closes), ...closedBy(pull, context)];
  // Without merges of the base branch.
  const ownCommits = pull.commits === 'unread' ? [] : pull.commits.filter((commit) => commit.own);
  const written = [
    ...referencesIn(text, textContextOf(repo, context)),
    ...ownCommits.flatMap(({ message }) => referencesInMessage(message, repo, context)),
  ];
  const references = strongest([
    ...listed.map((ref) => ({ ref, strength: 'closing' as const })),
    ...(isForeign ? [] : written),
  ]);
  if (closesTooMany(pull, references, context)) return [];
  const firstCommitAt = ownCommits[0]?.at ?? pull.createdAt;
  const named = isForeign ? [] : namedByBranch(pull.head.branch, { repo, firstCommitAt, references }, context);
  const linkedInDevelopmentPanel = [...context.issues.values()].filter((issue) => isBranchOfIssue(issue, pull.head));
  const byBranch = [...new Set([...named, ...linkedInDevelopmentPanel.map(({ ref }) => ref)])];
  return linksFor({ kind: 'pull', ref: pull.ref }, { references, byBranch }, context);
}

/** Whether a pull request claims to close more than three issues, and neither its author, nor a reviewer, nor its merger may push. */
function closesTooMany(pull: PullFacts, references: readonly Reference[], { board }: LinkContext): boolean {
  const isPusher = (login: string | undefined) => mayPush(board, login, repoOf(pull.ref));
  if (isPusher(pull.author.login)) return false;
  if (references.filter(({ strength }) => strength === 'closing').length <= 3) return false;
  const isReviewed = pull.reviews !== 'unread' && pull.reviews.some(({ by }) => isPusher(by.login));
  return !isReviewed && !isPusher(pull.merge?.by?.login);
}

interface BranchContext {
  readonly repo: string;
  readonly firstCommitAt: string;
  /** The references in the branch's commits and pull request. */
  readonly references: readonly Reference[];
}

/** The issues in a branch name. An issue that is younger than the branch's first commit does not count: the number means something else. */
function namedByBranch(
  name: string,
  { repo, firstCommitAt, references }: BranchContext,
  { issues }: LinkContext,
): readonly Ref[] {
  return numbersOfBranch(name).flatMap(({ number, isCertain }) => {
    const ref = `${repo}#${number}`;
    const issue = issues.get(ref);
    if (!issue || issue.createdAt >= firstCommitAt) return [];
    return isCertain || references.some((reference) => reference.ref === ref) ? [ref] : [];
  });
}

/** The links of a pull request, commit or branch to the issues of the board that its text references or its branch belongs to. */
function linksFor(
  work: Pick<Link, 'kind' | 'ref'>,
  { references, byBranch }: { readonly references: readonly Reference[]; readonly byBranch: readonly Ref[] },
  { issues }: LinkContext,
): readonly Link[] {
  const strengths = new Map(
    references.flatMap(({ ref, strength }) => (strength === 'mention' ? [] : [[ref, strength] as const])),
  );
  const refs = [...new Set([...strengths.keys(), ...byBranch])].filter((ref) => issues.has(ref));
  return refs.map((issue) => ({
    issue,
    ...work,
    strength: strengths.get(issue) ?? 'naming',
    byBranch: byBranch.includes(issue),
  }));
}

function linksOfCommit(commit: CommitFacts, context: LinkContext): readonly Link[] {
  if (isIgnored(commit.by, context.rules) || isOlderThanFork(commit, context)) return [];
  const references = referencesInMessage(commit.message, commit.repo, context).filter(({ ref }) => {
    const issue = context.issues.get(ref);
    return issue !== undefined && commit.at > issue.createdAt;
  });
  return linksFor({ kind: 'commit', ref: commit.sha }, { references, byBranch: [] }, context);
}

/** Whether a commit is older than the fork. Its issue numbers then belong to the parent repository. */
function isOlderThanFork({ repo, at }: CommitFacts, { board }: LinkContext): boolean {
  const forkedAt = board.repos.find((each) => each.repo === repo)?.forkedAt;
  return forkedAt !== undefined && at < forkedAt;
}

function linksOfBranch(branch: BranchFacts, context: LinkContext): readonly Link[] {
  const ahead = branch.ahead === 'unread' ? [] : branch.ahead.filter(({ by }) => !isIgnored(by, context.rules));
  const linkedInDevelopmentPanel = context.board.issues.filter(
    (issue) => repoOf(issue.ref) === branch.repo && isBranchOfIssue(issue, { repo: branch.repo, branch: branch.name }),
  );
  const firstCommitAt = ahead[0]?.at ?? context.board.observedAt;
  const references = strongest(ahead.flatMap(({ message }) => referencesInMessage(message, branch.repo, context)));
  const named = namedByBranch(branch.name, { repo: branch.repo, firstCommitAt, references }, context);
  const byBranch = [...new Set([...linkedInDevelopmentPanel.map(({ ref }) => ref), ...named])];
  // The references of its commits only confirm the number in its name: the commits themselves are no link until they are merged.
  return linksFor({ kind: 'branch', ref: branch.name }, { references: [], byBranch }, context);
}

/** Whether GitHub says that the branch was created for the issue (in its Development panel). */
function isBranchOfIssue({ ref, branches }: IssueFacts, { repo, branch }: { repo: string; branch: string }): boolean {
  return branches !== 'unread' && branches.includes(repo === repoOf(ref) ? branch : `${repo}:${branch}`);
}

/**
 * The issues on which GitHub lists the pull request as closing. That list keeps references that were added after the merge; they do not
 * count, so for a merged pull request only those that `closes` has too remain.
 */
function closedBy(pull: PullFacts, { closedByPull }: LinkContext): readonly Ref[] {
  const refs = closedByPull.get(pull.ref) ?? [];
  const { closes } = pull;
  return pull.state === 'merged' && closes !== 'unread' ? refs.filter((ref) => closes.includes(ref)) : refs;
}
