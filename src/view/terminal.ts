// Colours, widths and columns for a terminal; plain text without colour support. Pure.

export interface Paint {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly accent: (text: string) => string;
}

const wrap = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`;
const same = (text: string) => text;

/** The colours; each returns the text unchanged if colour is off. */
export function paintFor(color: boolean): Paint {
  if (!color) return { strong: same, faint: same, good: same, bad: same, accent: same };
  return { strong: wrap(1, 22), faint: wrap(2, 22), good: wrap(32, 39), bad: wrap(31, 39), accent: wrap(36, 39) };
}

/** The columns of a character; wide East Asian characters take two. */
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

/** Aligns rows in columns. The last column is not padded. */
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

const NONE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const TWO =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

const columnsOf = (letter: string): number => (NONE.test(letter) ? 0 : TWO.test(letter) ? 2 : 1);

/** The width of a text in columns. */
export function wide(text: string): number {
  let columns = 0;
  for (const letter of text) columns += columnsOf(letter);
  return columns;
}

/** Cuts with an ellipsis or pads with spaces to exactly this width. */
export function padded(text: string, columns: number): string {
  const cut = clip(text, columns);
  return cut + ' '.repeat(Math.max(0, columns - wide(cut)));
}

/** Cuts to at most this width. */
export function clip(text: string, columns: number): string {
  if (wide(text) <= columns) return text;
  let taken = '';
  let used = 0;
  for (const letter of text) {
    used += columnsOf(letter);
    if (used > columns - 1) break;
    taken += letter;
  }
  return columns < 1 ? '' : `${taken.trimEnd()}…`;
}

/** Wraps a text. Breaks at spaces; text without spaces breaks anywhere. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/\S+\s*/g) ?? []) {
    if (line && wide(line) + wide(piece.trimEnd()) > columns) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
    while (wide(line.trimEnd()) > columns) {
      const part = startOf(line, columns);
      lines.push(part.trimEnd());
      line = line.slice(part.length);
    }
  }
  return [...lines, line.trimEnd()].filter((each) => each !== '');
}

function startOf(text: string, columns: number): string {
  let taken = '';
  let used = 0;
  for (const letter of text) {
    used += columnsOf(letter);
    if (used > columns && taken) break;
    taken += letter;
  }
  return taken;
}

/** Puts items on lines, as many as fit. An item is only broken if it alone is too wide. */
export function filled(items: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const item of items.map((each) => clip(each, columns))) {
    const last = lines.at(-1);
    if (last !== undefined && wide(last) + 2 + wide(item) <= columns) lines[lines.length - 1] = `${last}  ${item}`;
    else lines.push(item);
  }
  return lines;
}
