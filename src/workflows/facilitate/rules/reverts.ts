// Reverted work. Of a chain of reverts and reapplies the last one decides.
import type { BoardSnapshot, Ref } from '../../../ports/board-snapshot.js';

/** What a text says that it reverts. */
export interface Reverted {
  readonly shas: readonly string[];
  readonly pulls: readonly Ref[];
}

const SHA = /\bThis reverts commit ([0-9a-z]{2,40})\b/gi;
const PULL = /^\s*Reverts?:? (?:([\w.-]+\/[\w.-]+))?#(\d+)\b/gim;
const TITLE = /^(?:Revert|Reapply)\b/i;

/** What the text of a revert or a reapply reverts; null for any other text. Such a text links no issue. */
export function revertedBy(text: string, repo: string): Reverted | null {
  const shas = [...text.matchAll(SHA)].flatMap((found) => found[1] ?? []);
  const pulls = [...text.matchAll(PULL)].map((found) => `${found[1] ?? repo}#${found[2]}`);
  if (shas.length > 0 || pulls.length > 0) return { shas, pulls };
  return TITLE.test(text) && /^(?:Revert|Reapply) "/i.test(text) ? { shas: [], pulls: [] } : null;
}

interface Revert extends Reverted {
  readonly sha: string;
  readonly pull?: Ref | undefined;
  readonly at: string;
}

const same = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** Returns a function that says when a commit or pull request was reverted, and null when it was not or was reapplied. */
export function revertsOf(
  board: BoardSnapshot,
): (work: { sha?: string | undefined; pull?: Ref | undefined }) => string | null {
  const reverts = revertsIn(board);
  const revertedAt = (work: { sha?: string | undefined; pull?: Ref | undefined }, depth: number): string | null => {
    const inForce = reverts.filter(
      (each) =>
        depth < reverts.length + 1 &&
        ((work.sha !== undefined && each.shas.some((sha) => same(sha, work.sha ?? ''))) ||
          (work.pull !== undefined && each.pulls.includes(work.pull))) &&
        revertedAt(each, depth + 1) === null,
    );
    return (
      inForce
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? null
    );
  };
  return (work) => revertedAt(work, 0);
}

/** Reverts on the branches that count: merged pull requests and commits. */
function revertsIn({ pulls, commits }: BoardSnapshot): readonly Revert[] {
  const merged = pulls.flatMap(({ ref, title, body, merge }) => {
    const reverted = merge && revertedBy(`${title}\n${body}`, ref.split('#')[0] ?? '');
    return reverted ? [{ ...reverted, sha: merge.sha, pull: ref, at: merge.at }] : [];
  });
  // The commit of a squash has the text of its pull request. The two are one revert.
  const mergeCommits = new Set(merged.map(({ sha }) => sha));
  const landed = commits.flatMap(({ message, sha, at, repo }) => {
    if (mergeCommits.has(sha)) return [];
    const reverted = revertedBy(message, repo);
    return reverted ? [{ ...reverted, sha, at }] : [];
  });
  return [...merged, ...landed];
}
