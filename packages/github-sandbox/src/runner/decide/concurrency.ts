// Decides which entries of a concurrency group run, wait or are cancelled. run/concurrency-gate applies the decisions; run/enter-group uses
// a type.

/** A concurrency group: its running entry, and the waiting ones, oldest first. */
export interface Group {
  running: string | null;
  pending: readonly string[];
}

export interface Entry {
  id: string;
  /** Never true with `queue: max`; enter-group.ts refuses that combination. */
  cancelInProgress: boolean;
  /** `single`: at most one entry waits, and a newer one replaces it. `max`: up to 100 entries wait. */
  queue: 'single' | 'max';
}

interface Entered {
  group: Group;
  starts: boolean;
  /**
   * The ids of cancelled entries: those that the new one replaces and, with `cancelInProgress`, the running one, which stays in the group
   * until it leaves; or the new one itself if the queue is full.
   */
  cancels: string[];
}

const MAX_QUEUE_LENGTH = 100;

export const EMPTY_GROUP: Group = { running: null, pending: [] };

/** Adds an entry to a group. */
export function enter(group: Group, { id, cancelInProgress, queue }: Entry): Entered {
  if (group.running === null) return { group: { ...group, running: id }, starts: true, cancels: [] };
  if (queue === 'max') {
    if (group.pending.length >= MAX_QUEUE_LENGTH) return { group, starts: false, cancels: [id] };
    return { group: { ...group, pending: [...group.pending, id] }, starts: false, cancels: [] };
  }
  const replaced = [...group.pending];
  const cancels = cancelInProgress ? [...replaced, group.running] : replaced;
  return { group: { ...group, pending: [id] }, starts: false, cancels };
}

/**
 * Removes an entry. If it was running, a waiting one starts. `next` chooses which: it gets the number of waiting entries and returns an index
 * (default 0, the oldest). GitHub does not guarantee which one starts.
 */
export function leave(
  group: Group,
  id: string,
  next: (count: number) => number = () => 0,
): { group: Group; starts: string | null } {
  const pending = group.pending.filter((each) => each !== id);
  if (group.running !== id) return { group: { ...group, pending }, starts: null };
  const [starts = null] = pending.splice(pending.length > 0 ? next(pending.length) : 0, 1);
  return { group: { running: starts, pending }, starts };
}
