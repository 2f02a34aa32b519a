// Colours, widths and columns for terminal output. Used by the help, terminal-markdown.ts, the views of a board, of a run and of a
// verification, by src/cli, and by src/action/verify.ts. Pure.

/** Functions that colour or emphasise a text. */
export interface Paint {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly accent: (text: string) => string;
}

/** Puts a text between the escape sequences that switch a style on and off. */
const escapeCodes = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`;
const unchanged = (text: string) => text;

/** The styles of a terminal. With `color` false, every function returns the text unchanged. */
export function paintFor(color: boolean): Paint {
  if (!color) return { strong: unchanged, faint: unchanged, good: unchanged, bad: unchanged, accent: unchanged };
  return {
    strong: escapeCodes(1, 22),
    faint: escapeCodes(2, 22),
    good: escapeCodes(32, 39),
    bad: escapeCodes(31, 39),
    accent: escapeCodes(36, 39),
  };
}

/** The rows as lines with aligned columns, `gap` spaces between them. Cells must have no colour yet, since colour has no width. */
export function alignColumns(rows: readonly (readonly string[])[], gap = 2): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, n) => Math.max(0, ...rows.map((row) => displayWidth(row[n] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, n) => (n === row.length - 1 ? cell : cell + ' '.repeat((widths[n] ?? 0) - displayWidth(cell) + gap)))
      .join('')
      .trimEnd(),
  );
}

/** Combining marks and format characters. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
/** East Asian characters and emoji. */
const DOUBLE_WIDTH =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

const characterWidth = (letter: string): number => (ZERO_WIDTH.test(letter) ? 0 : DOUBLE_WIDTH.test(letter) ? 2 : 1);

/** The number of columns that a text takes in a terminal. */
export function displayWidth(text: string): number {
  let columns = 0;
  for (const letter of text) columns += characterWidth(letter);
  return columns;
}

/** Cuts with an ellipsis or pads with spaces to exactly this width. */
export function fitToWidth(text: string, columns: number): string {
  const cut = clip(text, columns);
  return cut + ' '.repeat(Math.max(0, columns - displayWidth(cut)));
}

/** Cuts a text to at most this width, with an ellipsis. */
export function clip(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let taken = '';
  let used = 0;
  for (const letter of text) {
    used += characterWidth(letter);
    if (used > columns - 1) break;
    taken += letter;
  }
  return columns < 1 ? '' : `${taken.trimEnd()}…`;
}

/** The lines of a text, each at most this wide. A line breaks at a space; a word that is too long for a line breaks anywhere. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/\S+\s*/g) ?? []) {
    if (line && displayWidth(line) + displayWidth(piece.trimEnd()) > columns) {
      lines.push(line.trimEnd().replace(/ ·$/, ''));
      line = '';
    }
    line += piece;
    while (displayWidth(line.trimEnd()) > columns) {
      const part = beginningOfWidth(line, columns);
      lines.push(part.trimEnd());
      line = line.slice(part.length);
    }
  }
  return [...lines, line.trimEnd()].filter((each) => each !== '');
}

/** The longest beginning of a text that fits into this width; at least one character. */
function beginningOfWidth(text: string, columns: number): string {
  let taken = '';
  let used = 0;
  for (const letter of text) {
    used += characterWidth(letter);
    if (used > columns && taken) break;
    taken += letter;
  }
  return taken;
}

/** Lines with as many items as fit, two spaces between them. An item that is too wide for a line is cut. */
export function flowItems(items: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const item of items.map((each) => clip(each, columns))) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + 2 + displayWidth(item) <= columns)
      lines[lines.length - 1] = `${last}  ${item}`;
    else lines.push(item);
  }
  return lines;
}
