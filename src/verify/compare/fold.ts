// What several runs of the same thing say together.

/** `told` is a step that did what its tests say, so it agrees with `passed`; whether the tests agree is their own matter. */
const OUTCOMES: Readonly<Record<string, 'well' | 'ill' | undefined>> = {
  passed: 'well',
  told: 'well',
  failed: 'ill',
  odd: 'ill',
  crashed: 'ill',
};

/**
 * The first run, unless a later one contradicts it: then it is flaky. A later run that could not see it confirms nothing,
 * and what was not confirmed is not claimed.
 */
function fold<Seen extends string>(first: Seen, later: readonly Seen[]): Seen | 'mixed' | 'unseen' {
  const outcome = OUTCOMES[first];
  if (outcome === undefined) return first;
  if (later.some((seen) => OUTCOMES[seen] !== undefined && OUTCOMES[seen] !== outcome)) return 'mixed';
  return later.every((seen) => OUTCOMES[seen] === outcome) ? first : 'unseen';
}

type Runs<Seen> = readonly [first: Seen, later: readonly Seen[]];

/** Both sides at once: what was seen both ways on one side is decided, and the other side is not run again for it. */
export function foldBoth<Seen extends string>(
  base: Runs<Seen>,
  head: Runs<Seen>,
): [was: Seen | 'mixed' | 'unseen', is: Seen | 'mixed' | 'unseen'] {
  const [was, is] = [fold(...base), fold(...head)];
  if (was === 'mixed' && is === 'unseen') return [was, head[0]];
  if (is === 'mixed' && was === 'unseen') return [base[0], is];
  return [was, is];
}
