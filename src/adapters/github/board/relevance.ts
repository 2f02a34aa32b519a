// Selects the pull requests and branches that may concern an open issue, so that a scan reads details of no others. In doubt it selects
// one: the selection only saves requests, and the rules of facilitation decide later which of them are linked.
import type { PullFacts } from '../../../ports/board-snapshot.js';

/** Issues, by which pull requests and branches are selected. */
export interface IssueSelection {
  readonly refs: ReadonlySet<string>;
  /** Branches that GitHub links to them, as `owner/name branch`. */
  readonly branches: ReadonlySet<string>;
}

/** A number of at most nine digits. */
const NUMBER = /(?:^|\D)(\d{1,9})(?=\D|$)/g;

export const repoOf = (ref: string): string => ref.slice(0, ref.lastIndexOf('#'));

/** Whether a text has the number of one of these issues, or a reference to any other repository. */
export function mentions(text: string, repo: string, { refs }: IssueSelection): boolean {
  for (const [, number] of text.matchAll(NUMBER)) if (refs.has(`${repo}#${Number(number)}`)) return true;
  return /[\w.-]+\/[\w.-]+(?:#|\/issues\/)\d/.test(text);
}

/** Whether to read the details of a pull request: of all open ones, and of closed ones that may concern an open issue. */
export function isRelevant(pull: PullFacts, openIssues: IssueSelection, defaultBranch: string): boolean {
  if (pull.state === 'open') return true;
  if (pull.closes !== 'unread' && pull.closes.some((ref) => openIssues.refs.has(ref))) return true;
  // Merges into other branches are not in the history that the scan reads.
  if (pull.state === 'merged' && pull.base !== defaultBranch) return true;
  return mentions(`${pull.title}\n${pull.body}\n${pull.head.branch}`, repoOf(pull.ref), openIssues);
}

/** Whether a branch may belong to one of these issues: GitHub links it, or its name has the number. */
export function mayBelongTo(name: string, repo: string, openIssues: IssueSelection): boolean {
  if (openIssues.branches.has(`${repo} ${name}`)) return true;
  return [...name.matchAll(NUMBER)].some(([, number]) => openIssues.refs.has(`${repo}#${Number(number)}`));
}
