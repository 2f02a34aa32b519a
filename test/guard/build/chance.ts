/** Chance that can be had again: the same seed gives the same row of numbers. */
export interface Chance {
  readonly below: (limit: number) => number;
  readonly one: <T>(list: readonly T[]) => T;
}

/** Mulberry32: small, and even enough to choose mutants by. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    one: (list) => {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error('nothing to choose from');
      return found;
    },
  };
}
