/**
 * Several works at once, at most so many, their values in order. It ends when all have ended, also when one threw: nothing
 * goes on behind the back of whoever is told of it.
 */
export async function sideBySide<T>(works: readonly (() => Promise<T>)[], most: number): Promise<readonly T[]> {
  const values = new Map<number, T>();
  const queue = [...works.entries()];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) values.set(next[0], await next[1]());
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(most, works.length) }, worker));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return [...values.entries()].sort(([a], [b]) => a - b).map(([, value]) => value);
}
