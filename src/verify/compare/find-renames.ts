// Finds tests that may have been renamed: pairs of a removed and an added test with similar names. A hint for the comparison, not a proof. Pure.

/** Minimum similarity of two names. */
const MIN_SIMILARITY = 0.6;
/** With more pairs than this, only equal last parts of names are compared. */
const MAX_PAIRS = 40_000;

export type Renamed = readonly [from: string, to: string];

/** Pairs of a removed and an added name, each used once, most similar first. */
export function findRenames(removed: readonly string[], added: readonly string[]): readonly Renamed[] {
  const moved = movedNames(removed, added);
  const [from, to] = [new Set(moved.map(([name]) => name)), new Set(moved.map(([, name]) => name))];
  return [
    ...moved,
    ...similarNames(
      removed.filter((name) => !from.has(name)),
      added.filter((name) => !to.has(name)),
    ),
  ];
}

/** Pairs with the same last part: the file or suite was renamed. */
function movedNames(removed: readonly string[], added: readonly string[]): readonly Renamed[] {
  const byLast = new Map<string, string[]>();
  for (const name of added) byLast.set(lastPart(name), [...(byLast.get(lastPart(name)) ?? []), name]);
  return removed.flatMap((from): readonly Renamed[] => {
    const to = byLast.get(lastPart(from))?.shift();
    return to === undefined ? [] : [[from, to]];
  });
}

/** The test's own name without file and suite. */
function lastPart(name: string): string {
  return (name.split(/ > | › |::|\t/).at(-1) ?? name).toLowerCase();
}

/** Pairs of names that are similar enough. */
function similarNames(removed: readonly string[], added: readonly string[]): readonly Renamed[] {
  if (removed.length * added.length > MAX_PAIRS) return [];
  const letters = new Map([...removed, ...added].map((name) => [name, pairsOfLetters(name)]));
  const rated = removed.flatMap((from) =>
    added.map((to) => ({ from, to, similarity: dice(letters.get(from) ?? [], letters.get(to) ?? []) })),
  );
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  for (const { from, to } of rated
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity)) {
    if (pairs.has(from) || taken.has(to)) continue;
    pairs.set(from, to);
    taken.add(to);
  }
  return [...pairs];
}

function pairsOfLetters(name: string): readonly string[] {
  const letters = [...name.toLowerCase()];
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** Sørensen–Dice coefficient: 1 for equal, 0 for nothing in common. */
function dice(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const pair of a) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of b) {
    const count = left.get(pair) ?? 0;
    if (count > 0) shared += 1;
    left.set(pair, count - 1);
  }
  return a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length);
}
