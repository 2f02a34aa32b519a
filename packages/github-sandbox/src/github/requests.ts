// The logs of requests and of effects. endpoints/ records requests; acts/ records effects in the log of world.ts, which create-world.ts
// opens. Tests read both through src/github/index.ts; page/views/effects.ts shows the effects.

/** A request with its response and the faults that applied. */
export type RequestRecord = {
  /** Counted from 1. */
  readonly n: number;
  readonly at: string;
  readonly api: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly actor: string | null;
  /** The status that the client received; 0 if the connection was dropped. */
  readonly status: number;
  readonly bytes: number;
  readonly faults: readonly string[];
};

/** A request and its response before faults. */
export type Exchange = {
  readonly api: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly operation: string | null;
  readonly apiVersion: string | null;
  readonly requestBody: Buffer;
  readonly status: number;
  readonly responseJson: unknown;
};

/** One change, through any API. With these, tests check that nothing happened twice. */
export type Effect = {
  readonly n: number;
  readonly at: string;
  readonly actor: string;
  readonly kind: string;
  readonly repo: string;
  /** What changed: `#7`, `refs/heads/main`, `ci.yml`. */
  readonly subject: string;
  readonly detail: { readonly [name: string]: unknown };
};

export type EffectLog = {
  readonly all: readonly Effect[];
  record(effect: Omit<Effect, 'n' | 'at'>): void;
};

/** An append-only log of effects. */
export function logEffects(stamp: () => string): EffectLog {
  const all: Effect[] = [];
  return {
    all,
    record: (effect) => {
      all.push({ n: all.length + 1, at: stamp(), ...effect });
    },
  };
}
