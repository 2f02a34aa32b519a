// Formats times and durations in words. Used by the lists, the page of a run, and the element that shows a time.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The time since a moment in words; its date if it is 30 days ago or more. `now` is in milliseconds. */
export function ago(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return count(age / MINUTE_MS, 'minute');
  if (age < DAY_MS) return count(age / HOUR_MS, 'hour');
  if (age < 2 * DAY_MS) return 'yesterday';
  if (age < 30 * DAY_MS) return count(age / DAY_MS, 'day');
  return `on ${iso.slice(0, 10)}`;
}

/** The time between two moments, such as `5 s` or `2 min 3 s`. */
export function took(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function count(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}
