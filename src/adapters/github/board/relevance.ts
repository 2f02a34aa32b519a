// Which pull requests and branches may concern an open issue. It only saves requests and includes too much rather than too little; the
// rules decide what is a link.
import type { PullFacts } from '../../../board.js';

export interface OpenIssues {
  readonly refs: ReadonlySet<string>;
  /** Branches that GitHub says were created for them, as `owner/name branch`. */
  readonly branches: ReadonlySet<string>;
}

const NUMBER = /(?:^|\D)(\d{1,9})(?=\D|$)/g;

export const repoOf = (ref: string): string => ref.slice(0, ref.lastIndexOf('#'));

/** Whether a text contains the number of one of these issues. */
export function speaksOf(text: string, repo: string, { refs }: OpenIssues): boolean {
  for (const [, number] of text.matchAll(NUMBER)) if (refs.has(`${repo}#${Number(number)}`)) return true;
  return /[\w.-]+\/[\w.-]+(?:#|\/issues\/)\d/.test(text);
}

/** Whether its details are read: open ones, and others that may concern an open issue. */
export function isRelevant(pull: PullFacts, open: OpenIssues, defaultBranch: string): boolean {
  if (pull.state === 'open') return true;
  if (pull.closes !== 'unread' && pull.closes.some((ref) => open.refs.has(ref))) return true;
  // Merged into another branch, its commits are not in the history of the default branch.
  if (pull.state === 'merged' && pull.base !== defaultBranch) return true;
  return speaksOf(`${pull.title}\n${pull.body}\n${pull.head.branch}`, repoOf(pull.ref), open);
}

/** The branches that may belong to an open issue. */
export function isNamedBranch(name: string, repo: string, open: OpenIssues): boolean {
  if (open.branches.has(`${repo} ${name}`)) return true;
  return [...name.matchAll(NUMBER)].some(([, number]) => open.refs.has(`${repo}#${Number(number)}`));
}
