const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The time since a moment in words; a date if it is more than a month ago. */
export function ago(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < minute) return 'just now';
  if (age < hour) return count(age / minute, 'minute');
  if (age < day) return count(age / hour, 'hour');
  if (age < 2 * day) return 'yesterday';
  if (age < 30 * day) return count(age / day, 'day');
  return `on ${iso.slice(0, 10)}`;
}

/** A duration. */
export function took(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function count(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}

/** Number of hues in the style sheet, which defines each for light and dark mode. */
const hues = 12;

/** The hue closest to a label's color; neutral for grays. */
export function hueOfColor(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (Number.isNaN(spread) || spread < 0.08) return 'hue-none';
  const sixth = sixthOf({ red, green, blue, most, spread });
  return `hue-${Math.round((sixth / 6) * hues) % hues}`;
}

type Color = { red: number; green: number; blue: number; most: number; spread: number };

function sixthOf({ red, green, blue, most, spread }: Color): number {
  if (most === red) return (6 + (green - blue) / spread) % 6;
  return most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
}

/** The hue of a person, derived from the name. */
export function hueOfName(name: string): string {
  const sum = [...name].reduce((hash, letter) => (hash * 33 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return `hue-${sum % hues}`;
}
