const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago something was, in the words a person would use; what is older than a month has a date instead. */
export function ago(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < minute) return 'just now';
  if (age < hour) return count(age / minute, 'minute');
  if (age < day) return count(age / hour, 'hour');
  if (age < 2 * day) return 'yesterday';
  if (age < 30 * day) return count(age / day, 'day');
  return `on ${iso.slice(0, 10)}`;
}

/** How long something took. */
export function took(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function count(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}
