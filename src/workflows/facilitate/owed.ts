// What of a look could not be written: it comes first next time, and nothing is believed to stand that does not.
import type { LabelChange } from '../../changes/change.js';
import type { Ref } from '../../field.js';
import type { Seen } from '../../observation.js';
import type { Planned } from './planned.js';

export interface Unwritten {
  readonly next: Readonly<Record<Ref, Seen>>;
  readonly previous: Readonly<Record<Ref, Seen>> | undefined;
  readonly unwritten: readonly Planned[];
  /** Of those that were tried: the digest of what was found to stand there instead; null where nothing does. */
  readonly found?: ReadonlyMap<Planned, string | null> | undefined;
}

/** What a look leaves for the next one, when some of its changes were deferred, refused or lost. */
export function owing({ next, previous, unwritten, found }: Unwritten): Readonly<Record<Ref, Seen>> {
  const left: Record<Ref, Seen> = { ...next };
  for (const each of unwritten) {
    const { ref, change } = each;
    const seen = left[ref];
    if (!seen) continue;
    if (change.kind === 'label') {
      left[ref] = { ...seen, labels: labelsWithout(seen.labels, change), owed: true };
      continue;
    }
    const { says: _, ...unsaid } = seen;
    const stands = found?.has(each) ? found.get(each) : (change.standing ?? previous?.[ref]?.says);
    const says = stands === null || stands === undefined ? {} : { says: stands };
    left[ref] = { ...unsaid, ...says, notified: previous?.[ref]?.notified ?? false, owed: true };
  }
  return left;
}

function labelsWithout(labels: readonly string[], { label, action }: LabelChange): readonly string[] {
  return action === 'add' ? labels.filter((each) => each !== label) : [...new Set([...labels, label])].sort();
}
