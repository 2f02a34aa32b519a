// Renders crew's Markdown for a terminal: emphasis and code as colour, tables as columns, links with their address. Pure.
import { columns, type Paint } from './terminal.js';

/**
 * Renders the Markdown that crew writes: headings, emphasis, code, links, tables, folds and comments. Text in a fence stays as it is.
 * Only for a terminal with colour; a pipe gets the Markdown itself.
 */
export function terminalMarkdown(text: string, paint: Paint): string {
  const out: string[] = [];
  const lines = text.replace(/<!--[\s\S]*?-->\n?/g, '').split('\n');
  for (let n = 0; n < lines.length; n += 1) {
    const line = lines[n] ?? '';
    if (isFence(line)) {
      const end = endOfFence(lines, n);
      out.push(...lines.slice(n + 1, end).map((each) => `    ${each}`));
      n = end;
    } else if (isRow(line) && /^\|[-:| ]+\|$/.test(lines[n + 1] ?? '')) {
      const end = lines.findIndex((each, at) => at > n && !isRow(each));
      const rows = lines.slice(n, end === -1 ? lines.length : end).filter((_, at) => at !== 1);
      out.push(...table(rows, paint));
      n += rows.length;
    } else if (!/^<\/?details>$/.test(line.trim())) out.push(block(line, paint));
  }
  return out.join('\n').replace(/\n{3,}/g, '\n\n');
}

const isFence = (line: string): boolean => /^\s*(?:`{3,}|~{3,})/.test(line);

/** The line that closes the fence of line `from`, or the end of the text. */
function endOfFence(lines: readonly string[], from: number): number {
  const mark = /^\s*(`{3,}|~{3,})/.exec(lines[from] ?? '')?.[1] ?? '```';
  const end = lines.findIndex((each, at) => at > from && each.trim().startsWith(mark) && /^[`~]+$/.test(each.trim()));
  return end === -1 ? lines.length : end;
}

const isRow = (line: string): boolean => /^\|.*\|$/.test(line.trim());

/** Aligns cells before colouring, since escape sequences have no width. */
function table(rows: readonly string[], paint: Paint): readonly string[] {
  const cells = rows.map((row) =>
    row
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => bare(cell.trim().replaceAll('\\|', '|'))),
  );
  return columns(cells).map((row, n) => `  ${n === 0 ? paint.strong(row) : row}`);
}

function block(line: string, paint: Paint): string {
  const heading = /^#{1,6} +(.*)$/.exec(line);
  if (heading) return paint.strong(bare(heading[1] ?? ''));
  const summary = /^<summary>(.*)<\/summary>$/.exec(line.trim());
  if (summary) return paint.strong(bare(summary[1] ?? ''));
  const quote = /^((?:> ?)+)(.*)$/.exec(line);
  return quote ? `${paint.faint('│')} ${inline(quote[2] ?? '', paint)}` : inline(line, paint);
}

// Code first: nothing in it is emphasis or a link.
const INLINE = /(`+)(.+?)\1|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

const inline = (text: string, paint: Paint): string =>
  text.replace(INLINE, (_, _ticks, code, strong, label, url) => {
    if (code !== undefined) return paint.accent(String(code).trim());
    return strong === undefined ? linked(bare(label), url) : paint.strong(bare(strong));
  });

/** Plain text, without Markdown marks and colour. */
const bare = (text: string): string =>
  text.replace(INLINE, (_, _ticks, code, strong, label, url) => {
    if (code !== undefined) return String(code).trim();
    return strong === undefined ? linked(label, url) : bare(strong);
  });

const linked = (label: string, url: string): string => (label === url ? url : `${label} (${url})`);
