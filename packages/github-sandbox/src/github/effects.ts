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
