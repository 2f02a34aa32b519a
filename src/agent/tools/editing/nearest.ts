// Finds the lines of a file that are most similar to a text that the file does not contain, for the error text of `edit`.

/** The lines of a file that are most similar to a searched text. */
export interface SimilarLines {
  /** The index of the first line. */
  readonly at: number;
  readonly lines: readonly string[];
}

/** The line without blanks, in lower case, with normalized characters. */
const normalized = (line: string): string => line.normalize('NFKC').replace(/\s+/g, '').toLowerCase();

/** Limits for the search, so that it stays fast. */
const MAX_SOUGHT = 200;
const MAX_LINES = 20_000;
const MAX_LINE_CHARACTERS = 400;

/** The most similar lines; null if nothing is similar. */
export function nearestLines(file: readonly string[], sought: readonly string[]): SimilarLines | null {
  const lines = file.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE_CHARACTERS));
  const wanted = sought.slice(0, MAX_SOUGHT).map((line) => line.slice(0, MAX_LINE_CHARACTERS));
  const at = byVote(lines, wanted) ?? bySimilarity(lines, wanted);
  if (at === null) return null;
  const from = Math.max(0, at);
  return { at: from, lines: file.slice(from, at + wanted.length) };
}

/** Every searched line that the file has (apart from blanks and case) votes for the line where the searched text would start. */
function byVote(lines: readonly string[], wanted: readonly string[]): number | null {
  const places = new Map<string, number[]>();
  for (const [n, line] of lines.entries()) {
    const key = normalized(line);
    const known = places.get(key);
    if (known) known.push(n);
    else places.set(key, [n]);
  }
  const votes = new Map<number, number>();
  for (const [n, line] of wanted.entries()) {
    const key = normalized(line);
    // Very short lines, such as a brace, are everywhere.
    if (key.length < 3) continue;
    for (const place of places.get(key)?.slice(0, 50) ?? [])
      votes.set(place - n, (votes.get(place - n) ?? 0) + key.length);
  }
  return mostVoted(votes);
}

function mostVoted(votes: ReadonlyMap<number, number>): number | null {
  const [best] = [...votes].sort(([one, less], [other, more]) => more - less || one - other);
  return best?.[0] ?? null;
}

const MIN_SIMILARITY = 0.5;

/** Finds the line that shares most letter pairs with the longest searched line. Returns the line where the searched text would start. */
function bySimilarity(lines: readonly string[], wanted: readonly string[]): number | null {
  const [longest] = [...wanted.entries()].sort(([, one], [, other]) => other.length - one.length);
  if (!longest || normalized(longest[1]).length < 4) return null;
  const pairs = pairsOf(longest[1]);
  const scored = lines.map((line, n) => ({ n, score: similarity(pairsOf(line), pairs) }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one), { n: 0, score: 0 });
  return best.score >= MIN_SIMILARITY ? best.n - longest[0] : null;
}

function pairsOf(line: string): ReadonlySet<string> {
  const text = normalized(line);
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, n) => text.slice(n, n + 2)));
}

function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared += 1;
  return (2 * shared) / (one.size + other.size);
}
