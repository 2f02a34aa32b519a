/** Who holds a concurrency group and who waits for it; the longest-waiting comes first. */
export interface Group {
  running: string | null;
  pending: readonly string[];
}

export interface Entry {
  id: string;
  cancelInProgress: boolean;
  /** `single`: one waits, a newer one takes its place. `max`: all wait, in order. */
  queue: 'single' | 'max';
}

interface Entered {
  group: Group;
  starts: boolean;
  /** Whom this one puts out: the replaced one that waited, or the one that runs. */
  cancels: string[];
}

const LONGEST_QUEUE = 100;

export const FREE: Group = { running: null, pending: [] };

/** What happens when somebody comes to a group. */
export function enter(group: Group, { id, cancelInProgress, queue }: Entry): Entered {
  if (group.running === null) return { group: { ...group, running: id }, starts: true, cancels: [] };
  if (queue === 'max') {
    if (group.pending.length >= LONGEST_QUEUE) return { group, starts: false, cancels: [id] };
    return { group: { ...group, pending: [...group.pending, id] }, starts: false, cancels: [] };
  }
  const replaced = [...group.pending];
  const cancels = cancelInProgress ? [...replaced, group.running] : replaced;
  return { group: { ...group, pending: [id] }, starts: false, cancels };
}

/** What happens when somebody leaves, having run or waited. `next` picks who of the queue comes next, by its place. */
export function leave(
  group: Group,
  id: string,
  next: (waiting: number) => number = () => 0,
): { group: Group; starts: string | null } {
  const pending = group.pending.filter((waiting) => waiting !== id);
  if (group.running !== id) return { group: { ...group, pending }, starts: null };
  const [starts = null] = pending.splice(pending.length > 0 ? next(pending.length) : 0, 1);
  return { group: { running: starts, pending }, starts };
}
