// Finds the known word that is most similar to a misspelled one: for "did you mean …" of commands and settings, and for names that a model
// misspelled. Used by src/cli, src/commands, src/config, src/agent/tools and src/workflows (instant.ts, build, write).

/**
 * The number of inserted, deleted, replaced or swapped letters between two words (optimal string alignment distance). A number above
 * `maxDistance` says only that the words differ by more than `maxDistance`.
 */
export function editDistance(from: string, to: string, maxDistance: number): number {
  if (Math.abs(from.length - to.length) > maxDistance) return maxDistance + 1;
  // Two rows of the usual table: entry j is the distance between the letters of `from` so far and the first j letters of `to`.
  let rowBeforeLast: readonly number[] = [];
  let lastRow = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replace = (lastRow[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = isSwapped ? (rowBeforeLast[j - 2] ?? 0) + 1 : maxDistance + 1;
      row.push(Math.min(replace, swap, (lastRow[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    rowBeforeLast = lastRow;
    lastRow = row;
  }
  return lastRow[to.length] ?? maxDistance + 1;
}

interface NearestOptions {
  /** Words that differ more are not similar. Default: 1 for a word of up to five letters, else 2. */
  readonly maxDistance?: number;
  /** Both words are compared in this form. Default: as they are. */
  readonly normalise?: (word: string) => string;
}

/** The most similar known word; undefined if none is similar enough. */
export function nearest(
  word: string,
  known: readonly string[],
  { maxDistance = word.length <= 5 ? 1 : 2, normalise = (text) => text }: NearestOptions = {},
): string | undefined {
  const [best] = known
    .map((candidate) => ({
      candidate,
      distance: editDistance(normalise(word), normalise(candidate), maxDistance),
    }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate));
  return best?.candidate;
}
