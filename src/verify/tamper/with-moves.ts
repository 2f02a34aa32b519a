import type { ChangedFile } from './change.js';

/**
 * Files that only went elsewhere, as one change each: where a change was not read by git, nobody has told them apart from a file that
 * is gone and another one that came. Word for word alone: what was moved and edited stays both.
 */
export function withMoves(changes: readonly ChangedFile[]): readonly ChangedFile[] {
  const gone = new Map<string, ChangedFile>();
  for (const change of changes)
    if (change.before && change.after === null && !gone.has(change.before)) gone.set(change.before, change);
  const moved = new Set<ChangedFile>();
  const told = changes.map((change): ChangedFile => {
    const from = change.before === null && change.after ? gone.get(change.after) : undefined;
    if (from === undefined || moved.has(from)) return change;
    moved.add(from);
    return { ...change, from: from.path, before: from.before };
  });
  return told.filter((_, n) => !moved.has(changes[n] ?? { path: '', before: null, after: null }));
}
