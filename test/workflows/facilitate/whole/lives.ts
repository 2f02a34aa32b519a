// Lives that end in the middle, and lives that run side by side: for whatever must come out the same anyway.
import type { Clock } from '../../../../src/ports.js';
import type { Board, Worker } from './board.js';

/** A process that was killed: what it waits for never comes, and nothing of it is tidied up. */
const forEver = new Promise<never>(() => undefined);

export interface Death {
  /** At which of its requests. */
  readonly at: number;
  /** `before`: it was never sent. `after`: GitHub did it, and there was nobody left to hear so. */
  readonly when: 'before' | 'after';
}

export interface Mortal extends Worker {
  /** Resolves when it is dead, and what it had sent is done. */
  readonly died: Promise<void>;
  readonly requests: () => number;
}

/** One who dies where it is told, or with `null` counts how often it could have. */
export function mortal({ embedded, clock }: Board, death: Death | null, how: Omit<Worker, 'before' | 'clock'>): Mortal {
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
    ...how,
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

/** Lives one life to its end, whichever that is. */
export async function live(
  board: Board,
  worker: Mortal,
  asked: Parameters<Board['ends']>[0] = {},
): Promise<'ended' | 'died'> {
  const ended = board.ends({ ...asked, worker }).then(() => 'ended' as const);
  return Promise.race([ended, worker.died.then(() => 'died' as const)]);
}

/** Several at once, one request at a time; whose turn it is, is chosen whenever all of them wait. */
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
    /** It asks for no more turns. */
    over: () => {
      alive.delete(name);
      next();
    },
  }));
}

/** Numbers that look like chance, and are the same every time. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
