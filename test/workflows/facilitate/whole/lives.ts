// Processes that are killed at a request, and processes that run side by side.
import type { Clock } from '../../../../src/ports/index.js';
import type { Board, Worker } from './board.js';

/** What a killed process waits for. */
const forEver = new Promise<never>(() => undefined);

export interface Death {
  /** The number of the request. */
  readonly at: number;
  /** `before`: the request is not sent. `after`: GitHub handles it, and its answer is lost. */
  readonly when: 'before' | 'after';
}

export interface Mortal extends Worker {
  /** Resolves when the process was killed. */
  readonly died: Promise<void>;
  readonly requests: () => number;
}

/** A process that is killed at a request; with `null` it only counts its requests. */
export function mortal({ embedded, clock }: Board, death: Death | null): Mortal {
  let requests = 0;
  let dying = false;
  let bury: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    bury = resolve;
  });
  const end = (): Promise<never> => {
    bury();
    return forEver;
  };
  const slept: Clock['sleep'] = (ms, signal) => (dying ? end() : clock.sleep(ms, signal));
  return {
    died,
    requests: () => requests,
    clock: { now: clock.now, sleep: slept },
    async before() {
      requests += 1;
      if (dying) return end();
      if (requests !== death?.at) return;
      dying = true;
      if (death.when === 'before') return end();
      embedded.faults.add({ kind: 'drop', when: 'after' });
    },
  };
}

/** Runs a process until it ends or is killed. */
export async function live(
  board: Board,
  worker: Mortal,
  asked: Parameters<Board['ends']>[0] = {},
): Promise<'ended' | 'died'> {
  const ended = board.ends({ ...asked, worker }).then(() => 'ended' as const);
  return Promise.race([ended, worker.died.then(() => 'died' as const)]);
}

/** Several processes at once, one request at a time; `choose` picks the next one whenever all of them wait. */
export function takingTurns(names: readonly string[], choose: (among: number) => number) {
  const alive = new Set(names);
  const waiting = new Map<string, () => void>();
  const next = (): void => {
    if (waiting.size === 0 || waiting.size < alive.size) return;
    const order = [...waiting.keys()].sort();
    const name = order[choose(order.length)] ?? '';
    const go = waiting.get(name);
    waiting.delete(name);
    go?.();
  };
  return names.map((name) => ({
    name,
    before: () =>
      new Promise<void>((resolve) => {
        waiting.set(name, resolve);
        next();
      }),
    /** Must be called when the process ended. */
    over: () => {
      alive.delete(name);
      next();
    },
  }));
}

/** Pseudo-random numbers below a bound, the same for the same seed. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
