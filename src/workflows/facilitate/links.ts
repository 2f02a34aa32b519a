// Links between issues and work, each with its strength (decisions A1). Everything else is a mention: evidence, never a link.
import type { BranchFacts, CommitFacts, Field, IssueFacts, PullFacts, Ref } from '../../field.js';
import { mayPush } from './may-push.js';
import { numbersOfBranch, type Reference, referencesIn, type Strength, strongest } from './references.js';
import { takesOf } from './reverts.js';
import { isIgnored, type Rules } from './rules.js';

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

/** All links of a field, by issue. */
export function linksOf(field: Field, rules: Rules): Links {
  const issues = new Map(field.issues.map((issue) => [issue.ref, issue]));
  const repos = new Set(field.repos.map(({ repo }) => repo));
  // Of a pull request elsewhere nothing is read but that it is there: anybody could say in one what it fixes here.
  const pulls = field.pulls.filter(({ ref }) => repos.has(repoOf(ref)));
  const found = [
    ...pulls.flatMap((pull) => linksOfPull(pull, { field, rules, issues })),
    ...field.commits.flatMap((commit) => linksOfCommit(commit, { field, rules, issues })),
    ...field.branches.flatMap((branch) => linksOfBranch(branch, { field, rules, issues })),
  ];
  const byIssue = new Map<Ref, Link[]>();
  for (const link of found) byIssue.set(link.issue, [...(byIssue.get(link.issue) ?? []), link]);
  return new Map([...byIssue].map(([issue, links]) => [issue, links.sort((a, b) => byOrder(a.ref, b.ref))]));
}

interface Ground {
  readonly field: Field;
  readonly rules: Rules;
  readonly issues: ReadonlyMap<Ref, IssueFacts>;
}

const whereOf = (repo: string, { rules }: Ground) => ({ repo, host: rules.host });

const wordsOf = (message: string, repo: string, ground: Ground): readonly Reference[] =>
  takesOf(message, repo) ? [] : referencesIn(message, whereOf(repo, ground));

function linksOfPull(pull: PullFacts, ground: Ground): readonly Link[] {
  const repo = repoOf(pull.ref);
  const said = `${pull.title}\n\n${pull.body}`;
  if (isIgnored(pull.author, ground.rules) || takesOf(said, repo)) return [];
  const own = pull.commits === 'unread' ? [] : pull.commits.filter((commit) => commit.own);
  const words = strongest([
    ...(pull.closes === 'unread' ? [] : pull.closes.map((ref) => ({ ref, strength: 'closing' as const }))),
    ...referencesIn(said, whereOf(repo, ground)),
    ...own.flatMap(({ message }) => wordsOf(message, repo, ground)),
  ]);
  if (claimsTooMuch(pull, words, ground)) return [];
  const first = own[0]?.at ?? pull.createdAt;
  const named = namedByBranch(pull.head.branch, { repo, first, words }, ground);
  return merge(words, named, { kind: 'pull', ref: pull.ref }, ground);
}

/** An outsider's pull request that closes half the board says nothing until somebody who may push has looked at it. */
function claimsTooMuch(pull: PullFacts, words: readonly Reference[], { field }: Ground): boolean {
  const pushes = (login: string | undefined) => mayPush(field, login, repoOf(pull.ref));
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
function isParents({ repo, at }: CommitFacts, { field }: Ground): boolean {
  const forkedAt = field.repos.find((each) => each.repo === repo)?.forkedAt;
  return forkedAt !== undefined && at < forkedAt;
}

function linksOfBranch(branch: BranchFacts, ground: Ground): readonly Link[] {
  const ahead = branch.ahead === 'unread' ? [] : branch.ahead.filter(({ by }) => !isIgnored(by, ground.rules));
  const made = ground.field.issues.filter(
    (issue) => repoOf(issue.ref) === branch.repo && isMadeFor(issue, branch.name),
  );
  const first = ahead[0]?.at ?? ground.field.observedAt;
  const words = strongest(ahead.flatMap(({ message }) => wordsOf(message, branch.repo, ground)));
  const named = namedByBranch(branch.name, { repo: branch.repo, first, words }, ground);
  const refs = new Set([...made.map(({ ref }) => ref), ...named]);
  return merge([], [...refs], { kind: 'branch', ref: branch.name }, ground);
}

function isMadeFor({ branches }: IssueFacts, name: string): boolean {
  return branches !== 'unread' && branches.includes(name);
}
