// Whose word a run of Actions answers to. One that the App has started answers to what the App has heard, as it was said then, and to
// the right of whoever said it, which is looked up again here.
import type { Own } from '../commands/implied.js';
import { mayCarry } from '../commands/permit.js';
import type { Crew } from '../core/crew.js';
import { inputOf } from '../core/written.js';
import type { Event } from '../event.js';
import { type Handed, handedLog, readHanded } from '../workflows/handover/handed.js';

export interface Heard {
  readonly event: Event;
  /** As whom crew heard it: an assignment to the App is none to whoever writes here. */
  readonly own: Crew['own'];
}

/** What to answer to; null where somebody names what was never handed over, damaged it, or may not bring it: then nobody says a word. */
export async function handedOver(event: Event, crew: Pick<Crew, 'desk' | 'own' | 'standing'>): Promise<Heard | null> {
  const nonce = event.kind === 'dispatched' ? event.nonce : undefined;
  const log = nonce === undefined ? null : handedLog(nonce);
  // Whoever dispatches by themselves may call it what they like; only names of runs are ours.
  if (event.kind !== 'dispatched' || nonce === undefined || log === null) return { event, own: crew.own };
  const found = await crew.desk.leases.read(log);
  const handed = found && readHanded(nonce, found.text);
  if (!handed || handed.event.at.repo.toLowerCase() !== event.repo.toLowerCase()) return null;
  const standing = await crew.standing(event);
  if (standing === 'local' || !mayCarry({ ...standing, app: handed.own.me })) return null;
  const own: Own = handed.own;
  return { event: meantBy(handed), own: async () => own };
}

/** A comment may ask for several things, and each has a run of its own: here it is about one of them. */
function meantBy(handed: Handed): Event {
  const { event } = handed;
  return event.kind === 'comment' ? { ...event, comment: { ...event.comment, body: inputOf(handed).text } } : event;
}
