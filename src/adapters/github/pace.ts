// GitHub bears 80 content writes a minute and 500 an hour, and bans who hammers on. We stay below. Pure.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const PER_MINUTE = 60;
export const PER_HOUR = 400;

/** How long the next write has to wait, after writes at these times (oldest first). */
export function waitBefore(writes: readonly number[], now: number): number {
  const until = (most: number, span: number) => {
    const within = writes.filter((time) => time > now - span);
    const oldest = within[within.length - most];
    return oldest === undefined ? 0 : oldest + span - now;
  };
  return Math.max(until(PER_MINUTE, MINUTE), until(PER_HOUR, HOUR));
}

/** The writes that still count. */
export function recent(writes: readonly number[], now: number): readonly number[] {
  return writes.filter((time) => time > now - HOUR);
}
