// Creates the pull requests of a seed, with their commits, reviews and checks. Used by seed.ts.

import { buildCheckRun } from '../acts/checks.js';
import { addTimelineEvent } from '../acts/emit.js';
import { indexPull, setCommits } from '../acts/pull-commits.js';
import { buildPull } from '../acts/pulls.js';
import { linkManually, setIssuesClosedByText, updateClosedIssues } from '../acts/references.js';
import { buildReview } from '../acts/reviews.js';
import { buildStatus } from '../acts/statuses.js';
import { addAccount } from '../add-account.js';
import { fetchBetween } from '../git/create-bare.js';
import { writeRefFile } from '../git/refs.js';
import { checkConclusions, type PullRequest, type Repository, statusStates } from '../state.js';
import type { World } from '../world.js';
import { actAt } from './accounts.js';
import { issueAt } from './find.js';
import { addCommits, ensureBranch, type HistoryStep, mergeInto, nowOf, type Tips } from './history.js';
import { addDetails } from './issue-details.js';
import { forkNamed } from './repositories.js';
import type { CheckSeed, CommitSeed, PullSeed } from './shape.js';
import type { Change } from './write-commit.js';

type SeededPull = { readonly repository: Repository; readonly seed: PullSeed };
type PullWithCommits = SeededPull & { readonly pull: PullRequest };

/** Creates a pull request; its commits are written with the history. */
export async function addPull(world: World, { repository, seed }: SeededPull): Promise<PullRequest> {
  const author = addAccount(world, { login: seed.author ?? repository.owner.login });
  const act = actAt(world, { by: author, at: seed.createdAt });
  const { head: { repository: fork, branch } = {}, number } = seed;
  const home = fork === undefined ? repository : await forkNamed(world, { name: fork, parent: repository, at: act.at });
  const pull = buildPull(act, {
    repository,
    title: seed.title,
    body: seed.body ?? null,
    draft: seed.draft ?? false,
    base: { ref: seed.base ?? repository.defaultBranch, sha: '' },
    head: { repository: home, ref: branch ?? `pull-${number ?? repository.nextNumber}`, sha: '' },
    overrides: { ...seed.overrides, ...(seed.closes === undefined ? {} : { ignoresClosingKeywords: true }) },
    ...(number === undefined ? {} : { number }),
  });
  addDetails(world, { thread: pull, seed });
  return pull;
}

/** The steps that write the commits of a pull request and, if it is merged, the merge. */
export function pullSteps(world: World, pullWithCommits: PullWithCommits): HistoryStep[] {
  const { seed, pull } = pullWithCommits;
  const seeds = seed.commits ?? [{ message: seed.title, by: pull.author.login, at: pull.createdAt }];
  const changes: Change[] = [];
  const [startedAt = pull.createdAt] = [seeds[0]?.at ?? pull.createdAt, pull.createdAt].toSorted();
  const writeCommits: HistoryStep = {
    at: startedAt,
    rank: 2,
    run: async (tips) => {
      changes.push(...(await writeHeadCommits(world, { ...pullWithCommits, tips, seeds })));
    },
  };
  if (seed.state !== 'merged') return [writeCommits];
  const at = seed.merge?.at ?? seed.closedAt ?? nowOf(world);
  // A merge is never dated before its commits.
  const merge: HistoryStep = {
    at: [at, startedAt].toSorted().at(-1) ?? at,
    rank: 3,
    run: async (tips) => {
      const sha = await mergeInto(world, { pull, seed, tips, changes });
      const by = addAccount(world, { login: seed.merge?.by ?? seed.closedBy ?? pull.author.login });
      pull.merge = { sha, at: actAt(world, { by, at }).at, by };
      indexPull(pull, sha);
    },
  };
  return [writeCommits, merge];
}

async function writeHeadCommits(
  world: World,
  { pull, tips, seeds, seed }: PullWithCommits & { tips: Tips; seeds: readonly CommitSeed[] },
): Promise<Change[]> {
  const { repository, base, head } = pull;
  ensureBranch(tips, { name: base.ref, from: repository.defaultBranch, repository });
  const from = tips.get(base.ref) ?? '';
  const forked = head.repository !== repository;
  // A fork's branch is written here under another name and fetched by the fork at the end.
  const own = forked ? `fork-of-${pull.number}` : head.ref;
  ensureBranch(tips, { name: own, from: base.ref, repository });
  const { shas, changes } = await addCommits(world, { repository, tips, branch: own, seeds, by: pull.author.login });
  pull.base = { ref: base.ref, sha: from };
  pull.head.sha = tips.get(own) ?? from;
  if (forked || seed.head?.deleted === true) tips.delete(own);
  setCommits(pull, shas);
  await writeRefFile(repository.gitDir, { name: `refs/pull/${pull.number}/head`, sha: pull.head.sha });
  return changes;
}

/** Adds reviews, checks and links, and closes it if needed, once all commits exist. */
export async function finishPull(world: World, { repository, seed, pull }: PullWithCommits): Promise<void> {
  await moveToFork(pull, seed);
  if (seed.closes === undefined) updateClosedIssues(world, pull);
  else
    setIssuesClosedByText(
      pull,
      seed.closes.map((ref) => issueAt(world, { repository, ref })),
    );
  const opened = actAt(world, { by: pull.author, at: pull.createdAt });
  for (const ref of seed.linked ?? []) linkManually(opened, { pull, issue: issueAt(world, { repository, ref }) });
  addReviews(world, { repository, seed, pull });
  for (const check of seed.checks ?? []) addCheck(world, { pull, check });
  if (seed.autoMerge !== undefined && seed.autoMerge !== false) {
    const { by, at = pull.createdAt, method = 'merge' } = seed.autoMerge === true ? {} : seed.autoMerge;
    pull.autoMerge = { by: by === undefined ? pull.author : addAccount(world, { login: by }), at, method };
  }
  pull.queueEntry = seed.queued === true ? { by: pull.author, at: pull.createdAt } : null;
  if (seed.state === 'closed' || seed.state === 'merged') closePull(world, { repository, seed, pull });
}

async function moveToFork({ repository, head, number }: PullRequest, seed: PullSeed): Promise<void> {
  if (head.repository === null || head.repository === repository || seed.head?.deleted === true) return;
  const ref = `refs/heads/${head.ref}`;
  await fetchBetween({ from: repository.gitDir, to: head.repository.gitDir, source: `refs/pull/${number}/head`, ref });
}

function addReviews(world: World, { seed, pull }: PullWithCommits): void {
  for (const { login, by, at } of seed.requests ?? []) {
    const reviewer = addAccount(world, { login });
    const requester = by === undefined ? pull.author : addAccount(world, { login: by });
    addTimelineEvent(actAt(world, { by: requester, at: at ?? pull.createdAt }), pull, {
      kind: 'ReviewRequestedEvent',
      reviewer,
    });
    pull.requestedReviewers = [...pull.requestedReviewers.filter((one) => one !== reviewer), reviewer];
  }
  for (const { by = pull.repository.owner.login, at, state, commit, body = '' } of seed.reviews ?? []) {
    const act = actAt(world, { by: addAccount(world, { login: by }), at: at ?? pull.createdAt });
    const review = buildReview(act, {
      pull,
      state,
      body,
      ...(commit === undefined ? {} : { commit: shaOf(pull, commit) }),
    });
    const isRequestedAgain = pull.timeline.some(
      (one) => one.kind === 'ReviewRequestedEvent' && one.reviewer === review.author && one.at > act.at,
    );
    if (!isRequestedAgain) pull.requestedReviewers = pull.requestedReviewers.filter((one) => one !== review.author);
  }
}

/** A commit by its name in the seed, or by its id. */
const shaOf = ({ repository }: PullRequest, name: string): string => repository.namedCommits.get(name) ?? name;

function addCheck(world: World, { pull, check }: { pull: PullRequest; check: CheckSeed }): void {
  const { repository, head } = pull;
  const sha = check.commit === undefined ? head.sha : shaOf(pull, check.commit);
  const app = [...world.state.apps.values()].find(({ slug }) => slug === check.app) ?? null;
  const by = app?.bot ?? addAccount(world, { login: 'github-actions[bot]' });
  const act = actAt(world, { by, at: check.at ?? pull.createdAt });
  const required = check.required ?? null;
  const state = statusStates.find((one) => check.state === `status:${one}`);
  if (state !== undefined) {
    buildStatus(act, { repository, sha, context: check.name, state, required });
    return;
  }
  const conclusion = checkConclusions.find((one) => one === check.state) ?? null;
  const status = conclusion === null ? 'in_progress' : 'completed';
  const change = { name: check.name, status, conclusion } as const;
  buildCheckRun({ ...act, by: { ...act.by, app } }, { repository, sha, change, required });
}

function closePull(world: World, { seed, pull }: PullWithCommits): void {
  const { merge } = pull;
  const login = seed.closedBy ?? pull.author.login;
  const by = merge?.by ?? addAccount(world, { login });
  const act = actAt(world, { by, at: merge?.at ?? seed.closedAt });
  pull.state = 'closed';
  pull.closedAt = act.at;
  pull.closedBy = by;
  if (merge !== null) addTimelineEvent(act, pull, { kind: 'MergedEvent', sha: merge.sha, ref: pull.base.ref });
  addTimelineEvent(act, pull, { kind: 'ClosedEvent', stateReason: null, closer: null });
}
