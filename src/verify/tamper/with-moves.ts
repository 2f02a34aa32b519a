import type { ChangedFile } from './change.js';

/** Combines a removed and an added file with equal content into one rename, for changes that git did not compare. */
export function withMoves(changes: readonly ChangedFile[]): readonly ChangedFile[] {
  const gone = new Map<string, ChangedFile>();
  for (const change of changes)
    if (change.before && change.after === null && !gone.has(change.before)) gone.set(change.before, change);
  const moved = new Set<ChangedFile>();
  const reported = changes.map((change): ChangedFile => {
    const from = change.before === null && change.after ? gone.get(change.after) : undefined;
    if (from === undefined || moved.has(from)) return change;
    moved.add(from);
    return { ...change, from: from.path, before: from.before };
  });
  return reported.filter((_, n) => !moved.has(changes[n] ?? { path: '', before: null, after: null }));
}
