// Updates pull requests and issues after a branch moved. Used by acts/refs.ts only.

import { accountWithEmail } from '../commit-author.js';
import type { Commit } from '../git/commits.js';
import { ancestorsOf, historyOf } from '../git/history.js';
import { isFastForward, zeroSha } from '../git/refs.js';
import type { PullRequest, Repository } from '../state.js';
import type { Act } from '../world.js';
import { addTimelineEvent, emitThread } from './emit.js';
import { setState } from './issues.js';
import { markMerged } from './mark-merged.js';
import { commitsOf, setCommits, storeHeadRef, tipOf } from './pull-commits.js';
import { setPullState } from './pulls.js';
import { resolveReferences } from './references.js';
import { updateThreadLines } from './reviews.js';

export type BranchMove = {
  readonly repository: Repository;
  readonly branch: string;
  readonly before: string;
  readonly after: string;
};

/** Updates everything that depends on a moved branch: its pull requests, and issues that its commits refer to or close. */
export async function updateAfterPush(act: Act, move: BranchMove): Promise<void> {
  for (const pull of pullsFrom(act, move)) await updateHead(act, { pull, move });
  if (move.after === zeroSha) return closePullsOfDeletedBase(act, move);
  await linkReferencedIssues(act, move);
  await markMergedPulls(act, move);
}

function pullsFrom({ world }: Act, { repository, branch }: BranchMove): PullRequest[] {
  return [...world.state.repositories.values()].flatMap(({ pulls }) =>
    pulls.filter((one) => one.state === 'open' && one.head.repository === repository && one.head.ref === branch),
  );
}

async function updateHead(act: Act, { pull, move }: { pull: PullRequest; move: BranchMove }): Promise<void> {
  const { before, after, branch } = move;
  if (after === zeroSha) {
    addTimelineEvent(act, pull, { kind: 'HeadRefDeletedEvent', ref: branch });
    setPullState(act, { pull, state: 'closed' });
    return;
  }
  const forced = before !== zeroSha && !(await isFastForward(move.repository.gitDir, { from: before, to: after }));
  pull.head.sha = after;
  await storeHeadRef(pull);
  await updateThreadLines(pull, { before, after });
  setCommits(pull, await commitsOf(pull.repository, { base: pull.base.sha, head: after }));
  if (forced) addTimelineEvent(act, pull, { kind: 'HeadRefForcePushedEvent', before, after });
  emitThread(act, pull, {
    kind: 'synchronize',
    action: 'synchronize',
    detail: { before, after },
    extra: { before, after },
  });
}

/** Closes the pull requests whose base branch was deleted. */
function closePullsOfDeletedBase(act: Act, { repository, branch }: BranchMove): void {
  for (const pull of repository.pulls) if (pull.base.ref === branch) setPullState(act, { pull, state: 'closed' });
}

/** Adds a reference to each issue and pull request that new commits refer to. Closing keywords close issues on the default branch only. */
async function linkReferencedIssues(act: Act, { repository, branch, before, after }: BranchMove): Promise<void> {
  const from = before === zeroSha ? await tipOf(repository, repository.defaultBranch) : before;
  const known = await ancestorsOf(repository.commits, from ?? after);
  const newCommits = await historyOf(repository.commits, { head: after, without: known });
  for (const commit of newCommits.reverse())
    addReferences(act, { repository, commit, mayClose: branch === repository.defaultBranch });
}

function addReferences(act: Act, given: { repository: Repository; commit: Commit; mayClose: boolean }): void {
  const { repository, commit, mayClose } = given;
  const account = accountWithEmail(act.world.state.accounts.values(), commit.author) ?? null;
  for (const { target, closing } of resolveReferences(act.world, { repository, text: commit.message })) {
    const known = target.timeline.some((one) => one.kind === 'ReferencedEvent' && one.sha === commit.sha);
    if (!known) {
      const event = { kind: 'ReferencedEvent', sha: commit.sha, commitRepository: repository, isDirect: true } as const;
      addTimelineEvent({ world: act.world, by: { account } }, target, event);
    }
    if (mayClose && closing && target.kind === 'Issue') {
      const closer = { kind: 'commit', sha: commit.sha, repository } as const;
      setState(act, { issue: target, state: 'closed', reason: 'completed', closer });
    }
  }
}

/** Marks pull requests as merged whose head is now part of their base. */
async function markMergedPulls(act: Act, { repository, branch, after }: BranchMove): Promise<void> {
  const openPulls = repository.pulls.filter(
    ({ state, base, commits }) => state === 'open' && base.ref === branch && commits.length > 0,
  );
  if (openPulls.length === 0) return;
  const mergedCommits = await ancestorsOf(repository.commits, after);
  for (const pull of openPulls) if (mergedCommits.has(pull.head.sha)) markMerged(act, { pull, sha: after });
}
