export type Align = 'left' | 'center' | 'right';

export type Table = {
  /** The lines of the paragraph above the head. */
  readonly before: string;
  readonly head: readonly string[];
  readonly aligns: readonly Align[];
  readonly rows: readonly (readonly string[])[];
};

const delimiter = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** Reads the table in a paragraph's source: a head, a line of dashes with as many cells, and rows to the end. */
export function readTable(paragraph: string): Table | null {
  const lines = paragraph.split('\n').map((line) => line.replace(/^[ \t>]+/, '').trimEnd());
  const at = lines.findIndex((line, i) => i > 0 && line.includes('|') && delimiter.test(line));
  if (at < 1) return null;
  const head = cellsOf(lines[at - 1] ?? '');
  const aligns = cellsOf(lines[at] ?? '').map(alignOf);
  if (head.length !== aligns.length) return null;
  const before = lines.slice(0, at - 1).join('\n');
  return { before, head, aligns, rows: lines.slice(at + 1).map(cellsOf) };
}

/** A bar parts cells, even in code; one with a backslash before it is a character. */
function cellsOf(line: string): string[] {
  const inner = line.replace(/^\|/, '').replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

function alignOf(dashes: string): Align {
  if (!dashes.endsWith(':')) return 'left';
  return dashes.startsWith(':') ? 'center' : 'right';
}
