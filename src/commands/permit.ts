// Who may ask for what. Pure: the permission was read by API, and what could not be read is no permission.

import type { Actor } from '../ports/event.js';
import type { Permission } from '../ports/index.js';
import type { Access } from './define.js';

export interface Asker {
  readonly actor: Actor;
  readonly permission: Permission | 'unreadable';
  /** Bots that may command, by exact id: names can be imitated. */
  readonly bots: readonly number[];
  /** Crew's own id: it never answers itself. */
  readonly me: number;
}

/** `silence`: nothing starts and nothing is said, so that strangers cannot make crew talk. */
export type Permit = 'allow' | 'silence';

const GHOST = 10137; // What GitHub shows for deleted accounts: nobody.
const ACTIONS = 41_898_282; // github-actions[bot], by GitHub.

const mayPush = (permission: Asker['permission']): boolean => permission === 'admin' || permission === 'write';

/** May this actor have this? */
export function permit(access: Access, { actor, permission, bots, me }: Asker): Permit {
  if (actor.id === 0 || actor.id === GHOST || actor.id === me) return 'silence';
  if (actor.bot) return bots.includes(actor.id) ? 'allow' : 'silence';
  if (access === 'anyone') return 'allow';
  return mayPush(permission) ? 'allow' : 'silence';
}

/** A wrong command is answered to those who could have meant a right one: writers. */
export function mayBeCorrected(asker: Asker): boolean {
  return permit('write', asker) === 'allow';
}

/** May this actor bring what somebody else has asked the App for? The App itself, Actions, and whoever could ask for it as well. */
export function mayDispatch({ app, ...by }: Asker & { readonly app: number }): boolean {
  const isCrew = by.actor.bot && by.actor.id !== 0 && [app, by.me, ACTIONS].includes(by.actor.id);
  return isCrew || permit('write', by) === 'allow';
}
