// One store over two: each log lies in exactly one of them, by its name alone, so that two doors always mean the same log.
import type { Store } from '../../ports.js';

/** What `isShared` says yes to lies where others see it as well; everything else in a store of one's own. */
export function routedStore(of: {
  readonly own: Store;
  readonly shared: Store;
  readonly isShared: (log: string) => boolean;
}): Store {
  const { own, shared, isShared } = of;
  const storeOf = (log: string) => (isShared(log) ? shared : own);
  return {
    async list(prefix) {
      const [ours, theirs] = await Promise.all([own.list(prefix), shared.list(prefix)]);
      return [...ours.filter((log) => !isShared(log)), ...theirs.filter(isShared)].sort();
    },
    read: async (log) => storeOf(log).read(log),
    append: async (log, lines, at) => storeOf(log).append(log, lines, at),
    remove: async (log) => storeOf(log).remove(log),
  };
}
