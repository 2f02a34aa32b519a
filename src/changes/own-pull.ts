// Which branches and pull requests are crew's own.
import type { GitHub, Pull } from '../ports/index.js';
import { readMarker } from './marker.js';

/** The n-th branch of an issue: a further one after each that was merged or closed. */
export const branchOf = (issue: number, n: number): string => `crew/issue-${issue}${n === 1 ? '' : `-${n}`}`;

const OWN = /^crew\/issue-(\d+)(?:-\d+)?$/;

/** The issue of a branch whose name is one of crew's; null for other names. */
export function issueOfBranch(branch: string): number | null {
  const [, issue] = OWN.exec(branch) ?? [];
  return issue === undefined ? null : Number(issue);
}

interface Whose {
  readonly people: Pick<GitHub['people'], 'me'>;
  readonly branches: Pick<GitHub['branches'], 'read'>;
}

/**
 * Whether crew opened a pull request, so that it may add commits to its branch. The name of the branch is no proof, since anyone can use it:
 * the marker, the author, or the author of the head commit is.
 */
export async function isByCrew({ people, branches }: Whose, { head, body, author }: Pull): Promise<boolean> {
  if (issueOfBranch(head.branch) === null) return false;
  if (readMarker(body)?.slot === 'pull') return true;
  return author.id === (await people.me()).id || isCommittedByCrew({ people, branches }, head.sha);
}

export const isCommittedByCrew = async ({ people, branches }: Whose, sha: string): Promise<boolean> =>
  (await branches.read(sha)).author === (await people.me()).login;

/** The subject of an issue or pull request: crew's pull request belongs to its issue. */
export async function subjectOf(
  number: number,
  repo: string,
  github: Whose & { readonly pulls: Pick<GitHub['pulls'], 'read'> },
): Promise<string> {
  const pull = await github.pulls.read(number);
  if (!pull) return `issue-${number}`;
  const issue = pull.head.repo === repo ? issueOfBranch(pull.head.branch) : null;
  return issue !== null && (await isByCrew(github, pull)) ? `issue-${issue}` : `pr-${number}`;
}
