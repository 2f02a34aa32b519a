// What of a look could not be written: it comes first next time, and nothing is believed to stand that does not.
import type { LabelChange } from '../../core/change.js';
import type { Ref } from '../../field.js';
import type { Seen } from '../../observation.js';
import type { Planned } from './planned.js';

export interface Unwritten {
  readonly next: Readonly<Record<Ref, Seen>>;
  readonly previous: Readonly<Record<Ref, Seen>> | undefined;
  readonly unwritten: readonly Planned[];
}

/** What a look leaves for the next one, when some of its changes were deferred, refused or lost. */
export function owing({ next, previous, unwritten }: Unwritten): Readonly<Record<Ref, Seen>> {
  const left: Record<Ref, Seen> = { ...next };
  for (const { ref, change } of unwritten) {
    const seen = left[ref];
    if (!seen) continue;
    left[ref] =
      change.kind === 'label'
        ? { ...seen, labels: labelsWithout(seen.labels, change), owed: true }
        : { ...seen, notified: previous?.[ref]?.notified ?? false, owed: true };
  }
  return left;
}

function labelsWithout(labels: readonly string[], { label, action }: LabelChange): readonly string[] {
  return action === 'add' ? labels.filter((each) => each !== label) : [...new Set([...labels, label])].sort();
}
