// Whose word a run of Actions answers to. One that the App has started answers to what the App has heard, as it was said then, and to
// the right of whoever said it, which is looked up again here. One that was started for a run whose turn it is answers for that turn.
import type { Own } from '../commands/implied.js';
import { mayCarry } from '../commands/permit.js';
import type { Crew } from '../core/crew.js';
import { waitsForTurn } from '../core/follow.js';
import { loadJournal } from '../core/kept.js';
import { startIs } from '../core/start-name.js';
import { inputOf } from '../core/written.js';
import type { Event } from '../event.js';
import { type Handed, handedLog, readHanded } from '../workflows/handover/handed.js';

export interface Heard {
  readonly event: Event;
  /** As whom crew heard it: an assignment to the App is none to whoever writes here. */
  readonly own: Crew['own'];
}

/** What to answer to; null where somebody names what was never handed over, damaged it, or may not bring it: then nobody says a word. */
export async function handedOver(
  event: Event,
  crew: Pick<Crew, 'desk' | 'own' | 'standing'> & { readonly attempt?: string | undefined },
): Promise<Heard | null> {
  if (event.kind === 'turn') return (await isDue(event, crew)) ? { event, own: crew.own } : null;
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

type Turn = Extract<Event, { kind: 'turn' }>;

/**
 * Whether a start still counts. It is called after the state that the run was in, so that sent or run again it finds another one: then
 * it starts nothing, unless the run waits for its turn still, or this very run of Actions is tried once more. What nobody of crew has
 * called so starts nothing ever.
 */
async function isDue(
  { run, nonce }: Turn,
  { desk, attempt = '1' }: Parameters<typeof handedOver>[1],
): Promise<boolean> {
  if (!RUN.test(run)) return false;
  const found = await loadJournal(desk.store, run);
  const is = found ? startIs(nonce, run, found.journal) : 'none';
  return is === 'due' || (is === 'over' && found !== null && (waitsForTurn(found.journal) || attempt !== '1'));
}

/** As runs are called; it becomes a part of a ref's name. */
const RUN = /^[a-z]+-(?:[1-9]\d{0,15}|here)-[0-9a-f]{10}(?:\.r[1-9]\d{0,3})?$/;

/** A comment may ask for several things, and each has a run of its own: here it is about one of them. */
function meantBy(handed: Handed): Event {
  const { event } = handed;
  return event.kind === 'comment' ? { ...event, comment: { ...event.comment, body: inputOf(handed).text } } : event;
}
