// Makes runs and jobs wait for their concurrency groups. The entry of the runner creates one gate for all runs; machine.ts carries it to
// enter-group.

import { EMPTY_GROUP, type Entry, enter, type Group, leave } from '../decide/concurrency.js';

interface Arrival extends Entry {
  group: string;
  /** Called when a newer entry cancels a running one. */
  cancel(): void;
}

export interface ConcurrencyGate {
  /** Resolves to true when the entry may run, to false if it is cancelled or leaves while it waits. */
  enter(arrival: Arrival): Promise<boolean>;
  leave(group: string, id: string): void;
  /** The running entry of a group. */
  holder(group: string): string | null;
}

/** The concurrency groups of all repositories. */
export function createConcurrencyGate(next: (count: number) => number): ConcurrencyGate {
  const groups = new Map<string, Group>();
  const waiting = new Map<string, (starts: boolean) => void>();
  const running = new Map<string, () => void>();
  const groupOf = (name: string): Group => groups.get(name) ?? EMPTY_GROUP;

  /** Cancels a waiting entry (its `enter` resolves to false) or a running one. */
  const cancelEntry = (id: string): void => {
    const settle = waiting.get(id);
    waiting.delete(id);
    if (settle === undefined) running.get(id)?.();
    else running.delete(id);
    settle?.(false);
  };

  return {
    enter(arrival) {
      const entered = enter(groupOf(arrival.group), arrival);
      groups.set(arrival.group, entered.group);
      running.set(arrival.id, arrival.cancel);
      if (entered.starts) return Promise.resolve(true);
      const started = new Promise<boolean>((settle) => waiting.set(arrival.id, settle));
      for (const id of entered.cancels) cancelEntry(id);
      return started;
    },
    leave(name, id) {
      const left = leave(groupOf(name), id, next);
      if (left.group.running === null) groups.delete(name);
      else groups.set(name, left.group);
      running.delete(id);
      const settle = waiting.get(id);
      waiting.delete(id);
      settle?.(false);
      if (left.starts === null) return;
      waiting.get(left.starts)?.(true);
      waiting.delete(left.starts);
    },
    holder: (name) => groupOf(name).running,
  };
}
