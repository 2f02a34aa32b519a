// Lists that did not come whole. What is not in them may be there all the same, so nothing is concluded from its absence.
import type { BoardSnapshot, Gap, Ref } from '../../board.js';
import { repoOf } from './links.js';

const NAMES: Readonly<Record<Gap['of'], string>> = {
  pulls: 'pull requests',
  commits: 'commits',
  branches: 'branches',
  runs: 'runs of crew',
};

/** What of these kinds is missing around an issue, as a verdict names it. */
export function missingAround(issue: Ref, { gaps }: BoardSnapshot, kinds: readonly Gap['of'][]): readonly string[] {
  if (!gaps) return [];
  const repo = repoOf(issue);
  const isHere = (gap: Gap) => gap.repo === repo && (gap.issue ?? issue) === issue;
  const missing = gaps.filter((gap) => isHere(gap) && kinds.includes(gap.of));
  return [...new Set(missing.map((gap) => `${NAMES[gap.of]} of ${gap.repo}`))].sort();
}
