// Reads the commits of the default branch and of `done-branches`, and which of these branches contain each merge: from a clone if possible,
// else from GitHub.

import type { SnapshotQuery } from '../../../ports/board.js';
import type { BoardSnapshot, CommitFacts, Gap, Known, PullFacts } from '../../../ports/board-snapshot.js';
import type { Clone } from '../../clone/index.js';
import { type Asker, stringLiteral } from './ask.js';
import { List, readLists } from './lists.js';
import { authorOf, type RawCommit } from './raw.js';
import { repoOf } from './relevance.js';
import { repositoryField } from './scan-basics.js';
import type { Survey } from './survey.js';

interface BranchTip {
  readonly repo: string;
  readonly name: string;
  readonly tip: string;
}

interface History {
  readonly commits: readonly CommitFacts[];
  /** Whether a branch contains a merge commit of that time; 'unread' if unknown. */
  readonly contains: (branch: BranchTip, merge: { sha: string; at: string }) => Known<boolean>;
  readonly missing: BoardSnapshot['missing'];
  readonly gaps: readonly Gap[];
}

/** Maximum commits read from a clone; from GitHub a thousand, a hundred per request. */
const MAX_COMMITS = 20_000;
const MAX_PAGES = 10;

/** Matches commit messages that may reference or close an issue, or revert work. Other commits are not stored. */
const MAY_LINK = /#\d|\/(?:issues|pull)\/\d|\brevert|\breapply/i;

interface BranchHistory {
  readonly commits: readonly CommitFacts[];
  readonly containedShas: ReadonlySet<string>;
  /** `all`: every commit was read; `since`: those since the oldest issue; `cut`: a limit or a failure left out some of these. */
  readonly coverage: 'all' | 'since' | 'cut';
  readonly why?: string | undefined;
  /** Whether GitHub failed. If not, a limit of crew left out commits. */
  readonly failed?: boolean | undefined;
}

/** Reads these branches back to the oldest open issue. */
async function readHistory(input: {
  asker: Asker;
  clone: Clone | null;
  home: string;
  counted: readonly BranchTip[];
  since: string;
  /** Commits older than this may be missing without being reported. */
  needed: string;
  shas: readonly string[];
}): Promise<History> {
  const read = new Map<string, BranchHistory>();
  const inClone = input.clone
    ? await input.clone.existingAmong(input.counted.map(({ tip }) => tip))
    : new Set<string>();
  const remoteBranches: BranchTip[] = [];
  for (const branch of input.counted) {
    const localClone = branch.repo === input.home && inClone.has(branch.tip) ? input.clone : null;
    const found = localClone && (await fromClone(localClone, branch, input));
    if (found) read.set(keyOf(branch), found);
    else remoteBranches.push(branch);
  }
  for (const [key, branch] of await fromGitHub(input.asker, remoteBranches, input.since)) read.set(key, branch);
  return {
    commits: [...read.values()].flatMap(({ commits }) => commits),
    contains: (branch, merge) => containsMerge(read.get(keyOf(branch)), merge, input.since),
    missing: input.counted.flatMap((branch) => missingHistory(branch, read.get(keyOf(branch)))),
    gaps: input.counted.flatMap((branch) =>
      read.get(keyOf(branch))?.failed ? [{ repo: branch.repo, list: 'commits' }] : [],
    ),
  };
}

const keyOf = ({ repo, name: branch }: BranchTip): string => `${repo} ${branch}`;

async function fromClone(
  clone: Clone,
  { repo, name: branch, tip }: BranchTip,
  { since, needed, shas }: { since: string; needed: string; shas: readonly string[] },
): Promise<BranchHistory | null> {
  const history = await clone.history({ tip, since, most: MAX_COMMITS });
  const containing = await clone.ancestorsAmong(tip, shas);
  if (!history || !containing) return null;
  const isShort = history.cut && (history.commits.at(-1)?.at ?? '') > needed;
  const commits = history.commits
    .filter(({ message }) => MAY_LINK.test(message))
    .map((commit): CommitFacts => ({ repo, branch, ...commit }));
  return {
    commits,
    containedShas: containing,
    coverage: 'all',
    why: isShort ? `more than ${MAX_COMMITS} commits` : undefined,
  };
}

async function fromGitHub(
  asker: Asker,
  branches: readonly BranchTip[],
  since: string,
): Promise<ReadonlyMap<string, BranchHistory>> {
  const lists = branches.map((branch) => ({ branch, list: listOf(branch, since) }));
  await readLists(
    asker,
    lists.map(({ list }) => list),
  );
  return new Map(
    lists.map(({ branch, list }) => {
      const { found, why, isCut } = list.result();
      const commits = found.filter(({ message }) => MAY_LINK.test(message)).map((commit) => commitOf(commit, branch));
      const short = why ?? (isCut ? `more than ${MAX_PAGES * 100} commits` : undefined);
      const containedShas = new Set(found.map(({ oid }) => oid));
      return [
        keyOf(branch),
        { commits, containedShas, coverage: short === undefined ? 'since' : 'cut', why: short, failed: why !== null },
      ];
    }),
  );
}

const listOf = ({ repo, tip }: BranchTip, since: string): List<RawCommit> =>
  new List<RawCommit>({
    field: (connection) =>
      repositoryField(
        repo,
        `object(oid: ${stringLiteral(tip)}) { ... on Commit { ${connection('history', `, since: ${stringLiteral(since)}`)} } }`,
      ),
    selection: 'id oid message committedDate author { name user { login } }',
    find: (value) => (value as { object?: { history?: unknown } | null } | null)?.object?.history,
    keyOf: ({ oid }) => oid,
    isOneWay: true,
    maxPages: MAX_PAGES,
  });

const commitOf = (
  { oid, message, committedDate, author }: RawCommit,
  { repo, name: branch }: BranchTip,
): CommitFacts => ({
  repo,
  branch,
  sha: oid,
  message,
  at: committedDate,
  by: authorOf(author),
});

function containsMerge(
  branch: BranchHistory | undefined,
  { sha, at }: { sha: string; at: string },
  since: string,
): Known<boolean> {
  if (!branch) return 'unread';
  if (branch.containedShas.has(sha)) return true;
  if (branch.coverage === 'all') return false;
  return branch.coverage === 'since' && at > since ? false : 'unread';
}

function missingHistory({ repo, name: branch }: BranchTip, read: BranchHistory | undefined): BoardSnapshot['missing'] {
  const why = read ? read.why : 'it could not be read';
  const isExpected = read?.coverage === 'cut' && read.failed !== true;
  return why === undefined
    ? []
    : [{ what: `the history of ${branch} in ${repo}`, why, ...(isExpected ? { isExpected: true as const } : {}) }];
}

export interface LandedWork {
  readonly pulls: readonly PullFacts[];
  readonly commits: readonly CommitFacts[];
  readonly missing: BoardSnapshot['missing'];
  readonly gaps: readonly Gap[];
}

/**
 * Reads the branches. Returns a function that adds to each merged pull request which of them contain it: pull requests are read at the same
 * time, and known only afterwards.
 */
export async function readLanded(input: {
  survey: Survey;
  query: SnapshotQuery;
  clone: Clone | null;
}): Promise<(pulls: readonly PullFacts[]) => LandedWork> {
  const { survey, query, clone } = input;
  const issues = survey.entries.map(({ issue }) => issue);
  const needed = oldestOf(issues.filter(({ state }) => state === 'OPEN')) ?? query.now;
  // A clone costs no requests, so the history of closed issues is read too.
  const since = (clone && oldestOf(issues)) ?? needed;
  const { counted, missing } = branchTips(survey, query);
  const shas = survey.pulls.flatMap(({ mergeCommit }) => mergeCommit?.oid ?? []);
  const history = await readHistory({ asker: survey.asker, clone, home: query.repo, counted, since, needed, shas });
  return (pulls) => ({
    pulls: pulls.map((pull) => withContainingBranches(pull, { counted, history })),
    commits: [...history.commits].sort((a, b) => a.at.localeCompare(b.at) || (a.sha < b.sha ? -1 : 1)),
    missing: [...missing, ...history.missing],
    gaps: history.gaps,
  });
}

/** When the oldest issue was created. An older commit cannot close or mention any of them. */
const oldestOf = (issues: readonly { readonly createdAt: string }[]): string | undefined =>
  issues
    .flatMap(({ createdAt }) => createdAt || [])
    .sort()
    .at(0);

function branchTips({ repositories, heads }: Survey, { repo, doneBranches = [] }: SnapshotQuery) {
  const missing: { what: string; why: string }[] = [];
  const defaults = repositories.flatMap(({ nameWithOwner, defaultBranchRef }): BranchTip[] =>
    defaultBranchRef?.target
      ? [{ repo: nameWithOwner, name: defaultBranchRef.name, tip: defaultBranchRef.target.oid }]
      : [],
  );
  const done = doneBranches.flatMap((name): BranchTip[] => {
    const tip = heads.find((head) => head.name === name)?.target?.oid;
    if (tip === undefined)
      missing.push({ what: `the branch ${name}`, why: 'it is one of done-branches, and is not there' });
    return tip === undefined || defaults[0]?.name === name ? [] : [{ repo, name, tip }];
  });
  return { counted: [...defaults, ...done], missing };
}

function withContainingBranches(
  pull: PullFacts,
  { counted, history }: { counted: readonly BranchTip[]; history: History },
): PullFacts {
  const { merge } = pull;
  if (!merge || merge.sha === '') return pull;
  const containing = counted
    .filter(({ repo }) => repo === repoOf(pull.ref))
    .map((branch) => ({ branch: branch.name, holds: history.contains(branch, merge) }));
  const reaches = containing.filter(({ holds }) => holds === true).map(({ branch }) => branch);
  // One branch that contains the commit is enough; otherwise every branch must have been read.
  const isUnread =
    reaches.length === 0 && (containing.length === 0 || containing.some(({ holds }) => holds === 'unread'));
  return { ...pull, merge: { ...merge, branches: isUnread ? 'unread' : reaches } };
}
