/** Work that nobody waits for where it begins. */
export type Watch = {
  add(work: Promise<unknown>): void;
  isBusy(): boolean;
  /** Resolves when nothing of it goes on any more, however it ended. */
  settled(): Promise<void>;
  /** Throws what failed since the last complaint. */
  complain(): void;
};

/** Keeps an eye on work that was begun by an event: an event has nobody to hand a failure back to. */
export function watchOver(): Watch {
  const going = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const watch = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (failure) {
      failures.push(failure);
    }
  };
  return {
    add(work) {
      const watched = watch(work).then(() => void going.delete(watched));
      going.add(watched);
    },
    isBusy: () => going.size > 0,
    async settled() {
      while (going.size > 0) await Promise.all(going);
    },
    complain() {
      if (failures.length > 0) throw new AggregateError(failures.splice(0), 'the embedded Actions failed');
    },
  };
}
