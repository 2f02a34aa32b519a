import { nodeId } from '../ids.js';
import type { Account, Thread, TimelineEvent } from '../state.js';
import { type Act, stamp } from '../world.js';

type Undated<Event> = Event extends TimelineEvent ? Omit<Event, 'id' | 'nodeId' | 'actor' | 'at'> : never;
export type EventDetail = Undated<TimelineEvent>;

/** Writes what happened into a thread's timeline; a seed says when and who, an act is now. */
export function note(
  { world, by }: { readonly world: Act['world']; readonly by: { readonly account: Account | null } },
  thread: Thread,
  { at, ...detail }: EventDetail & { readonly at?: string },
): void {
  const id = world.ids.next();
  thread.timeline.push({ ...detail, id, nodeId: nodeId('EV', id), actor: by.account, at: at ?? stamp(world) });
}
