// Combines the results of several runs of the same test or step.

/** `explained` counts as success of the step itself; the results of its tests are compared separately. */
const OUTCOMES: Readonly<Record<string, 'success' | 'failure' | undefined>> = {
  passed: 'success',
  explained: 'success',
  failed: 'failure',
  unexplained: 'failure',
  crashed: 'failure',
};

/** The first result, unless a later run contradicts it (flaky). If a later run did not report it, it is not confirmed. */
function fold<Seen extends string>(first: Seen, later: readonly Seen[]): Seen | 'mixed' | 'unseen' {
  const outcome = OUTCOMES[first];
  if (outcome === undefined) return first;
  if (later.some((seen) => OUTCOMES[seen] !== undefined && OUTCOMES[seen] !== outcome)) return 'mixed';
  return later.every((seen) => OUTCOMES[seen] === outcome) ? first : 'unseen';
}

type Runs<Seen> = readonly [first: Seen, later: readonly Seen[]];

/** Combines both sides. If one side is flaky, the other was not run again and keeps its first result. */
export function foldBoth<Seen extends string>(
  base: Runs<Seen>,
  head: Runs<Seen>,
): [was: Seen | 'mixed' | 'unseen', is: Seen | 'mixed' | 'unseen'] {
  const [was, is] = [fold(...base), fold(...head)];
  if (was === 'mixed' && is === 'unseen') return [was, head[0]];
  if (is === 'mixed' && was === 'unseen') return [base[0], is];
  return [was, is];
}
