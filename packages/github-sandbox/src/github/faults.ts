import type { Incoming } from './http/message.js';

/** What goes wrong: with the line, with the answer, with time, or with what lists show. */
type FaultKind =
  | { readonly kind: 'drop'; readonly when: 'before' | 'after' }
  | {
      readonly kind: 'status';
      readonly when: 'before' | 'after';
      readonly status: number;
      readonly message?: string;
      readonly headers?: { readonly [name: string]: string };
    }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'truncate' }
  /** Lists show nothing made after the fault was added. */
  | { readonly kind: 'stale' }
  /** Lists whose order GitHub promises to nobody come in another one: cards, labels, people, parts. The same seed, the same order. */
  | { readonly kind: 'shuffle'; readonly seed: number }
  /** One field of a GraphQL answer is null with an error, the rest stands: `PullRequest.reviews`, of all or of one number or name. */
  | {
      readonly kind: 'field';
      readonly field: string;
      readonly of?: number | string;
      readonly message?: string;
      readonly type?: string;
    }
  /** GitHub gives a query up after ten seconds; here after `ms`, at once where nothing is said. Nothing was done. */
  | { readonly kind: 'timeout'; readonly ms?: number };

export type Fault = FaultKind & {
  readonly method?: string;
  /** Regular expressions, unanchored: on path with query, and on the body, which tells GraphQL queries apart. */
  readonly path?: string | RegExp;
  readonly body?: string | RegExp;
  /** The first matching request it strikes, counted from 1. */
  readonly from?: number;
  /** How many it strikes; 'all' until it is taken away. */
  readonly times?: number | 'all';
  /** After so many milliseconds it is over. */
  readonly forMs?: number;
};

/** A fault that strikes a request now, with the newest id that existed when it was added. */
export type Strike = { readonly fault: Fault; readonly newestThen: number };

export type Faults = {
  /** Returns what takes the fault away again. */
  add(fault: Fault): () => void;
  clear(): void;
  readonly active: readonly Fault[];
  strikes(incoming: Incoming): Strike[];
};

type Planted = { fault: Fault; met: number; addedAt: number; newestThen: number };

/** Faults on demand: each counts the requests it fits and strikes those it was told to. */
export function openFaults({ now, newestId }: { now: () => number; newestId: () => number }): Faults {
  let planted: Planted[] = [];
  return {
    add: (fault) => {
      const added = { fault, met: 0, addedAt: now(), newestThen: newestId() };
      planted = [...planted, added];
      return () => {
        planted = planted.filter((one) => one !== added);
      };
    },
    clear: () => {
      planted = [];
    },
    get active() {
      return planted.map(({ fault }) => fault);
    },
    strikes: (incoming) => planted.filter((one) => strikes(one, { incoming, now: now() })),
  };
}

function strikes(planted: Planted, { incoming, now }: { incoming: Incoming; now: number }): boolean {
  const { fault } = planted;
  if (!fits(fault, incoming)) return false;
  if (fault.forMs !== undefined && now >= planted.addedAt + fault.forMs) return false;
  planted.met += 1;
  const { from = 1, times = fault.forMs === undefined ? 1 : 'all' } = fault;
  return planted.met >= from && (times === 'all' || planted.met < from + times);
}

function fits({ method, path, body }: Fault, incoming: Incoming): boolean {
  if (method !== undefined && method !== incoming.method) return false;
  const query = incoming.query.toString();
  if (path !== undefined && !new RegExp(path).test(query === '' ? incoming.path : `${incoming.path}?${query}`))
    return false;
  return body === undefined || new RegExp(body).test(incoming.body.toString());
}
