/** One request as it went: what was asked, what was answered, and which faults stood in the way. */
export type RequestRecord = {
  readonly n: number;
  readonly at: string;
  readonly door: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly actor: string | null;
  /** What the client saw; 0 where the line went dead. */
  readonly status: number;
  readonly bytes: number;
  readonly faults: readonly string[];
};

/** A request and its answer as data, before any fault spoils the answer. */
export type Exchange = {
  readonly door: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly operation: string | null;
  readonly apiVersion: string | null;
  readonly requestBody: Buffer;
  readonly status: number;
  readonly responseJson: unknown;
};

/** One thing that changed, whatever door it came through. "Nothing doubled" is judged from these. */
export type Effect = {
  readonly n: number;
  readonly at: string;
  readonly actor: string;
  readonly kind: string;
  readonly repo: string;
  /** What it happened to: `#7`, `refs/heads/main`, `ci.yml`. */
  readonly subject: string;
  readonly detail: { readonly [name: string]: unknown };
};

export type EffectLog = {
  readonly all: readonly Effect[];
  record(effect: Omit<Effect, 'n' | 'at'>): void;
};

/** An ordered, append-only log of effects. */
export function logEffects(stamp: () => string): EffectLog {
  const all: Effect[] = [];
  return {
    all,
    record: (effect) => {
      all.push({ n: all.length + 1, at: stamp(), ...effect });
    },
  };
}
