// Colour where a terminal has it; plain text everywhere else. Pure.

export interface Paint {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly accent: (text: string) => string;
}

const wrap = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`;
const same = (text: string) => text;

/** How to paint, or how not to. */
export function paintFor(color: boolean): Paint {
  if (!color) return { strong: same, faint: same, good: same, bad: same, accent: same };
  return { strong: wrap(1, 22), faint: wrap(2, 22), good: wrap(32, 39), bad: wrap(31, 39), accent: wrap(36, 39) };
}

/** How many columns a text takes: East Asian letters take two. */
export function width(text: string): number {
  let columns = 0;
  for (const letter of text)
    columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
      letter,
    )
      ? 2
      : 1;
  return columns;
}

/** Rows as columns that line up. The last column is left as it is. */
export function columns(rows: readonly (readonly string[])[], gap = 2): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, n) => Math.max(0, ...rows.map((row) => width(row[n] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, n) => (n === row.length - 1 ? cell : cell + ' '.repeat((widths[n] ?? 0) - width(cell) + gap)))
      .join('')
      .trimEnd(),
  );
}
