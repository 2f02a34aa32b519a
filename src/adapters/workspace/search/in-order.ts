import type { Found } from '../../../ports/index.js';

/** The first matches, sorted by file and line. */
export function inOrder(
  found: readonly Found[],
  { most, missed }: { most: number; missed: boolean },
): { readonly found: readonly Found[]; readonly more: boolean } {
  const sorted = [...found].sort((one, other) =>
    one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1,
  );
  let matched = 0;
  const end = sorted.findIndex((hit) => {
    matched += hit.matched ? 1 : 0;
    return matched > most;
  });
  return end < 0 ? { found: sorted, more: missed } : { found: sorted.slice(0, end), more: true };
}
