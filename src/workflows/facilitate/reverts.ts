// Work that was taken back, and perhaps brought again: the last of the chain decides.
import type { BoardSnapshot, Ref } from '../../board.js';

/** What a text says it takes back. */
export interface Takes {
  readonly shas: readonly string[];
  readonly pulls: readonly Ref[];
}

const SHA = /\bThis reverts commit ([0-9a-z]{2,40})\b/gi;
const PULL = /^\s*Reverts?:? (?:([\w.-]+\/[\w.-]+))?#(\d+)\b/gim;
const TITLE = /^(?:Revert|Reapply)\b/i;

/** Is this the text of a revert (or of bringing it again)? Then it links nothing; it is about other work. */
export function takesOf(text: string, repo: string): Takes | null {
  const shas = [...text.matchAll(SHA)].flatMap((found) => found[1] ?? []);
  const pulls = [...text.matchAll(PULL)].map((found) => `${found[1] ?? repo}#${found[2]}`);
  if (shas.length > 0 || pulls.length > 0) return { shas, pulls };
  return TITLE.test(text) && /^(?:Revert|Reapply) "/i.test(text) ? { shas: [], pulls: [] } : null;
}

interface Undoing extends Takes {
  readonly sha: string;
  readonly pull?: Ref | undefined;
  readonly at: string;
}

const same = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** Says of a piece of work (its commit, its pull request) whether it was taken back and not brought again, and when. */
export function revertsOf(
  board: BoardSnapshot,
): (work: { sha?: string | undefined; pull?: Ref | undefined }) => string | null {
  const undoings = undoingsOf(board);
  const undoneAt = (work: { sha?: string | undefined; pull?: Ref | undefined }, depth: number): string | null => {
    const existing = undoings.filter(
      (each) =>
        depth < undoings.length + 1 &&
        ((work.sha !== undefined && each.shas.some((sha) => same(sha, work.sha ?? ''))) ||
          (work.pull !== undefined && each.pulls.includes(work.pull))) &&
        undoneAt(each, depth + 1) === null,
    );
    return (
      existing
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? null
    );
  };
  return (work) => undoneAt(work, 0);
}

/** Reverts that landed: merged pull requests, and commits on the branches that count. */
function undoingsOf({ pulls, commits }: BoardSnapshot): readonly Undoing[] {
  const merged = pulls.flatMap(({ ref, title, body, merge }) => {
    const takes = merge && takesOf(`${title}\n${body}`, ref.split('#')[0] ?? '');
    return takes ? [{ ...takes, sha: merge.sha, pull: ref, at: merge.at }] : [];
  });
  // A squash repeats the words of its pull request: that is one undoing, and what takes it back takes back both.
  const told = new Set(merged.map(({ sha }) => sha));
  const landed = commits.flatMap(({ message, sha, at, repo }) => {
    if (told.has(sha)) return [];
    const takes = takesOf(message, repo);
    return takes ? [{ ...takes, sha, at }] : [];
  });
  return [...merged, ...landed];
}
