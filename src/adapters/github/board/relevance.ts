// Which pull requests and branches may have to do with an open issue. Pure, and generous: it only saves questions, what
// counts as a link is judged elsewhere.
import type { PullFacts } from '../../../board.js';

export interface OpenIssues {
  readonly refs: ReadonlySet<string>;
  /** Branches that GitHub says were created for them, as `owner/name branch`. */
  readonly branches: ReadonlySet<string>;
}

const NUMBER = /(?:^|\D)(\d{1,9})(?=\D|$)/g;

export const repoOf = (ref: string): string => ref.slice(0, ref.lastIndexOf('#'));

/** Does a text speak of one of these, by whatever number stands in it? */
export function speaksOf(text: string, repo: string, { refs }: OpenIssues): boolean {
  for (const [, number] of text.matchAll(NUMBER)) if (refs.has(`${repo}#${Number(number)}`)) return true;
  return /[\w.-]+\/[\w.-]+(?:#|\/issues\/)\d/.test(text);
}

/** Is what it brought worth a question of its own? Everything open is; of the rest, what may have to do with an open issue. */
export function isRelevant(pull: PullFacts, open: OpenIssues, defaultBranch: string): boolean {
  if (pull.state === 'open') return true;
  if (pull.closes !== 'unread' && pull.closes.some((ref) => open.refs.has(ref))) return true;
  // Elsewhere than on the default branch its commits cannot be found in the history.
  if (pull.state === 'merged' && pull.base !== defaultBranch) return true;
  return speaksOf(`${pull.title}\n${pull.body}\n${pull.head.branch}`, repoOf(pull.ref), open);
}

/** The branches that may belong to an open issue. */
export function isNamedBranch(name: string, repo: string, open: OpenIssues): boolean {
  if (open.branches.has(`${repo} ${name}`)) return true;
  return [...name.matchAll(NUMBER)].some(([, number]) => open.refs.has(`${repo}#${Number(number)}`));
}
