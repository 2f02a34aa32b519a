// Decides who may use which command. Pure: the caller reads the permission from GitHub. A permission that could not be read counts as none.
// Used by src/runs/gate.ts; runs/services.ts and services/wire.ts use its type.

import type { Actor } from '../ports/event.js';
import type { Permission } from '../ports/index.js';
import type { Access } from './define.js';

/** The author of a command, and what decides whether the author may use it. */
export interface Requester {
  readonly actor: Actor;
  readonly permission: Permission | 'unreadable';
  /** The ids of bots that may use commands. Names can be imitated. */
  readonly bots: readonly number[];
  /** crew's own id. crew never answers itself. */
  readonly me: number;
}

/** `silence`: nothing starts and crew does not reply, so that strangers cannot make crew write comments. */
export type Permit = 'allow' | 'silence';

/** The id of @ghost, GitHub's placeholder for deleted accounts. */
const GHOST = 10137;

const mayPush = (permission: Requester['permission']): boolean => permission === 'admin' || permission === 'write';

/** Whether an actor may use a command. */
export function permit(access: Access, { actor, permission, bots, me }: Requester): Permit {
  if (actor.id === 0 || actor.id === GHOST || actor.id === me) return 'silence';
  if (actor.bot) return bots.includes(actor.id) ? 'allow' : 'silence';
  if (access === 'anyone') return 'allow';
  return mayPush(permission) ? 'allow' : 'silence';
}

/** Whether an invalid command is answered: only for people with write access. */
export function mayBeCorrected(asker: Requester): boolean {
  return permit('write', asker) === 'allow';
}
