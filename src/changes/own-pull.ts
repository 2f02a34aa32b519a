// Decides which branches and pull requests are crew's own, and names the subject of an issue or pull request. Used by the App, the runs, and
// the workflows `fix`, `review` and `write`.

import type { GitHub, Pull } from '../ports/index.js';
import { readMarker } from './marker.js';

/** The n-th branch of an issue, such as `crew/issue-12` or `crew/issue-12-2`. The next one is used after its pull request was closed or merged. */
export const branchOf = (issue: number, n: number): string => `crew/issue-${issue}${n === 1 ? '' : `-${n}`}`;

const CREW_BRANCH = /^crew\/issue-(\d+)(?:-\d+)?$/;

/** The issue of a branch whose name is one of crew's; null for other names. */
export function issueOfBranch(branch: string): number | null {
  const [, issue] = CREW_BRANCH.exec(branch) ?? [];
  return issue === undefined ? null : Number(issue);
}

/** The parts of GitHub that tell who wrote something. */
interface OwnershipReader {
  readonly people: Pick<GitHub['people'], 'me'>;
  readonly branches: Pick<GitHub['branches'], 'read'>;
}

/**
 * Whether crew opened a pull request, so that it may add commits to its branch. The name of the branch is no proof, since anyone can use it:
 * the marker, the author, or the author of the head commit is.
 */
export async function isByCrew({ people, branches }: OwnershipReader, { head, body, author }: Pull): Promise<boolean> {
  if (issueOfBranch(head.branch) === null) return false;
  if (readMarker(body)?.slot === 'pull') return true;
  return author.id === (await people.me()).id || isCommittedByCrew({ people, branches }, head.sha);
}

/** Whether crew is the author of a commit. */
export const isCommittedByCrew = async ({ people, branches }: OwnershipReader, sha: string): Promise<boolean> =>
  (await branches.read(sha)).author === (await people.me()).login;

/** The subject of an issue or pull request (glossary). crew's pull request belongs to the subject of its issue. */
export async function subjectOf(
  number: number,
  repo: string,
  github: OwnershipReader & { readonly pulls: Pick<GitHub['pulls'], 'read'> },
): Promise<string> {
  const pull = await github.pulls.read(number);
  if (!pull) return `issue-${number}`;
  const issue = pull.head.repo === repo ? issueOfBranch(pull.head.branch) : null;
  return issue !== null && (await isByCrew(github, pull)) ? `issue-${issue}` : `pr-${number}`;
}
