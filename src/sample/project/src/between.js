const day = 24 * 60 * 60 * 1000;

/** Whole days from one date to another; negative where the second comes first. */
export function daysBetween(from, to) {
  return Math.round((to - from) / day);
}
