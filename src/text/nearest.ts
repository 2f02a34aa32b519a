// Finds the known word that is most similar to a misspelled one.

/** The edit distance of two words, with swapped neighbours counted once; more than `most` if it is larger. */
export function distance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let earlier: readonly number[] = [];
  let before = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = (before[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = isSwapped ? (earlier[j - 2] ?? 0) + 1 : most + 1;
      row.push(Math.min(change, swap, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    earlier = before;
    before = row;
  }
  return before[to.length] ?? most + 1;
}

interface Likeness {
  /** The most edits. Default: 1 for a word of up to five letters, else 2. */
  readonly most?: number;
  /** What is compared in place of a word. */
  readonly form?: (word: string) => string;
}

/** The most similar known word; undefined if none is similar enough. */
export function nearest(
  word: string,
  known: readonly string[],
  { most = word.length <= 5 ? 1 : 2, form = (text) => text }: Likeness = {},
): string | undefined {
  const [best] = known
    .map((each) => ({ each, far: distance(form(word), form(each), most) }))
    .filter(({ far }) => far <= most)
    .sort((a, b) => a.far - b.far || a.each.localeCompare(b.each));
  return best?.each;
}
