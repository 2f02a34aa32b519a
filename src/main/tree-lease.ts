// One crew at a time in a tree: two at once would each take the other's edits for its own. The issue of a run has a lease of its own
// (core/carry.ts); this one is for the tree itself, whatever is done there, and lies in crew's own folder.
import { createHash } from 'node:crypto';
import { folderStore } from '../adapters/store/folder.js';
import type { Holder } from '../core/desk.js';
import { HEARTBEAT, type Held, takeLease } from '../core/lease.js';
import { Conflict, UserError } from '../errors.js';
import type { Clock, Store } from '../ports.js';
import { thisProcess } from './holder.js';

export interface TreeLeaseOf {
  /** The tree, absolute, without links. */
  readonly root: string;
  /** Where crew keeps what is its own. */
  readonly home: string;
  readonly clock: Clock;
  readonly holder?: Holder;
}

export interface TreeLease {
  /** Before anything is changed: throws Conflict where somebody else has the tree by now. */
  check(): Promise<void>;
  /** May be called twice. */
  release(): Promise<void>;
}

/** Takes the tree, or says who is at it. Whoever was killed there holds nothing any more. */
export async function takeTree({ root, home, clock, holder = thisProcess() }: TreeLeaseOf): Promise<TreeLease> {
  const leases = folderStore(home);
  const key = keyOf(root);
  const take = async (): Promise<Held> => {
    const held = await takeLease({ store: leases, leases, clock, holder, redact: (text) => text }, key);
    if ('heldBy' in held) throw inUse(root, held.heldBy.holder);
    return held;
  };
  const held = await shortened(leases, key, take);
  // A heartbeat that could not be sent is made good by the next one, or by the next check. It keeps no process alive.
  const beat = setInterval(() => void held.renew().catch(() => undefined), HEARTBEAT).unref();
  let released: Promise<void> | undefined;
  return {
    check: () => stillHeld(held),
    release() {
      clearInterval(beat);
      // Whoever took it meanwhile keeps it; ours ends by itself.
      released ??= held.release().catch(() => undefined);
      return released;
    },
  };
}

/** Every run and every heartbeat is a line, each a file of its own; all are read to see the last. */
const MOST_LINES = 200;

/** Whoever has it may begin the log anew. In between it is anybody's, and still only one can have it: the first line is written once. */
async function shortened(leases: Store, key: string, take: () => Promise<Held>): Promise<Held> {
  const held = await take();
  const log = await leases.read(`lease/${key}`);
  if (log === null || log.text.split('\n').length <= MOST_LINES) return held;
  await leases.remove(`lease/${key}`);
  return take();
}

/** Who slept for a while, as a laptop does, still has it where nobody took it meanwhile. */
async function stillHeld(held: Held): Promise<void> {
  try {
    held.check();
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    await held.renew();
  }
}

/** A folder of crew's may serve several trees. */
const keyOf = (root: string): string => `tree-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;

function inUse(root: string, holder: string): UserError {
  const [host = '', pid = ''] = holder.split(':');
  return new UserError({
    expected: `nobody else at work in ${root}`,
    found: `crew, in process ${pid} on ${host}`,
    remedy:
      'Wait until it has ended, or end it there; `crew list` names its run. Another tree (`git worktree add`) is free at once.',
    ends: 'refused',
  });
}
