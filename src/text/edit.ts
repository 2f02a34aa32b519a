// Applies replacements to a text and counts them by kind. The other files of this folder return such replacements; `sanitize`, `redact` and
// redact-secrets.ts apply them.

/**
 * Replaces the characters from `start` to before `end` by `text`. `kind` says what was removed, such as 'image'. An edit with an empty kind
 * keeps the meaning and is not counted.
 */
export type Edit = { readonly start: number; readonly end: number; readonly text: string; readonly kind: string };

/** The number of edits of each kind. */
export type Counts = Readonly<Record<string, number>>;

/** Applies edits from left to right. Of overlapping edits, the one that begins first is applied; at the same position, the longer one. */
export function applyEdits(source: string, edits: readonly Edit[]): { text: string; counts: Counts } {
  const ordered = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  const counts: Record<string, number> = {};
  const parts: string[] = [];
  let end = 0;
  for (const edit of ordered) {
    if (edit.start < end) continue;
    parts.push(source.slice(end, edit.start), edit.text);
    end = edit.end;
    if (edit.kind !== '') counts[edit.kind] = (counts[edit.kind] ?? 0) + 1;
  }
  parts.push(source.slice(end));
  return { text: parts.join(''), counts };
}

/** Adds two counts by kind. */
export function addCounts(left: Counts, right: Counts): Counts {
  const sum: Record<string, number> = { ...left };
  for (const [kind, count] of Object.entries(right)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}
