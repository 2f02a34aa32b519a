// Limits content writes below GitHub's 80 per minute and 500 per hour. Pure.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const PER_MINUTE = 60;
export const PER_HOUR = 400;

/** GitHub counts a write when it arrives, so the window is a little longer. */
const SLACK = 2000;

/** How long to wait so that no span holds more than `most` writes; times are oldest first. */
export function waitFor(times: readonly number[], { now, most, span }: { now: number; most: number; span: number }) {
  const within = times.filter((time) => time > now - span - SLACK);
  const oldest = within[within.length - most];
  return oldest === undefined ? 0 : oldest + span + SLACK - now;
}

/** How long the next write has to wait. */
export function waitBefore(writes: readonly number[], now: number): number {
  return Math.max(
    waitFor(writes, { now, most: PER_MINUTE, span: MINUTE }),
    waitFor(writes, { now, most: PER_HOUR, span: HOUR }),
  );
}

/** The writes that still count. */
export function recent(writes: readonly number[], now: number): readonly number[] {
  return writes.filter((time) => time > now - HOUR - SLACK);
}
