// Chooses one of the style sheet's hues for a label's color or a person's name. Used by the shared elements (labels, avatars).

/** Number of hues in the style sheet, which defines each for light and dark mode. */
const HUE_COUNT = 12;

/** The class of the hue that is closest to a label's color (hexadecimal, such as `d73a4a`); `hue-none` for grays. */
export function hueOfColor(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (Number.isNaN(spread) || spread < 0.08) return 'hue-none';
  const sixth = sixthOf({ red, green, blue, most, spread });
  return `hue-${Math.round((sixth / 6) * HUE_COUNT) % HUE_COUNT}`;
}

type Color = { red: number; green: number; blue: number; most: number; spread: number };

/** The hue as in HSV, from 0 up to 6: 0 is red, 2 green, 4 blue. */
function sixthOf({ red, green, blue, most, spread }: Color): number {
  if (most === red) return (6 + (green - blue) / spread) % 6;
  return most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
}

/** The class of a hue for a person: always the same for the same name. */
export function hueOfName(name: string): string {
  const sum = [...name].reduce((hash, letter) => (hash * 33 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return `hue-${sum % HUE_COUNT}`;
}
