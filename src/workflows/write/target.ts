// Where a text goes on GitHub: crew's branch for the issue.
import { branchOf, isByCrew, isCommittedByCrew } from '../../changes/own-pull.js';
import { UserError } from '../../ports/errors.js';
import type { GitHubReader } from '../../ports/workflow.js';

export interface Target {
  readonly branch: string;
  /** Where the branch ends now; null: it does not exist. */
  readonly at: string | null;
  readonly base: string;
  /** What the work begins on. */
  readonly commit: string;
}

/** One branch and one pull request for an issue; a further one after each that was merged or closed. */
export async function targetOf(github: GitHubReader, number: number, base: string | undefined): Promise<Target> {
  const pull = await github.pulls.read(number);
  if (pull) {
    if (!(await isByCrew(github, pull))) throw notAnIssue(number);
    return { branch: pull.head.branch, at: pull.head.sha, base: pull.base.branch, commit: pull.head.sha };
  }
  const into = base ?? (await github.repository.defaultBranch());
  for (let n = 1; ; n += 1) {
    const branch = branchOf(number, n);
    const pulls = await github.pulls.from(branch);
    const open = pulls.find(({ state }) => state === 'open');
    if (pulls.length > 0 && !open) continue;
    if (open && !(await isByCrew(github, open))) continue;
    const at = await github.branches.head(branch);
    if (at !== null && !open && !(await isCommittedByCrew(github, at))) continue;
    const commit = at ?? (await github.branches.head(into));
    if (commit === null) throw noBranch(into);
    return { branch, at, base: open?.base.branch ?? into, commit };
  }
}

const notAnIssue = (number: number): UserError =>
  new UserError({
    expected: 'an issue, or a pull request of crew',
    found: `pull request #${number}`,
    remedy: 'Open an issue that says what is to be written, and ask there.',
    ends: 'refused',
  });

const noBranch = (branch: string): UserError =>
  new UserError({
    expected: `the branch ${branch}`,
    found: 'none of that name',
    remedy: 'Set `fix.base` in the configuration to a branch that exists.',
    ends: 'refused',
  });
