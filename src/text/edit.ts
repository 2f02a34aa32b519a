// Applies replacements to a text and counts them by kind.

/** A replacement in a source text. An edit with an empty kind keeps the meaning and is not counted. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string; readonly kind: string };

export type Counts = Readonly<Record<string, number>>;

/** Applies edits from left to right. Of overlapping edits, the one that begins first is applied; at the same position, the longer one. */
export function applyEdits(source: string, edits: readonly Edit[]): { text: string; counts: Counts } {
  const ordered = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  const counts: Record<string, number> = {};
  const parts: string[] = [];
  let done = 0;
  for (const edit of ordered) {
    if (edit.start < done) continue;
    parts.push(source.slice(done, edit.start), edit.text);
    done = edit.end;
    if (edit.kind !== '') counts[edit.kind] = (counts[edit.kind] ?? 0) + 1;
  }
  parts.push(source.slice(done));
  return { text: parts.join(''), counts };
}

/** Adds two counts by kind. */
export function addCounts(left: Counts, right: Counts): Counts {
  const sum: Record<string, number> = { ...left };
  for (const [kind, count] of Object.entries(right)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}
