// Faults that a test injects into responses: errors, delays, stale or shuffled lists. Used by endpoints/, and by tests through
// src/github/index.ts.

import type { Incoming } from './http/message.js';

/** Faults of the connection, the response, timing, or lists. */
type FaultKind =
  /** The connection ends without a response, before or after the request is executed. */
  | { readonly kind: 'drop'; readonly when: 'before' | 'after' }
  | {
      readonly kind: 'status';
      /** Before or after the request is executed. */
      readonly when: 'before' | 'after';
      readonly status: number;
      readonly message?: string;
      readonly headers?: { readonly [name: string]: string };
    }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'truncate' }
  /** Lists omit everything created after the fault was added. */
  | { readonly kind: 'stale' }
  /** Lists without a guaranteed order (cards, labels, people) are shuffled; the same seed gives the same order. */
  | { readonly kind: 'shuffle'; readonly seed: number }
  /** One GraphQL field is null with an error: `PullRequest.reviews`, for all or for one number or name. */
  | {
      readonly kind: 'field';
      readonly field: string;
      readonly of?: number | string;
      readonly message?: string;
      readonly type?: string;
    }
  /** GitHub gives up a query after ten seconds; here after `ms`, or at once. Nothing is executed. */
  | { readonly kind: 'timeout'; readonly ms?: number };

export type Fault = FaultKind & {
  readonly method?: string;
  /** Unanchored regular expressions for path with query, and for the body. */
  readonly path?: string | RegExp;
  readonly body?: string | RegExp;
  /** The first matching request that is affected, counted from 1. Default: 1. */
  readonly from?: number;
  /** The number of affected requests; 'all' until the fault is removed. Default: 1; with `forMs`, all. */
  readonly times?: number | 'all';
  /** The fault ends after this many milliseconds. */
  readonly forMs?: number;
};

/** A fault that applies to a request, with the newest id at the time it was added. */
export type AppliedFault = { readonly fault: Fault; readonly newestIdWhenAdded: number };

export type Faults = {
  /** Returns a function that removes the fault. */
  add(fault: Fault): () => void;
  clear(): void;
  readonly active: readonly Fault[];
  /** The faults that apply to a request. Counts the request for each fault that it matches. */
  countAndCheck(incoming: Incoming): AppliedFault[];
};

type ActiveFault = { fault: Fault; matchCount: number; addedAt: number; newestIdWhenAdded: number };

/** An empty list of faults. */
export function openFaults({ now, newestId }: { now: () => number; newestId: () => number }): Faults {
  let active: ActiveFault[] = [];
  return {
    add: (fault) => {
      const added: ActiveFault = { fault, matchCount: 0, addedAt: now(), newestIdWhenAdded: newestId() };
      active = [...active, added];
      return () => {
        active = active.filter((one) => one !== added);
      };
    },
    clear: () => {
      active = [];
    },
    get active() {
      return active.map(({ fault }) => fault);
    },
    countAndCheck: (incoming) => active.filter((one) => countAndCheck(one, { incoming, now: now() })),
  };
}

function countAndCheck(activeFault: ActiveFault, { incoming, now }: { incoming: Incoming; now: number }): boolean {
  const { fault } = activeFault;
  if (!matchesRequest(fault, incoming)) return false;
  if (fault.forMs !== undefined && now >= activeFault.addedAt + fault.forMs) return false;
  activeFault.matchCount += 1;
  const { from = 1, times = fault.forMs === undefined ? 1 : 'all' } = fault;
  return activeFault.matchCount >= from && (times === 'all' || activeFault.matchCount < from + times);
}

function matchesRequest({ method, path, body }: Fault, incoming: Incoming): boolean {
  if (method !== undefined && method !== incoming.method) return false;
  const query = incoming.query.toString();
  if (path !== undefined && !new RegExp(path).test(query === '' ? incoming.path : `${incoming.path}?${query}`))
    return false;
  return body === undefined || new RegExp(body).test(incoming.body.toString());
}
