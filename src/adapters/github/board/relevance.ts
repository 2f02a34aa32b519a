// Selects pull requests and branches that may concern an open issue. Pure. Errs on the side of too many: it only saves requests, what
// counts as a link is decided elsewhere.
import type { PullFacts } from '../../../ports/board-snapshot.js';

export interface OpenIssues {
  readonly refs: ReadonlySet<string>;
  /** Branches that GitHub links to them, as `owner/name branch`. */
  readonly branches: ReadonlySet<string>;
}

const NUMBER = /(?:^|\D)(\d{1,9})(?=\D|$)/g;

export const repoOf = (ref: string): string => ref.slice(0, ref.lastIndexOf('#'));

/** Whether a text mentions one of these issues by number. */
export function mentions(text: string, repo: string, { refs }: OpenIssues): boolean {
  for (const [, number] of text.matchAll(NUMBER)) if (refs.has(`${repo}#${Number(number)}`)) return true;
  return /[\w.-]+\/[\w.-]+(?:#|\/issues\/)\d/.test(text);
}

/** Whether to read its details: all open pull requests, and closed ones that may concern an open issue. */
export function isRelevant(pull: PullFacts, open: OpenIssues, defaultBranch: string): boolean {
  if (pull.state === 'open') return true;
  if (pull.closes !== 'unread' && pull.closes.some((ref) => open.refs.has(ref))) return true;
  // Commits of other bases are not in the history that was read.
  if (pull.state === 'merged' && pull.base !== defaultBranch) return true;
  return mentions(`${pull.title}\n${pull.body}\n${pull.head.branch}`, repoOf(pull.ref), open);
}

/** Whether a branch may belong to an open issue. */
export function isNamedBranch(name: string, repo: string, open: OpenIssues): boolean {
  if (open.branches.has(`${repo} ${name}`)) return true;
  return [...name.matchAll(NUMBER)].some(([, number]) => open.refs.has(`${repo}#${Number(number)}`));
}
