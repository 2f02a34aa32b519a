// Chooses the target of a fix from GitHub's data: the commit that it starts from and the branch that its change goes to. Used by subject.ts
// and all phases of `fix`, and by the gates of `build` and `review`; `writersOf` also by `retrospect`.

import { branchOf, isByCrew, isCommittedByCrew, issueOfBranch } from '../../changes/own-pull.js';
import { UserError } from '../../ports/errors.js';
import type { GateContext, GitHubReader } from '../../ports/workflow.js';
import { hasNoOpenPull, type Target, targetForPull } from './rules/target.js';

type TargetContext = Pick<GateContext, 'issue' | 'repo' | 'settings'>;

/**
 * Returns the target of a request on an issue or a pull request. An issue has one branch and one pull request. A request on a merged pull
 * request gets the next branch of the same issue.
 */
export async function chooseTarget(
  { issue = 0, repo = '', settings }: TargetContext,
  github: GitHubReader,
  order: { readonly base: string | undefined },
): Promise<Target> {
  const { fix } = settings.config;
  const pull = await github.pulls.read(issue);
  if (!pull) {
    const base = order.base ?? fix.base ?? (await github.repository.defaultBranch());
    return { ...(await freeBranch(github, issue, base)), asked: 'issue' };
  }
  const isCrews = await isByCrew(github, pull);
  if (pull.state !== 'merged') {
    const target = targetForPull(pull, { repo, isCrews, mayCommit: fix['writers-branches'] === 'commit' });
    const merges = target.how === 'branch' ? await github.branches.head(target.base) : null;
    return merges === null ? target : { ...target, merges };
  }
  const issueOfPull = isCrews && pull.head.repo === repo ? issueOfBranch(pull.head.branch) : null;
  const free = await freeBranch(github, issueOfPull ?? issue, order.base ?? pull.base.branch);
  return { ...free, asked: 'pull', follows: issue };
}

/**
 * Returns the first branch name of the issue that crew can use: the branch does not exist yet, or it is crew's and its pull request is
 * open. The target contains that pull request.
 */
async function freeBranch(github: GitHubReader, issue: number, base: string): Promise<Omit<Target, 'asked'>> {
  for (let n = 1; ; n += 1) {
    const branch = branchOf(issue, n);
    const pulls = await github.pulls.listByBranch(branch);
    if (hasNoOpenPull(pulls)) continue;
    const open = pulls.find(({ state }) => state === 'open');
    // Another person's pull request uses this branch name.
    if (open && !(await isByCrew(github, open))) continue;
    const at = await github.branches.head(branch);
    // A branch without a pull request is crew's if crew committed its last commit.
    if (at !== null && !open && !(await isCommittedByCrew(github, at))) continue;
    const commit = at ?? (await github.branches.head(base));
    if (commit === null) throw noBranch(base);
    const pull = open && { number: open.number, isCrews: true };
    return { how: 'branch', branch, at, base: open?.base.branch ?? base, commit, ...(pull && { pull }) };
  }
}

/** Refuses a run that would open more pull requests than `fix.max-open` allows. */
export async function refuseTooManyPulls(github: GitHubReader, target: Target, maxOpen: number): Promise<void> {
  if (target.how !== 'branch' || target.pull) return;
  const pulls = (await github.pulls.listOpenByPrefix('crew/')).filter(
    ({ head }) => issueOfBranch(head.branch) !== null,
  );
  if (pulls.length < maxOpen) return;
  throw new UserError({
    expected: `fewer than ${maxOpen} open pull requests of crew`,
    found: pulls.map(({ number }) => `#${number}`).join(', '),
    remedy: 'Merge or close one, or raise `fix.max-open`; then ask again.',
    ends: 'refused',
  });
}

const noBranch = (branch: string): UserError =>
  new UserError({
    expected: `the branch ${branch}`,
    found: 'no branch of that name',
    remedy: 'Name an existing one with `--base`.',
    ends: 'refused',
  });

/** Returns those of the logins that have write access. A permission that cannot be read counts as none. */
export async function writersOf(github: GitHubReader, logins: readonly string[]): Promise<ReadonlySet<string>> {
  const writers = new Set<string>();
  for (const login of logins) {
    const permission = await github.people.permission(login).catch(() => 'none' as const);
    if (permission === 'admin' || permission === 'write') writers.add(login);
  }
  return writers;
}
