// A world of the labelled corpus → a GitHub that is so, to be read by the adapter; or why it cannot be made so.
import type { Seed } from 'github-sandbox';
import { boardOf, type World } from './world.js';

type Repository = NonNullable<Seed['repositories']>[number];
type Field = ReturnType<typeof boardOf>['board'];
type Pull = Field['pulls'][number];
type Issue = Field['issues'][number];
type PullSeed = NonNullable<Repository['pulls']>[number];
type IssueSeed = NonNullable<Repository['issues']>[number];
type CommitSeed = NonNullable<Repository['commits']>[number];

export interface Seeded {
  readonly repository: Partial<Repository>;
  readonly more: Seed;
  readonly now: string;
}

const HOME = 'acme/app';

const isHome = (ref: string): boolean => ref.startsWith(`${HOME}#`);
const numberOf = (ref: string): number => Number(ref.slice(ref.lastIndexOf('#') + 1));

/** What a world asks for that no seed can say; it is then judged from its facts alone. */
export function cannotSeed(world: World): string | null {
  const { board } = boardOf(world);
  const texts = [...board.commits, ...board.pulls.flatMap(({ commits }) => (commits === 'unread' ? [] : commits))];
  const shas = new Set([...texts.map(({ sha }) => sha), ...board.pulls.flatMap(({ merge }) => merge?.sha ?? [])]);
  const said = [...texts.map(({ message }) => message), ...board.pulls.map(({ body }) => body)].join('\n');
  if (world.unread) return 'something of it is unread: the faults are tested on their own';
  if (board.repo !== HOME) return 'its home is another repository';
  if (world.bots?.some((bot) => !bot.endsWith('[bot]'))) return 'a bot without [bot]';
  if (said.match(/reverts? commit \w+/gi)?.some((each) => shas.has(each.split(' ').at(-1) ?? '')))
    return 'a text names a commit by its sha, which is another one in a real repository';
  if (board.pulls.some(({ commits }) => commits !== 'unread' && commits.some(({ own }) => !own)))
    return 'a seed writes no merges of the base';
  if (board.pulls.some((pull) => isReviewedElsewhere(pull))) return 'a review of a commit that is gone';
  if (board.commits.some(({ repo }) => repo !== HOME)) return 'commits of another repository';
  if (board.branches.some(({ repo }) => repo !== HOME)) return 'branches of another repository';
  return awkwardIn(board);
}

function isReviewedElsewhere({ reviews, commits }: Pull): boolean {
  if (reviews === 'unread' || commits === 'unread') return false;
  return reviews.some(({ commit }) => !commits.some(({ sha }) => sha === commit));
}

function awkwardIn({ issues, pulls, branches, commits }: Field): string | null {
  const far = issues.flatMap(({ children, blockedBy, duplicateOf, transferredTo, parent }) => [
    ...(children === 'unread' ? [] : children),
    ...(blockedBy === 'unread' ? [] : blockedBy.map(({ ref }) => ref)),
    ...[duplicateOf ?? [], transferredTo ?? [], parent ?? []].flat(),
  ]);
  const there = new Set(issues.map(({ ref }) => ref));
  const gone = far.filter((ref) => !there.has(ref));
  if (gone.length > 0) return `${gone[0]} is tied to it, and not in the world`;
  const own = new Set(branches.map(({ name }) => name));
  if (pulls.some(({ head }) => own.has(head.branch))) return 'a branch grows beside its own pull request';
  const written = new Set(commits.map(({ sha }) => sha));
  if (
    pulls.some(
      ({ merge }) => merge && written.has(merge.sha) && merge.branches !== 'unread' && merge.branches.length === 0,
    )
  )
    return 'a merge commit stands on a branch that it does not reach';
  if (pulls.some(({ commits: brought }) => brought !== 'unread' && brought.length === 0))
    return 'a pull request without commits';
  return null;
}

/** The seed of a world. */
export function seedOf(world: World): Seeded {
  const { board } = boardOf(world);
  const pushers = Object.entries(board.mayPush).flatMap(([login, may]) =>
    may && !login.endsWith('[bot]') ? [login] : [],
  );
  const done = world.config?.['done-branches'] ?? [];
  const named = new Set([...done, ...board.commits.map(({ branch }) => branch)].filter((name) => name !== 'main'));
  return {
    now: board.observedAt,
    more: { users: Object.keys(board.mayPush) },
    repository: {
      collaborators: Object.fromEntries([...pushers, 'eyes'].map((login) => [login, 'write'])),
      issues: board.issues.map((issue) => issueOf(issue, board.issues)),
      pulls: board.pulls.map((pull) => pullOf(pull, board)),
      commits: board.commits.map((commit): CommitSeed => ({ ...commitOf(commit), branch: commit.branch })),
      branches: [
        ...[...named].map((name) => ({ name })),
        ...board.branches.map(({ name, ahead }) => ({
          name,
          commits: ahead === 'unread' ? [] : ahead.map(commitOf),
        })),
      ],
    },
  };
}

interface Commit {
  readonly sha: string;
  readonly message: string;
  readonly at: string;
  readonly by: { readonly login: string };
}

const commitOf = ({ sha, message, at, by }: Commit) => ({ name: sha, message, at, by: by.login });

function issueOf(issue: Issue, issues: readonly Issue[]): IssueSeed {
  const { closed, children, blockedBy, branches } = issue;
  // A child is tied to its parent from one side only.
  const tied = issues.some((each) => each.children !== 'unread' && each.children.includes(issue.ref));
  return {
    number: numberOf(issue.ref),
    title: issue.title,
    body: issue.body,
    author: issue.author.login,
    createdAt: issue.createdAt,
    locked: issue.locked,
    labels: issue.labels.map(({ name, by, at }) =>
      by ? { name, by: by.login, at: at ?? issue.createdAt } : { name, by: 'ann', at: at ?? issue.createdAt },
    ),
    assignees: issue.assignees.map(({ login }) => ({ login, at: issue.createdAt })),
    reopened: [...issue.reopenings],
    children: children === 'unread' ? [] : children.map(numberOf),
    ...(issue.parent === undefined || tied ? {} : { parent: numberOf(issue.parent) }),
    blockedBy: blockedBy === 'unread' ? [] : blockedBy.map(({ ref, since }) => ({ issue: numberOf(ref), at: since })),
    linkedBranches: branches === 'unread' ? [] : branches,
    comments: issue.comments.map(({ at, by, body }) => ({ at, author: by.login, body })),
    ...(issue.duplicateOf === undefined ? {} : { duplicateOf: numberOf(issue.duplicateOf) }),
    ...(closed ? { state: 'closed', closedAt: closed.at, ...reasonOf(closed.reason) } : {}),
  };
}

const reasonOf = (reason: NonNullable<Issue['closed']>['reason']): Partial<IssueSeed> =>
  reason === 'converted' ? { converted: true, locked: true } : { stateReason: reason };

const CHECKS: Readonly<Record<string, 'status:error'>> = { error: 'status:error' };

function pullOf(pull: Pull, { branches }: Field): PullSeed {
  const { merge, commits, reviews, closes, checks, head } = pull;
  const stays = branches.some(({ name }) => name === head.branch);
  return {
    number: numberOf(pull.ref),
    title: pull.title,
    body: pull.body,
    author: pull.author.login,
    state: pull.state,
    draft: pull.draft,
    createdAt: pull.createdAt,
    ...(pull.closedAt === undefined ? {} : { closedAt: pull.closedAt }),
    base: pull.base,
    head: { branch: head.branch, ...(head.repo === HOME ? { deleted: !stays } : { repository: head.repo }) },
    commits: commits === 'unread' ? [] : commits.map(commitOf),
    closes: closes === 'unread' ? [] : closes.filter(isHome).map(numberOf),
    reviews:
      reviews === 'unread' ? [] : reviews.map(({ by, state, commit, at }) => ({ by: by.login, state, commit, at })),
    requests: pull.requests.map(({ login, at }) => ({ login, at })),
    checks:
      checks === 'unread'
        ? []
        : checks.map(({ name, state, required }) => ({
            name,
            state: CHECKS[state] ?? (state as 'success'),
            ...(required === 'unread' ? {} : { required }),
          })),
    overrides: {
      mergeable: pull.mergeable === 'unread' ? 'UNKNOWN' : pull.mergeable === 'conflicts' ? 'CONFLICTING' : 'MERGEABLE',
      mergeState: pull.blocked === 'unread' ? 'UNKNOWN' : pull.blocked ? 'BLOCKED' : 'CLEAN',
      reviewDecision: pull.reviewDecision === 'NONE' || pull.reviewDecision === 'unread' ? null : pull.reviewDecision,
    },
    autoMerge: pull.autoMerge,
    queued: pull.queued,
    ...(merge ? { merge: mergeOf(merge) } : {}),
  };
}

/** The merge itself says nothing, so that only what the world says is read of it. */
const mergeOf = ({ sha, at, by, branches }: NonNullable<Pull['merge']>): NonNullable<PullSeed['merge']> => ({
  name: sha,
  at,
  by: by?.login ?? 'noah',
  method: 'squash',
  message: 'merged',
  branches: branches === 'unread' ? [] : branches,
});
