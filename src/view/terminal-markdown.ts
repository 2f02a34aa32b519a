// Renders crew's Markdown for a terminal: emphasis and code as colour, tables as columns, links with their address. Used by the command line
// (cli.ts) for everything that crew writes as Markdown. Pure.
import { alignColumns, type Paint } from './terminal.js';

/**
 * Renders headings, emphasis, code, links, tables and folded sections, and leaves out HTML comments. Text in a code block stays as it is.
 * Call it for a terminal with colour only; a pipe should get the Markdown itself.
 */
export function terminalMarkdown(text: string, paint: Paint): string {
  const out: string[] = [];
  const lines = text.replace(/<!--[\s\S]*?-->\n?/g, '').split('\n');
  for (let n = 0; n < lines.length; n += 1) {
    const line = lines[n] ?? '';
    if (isFence(line)) {
      const end = fenceEnd(lines, n);
      out.push(...lines.slice(n + 1, end).map((each) => `    ${each}`));
      n = end;
    } else if (isRow(line) && /^\|[-:| ]+\|$/.test(lines[n + 1] ?? '')) {
      const end = lines.findIndex((each, at) => at > n && !isRow(each));
      const rows = lines.slice(n, end === -1 ? lines.length : end).filter((_, at) => at !== 1);
      out.push(...renderTable(rows, paint));
      n += rows.length;
    } else if (!/^<\/?details>$/.test(line.trim())) out.push(renderBlock(line, paint));
  }
  return out.join('\n').replace(/\n{3,}/g, '\n\n');
}

const isFence = (line: string): boolean => /^\s*(?:`{3,}|~{3,})/.test(line);

/** The index of the line that closes the fence of line `from`; the number of lines if no line does. */
function fenceEnd(lines: readonly string[], from: number): number {
  const mark = /^\s*(`{3,}|~{3,})/.exec(lines[from] ?? '')?.[1] ?? '```';
  const end = lines.findIndex((each, at) => at > from && each.trim().startsWith(mark) && /^[`~]+$/.test(each.trim()));
  return end === -1 ? lines.length : end;
}

const isRow = (line: string): boolean => /^\|.*\|$/.test(line.trim());

/** Aligns cells before colouring, since escape sequences have no width. */
function renderTable(rows: readonly string[], paint: Paint): readonly string[] {
  const cells = rows.map((row) =>
    row
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => withoutMarkup(cell.trim().replaceAll('\\|', '|'))),
  );
  return alignColumns(cells).map((row, n) => `  ${n === 0 ? paint.strong(row) : row}`);
}

function renderBlock(line: string, paint: Paint): string {
  const heading = /^#{1,6} +(.*)$/.exec(line);
  if (heading) return paint.strong(withoutMarkup(heading[1] ?? ''));
  const summary = /^<summary>(.*)<\/summary>$/.exec(line.trim());
  if (summary) return paint.strong(withoutMarkup(summary[1] ?? ''));
  const quote = /^((?:> ?)+)(.*)$/.exec(line);
  return quote ? `${paint.faint('│')} ${renderInline(quote[2] ?? '', paint)}` : renderInline(line, paint);
}

// Inline code, bold text and links. Code comes first in the pattern, since nothing inside code is emphasis or a link.
const INLINE = /(`+)(.+?)\1|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

const renderInline = (text: string, paint: Paint): string =>
  text.replace(INLINE, (_, _ticks, code, strong, label, url) => {
    if (code !== undefined) return paint.accent(String(code).trim());
    return strong === undefined ? linkText(withoutMarkup(label), url) : paint.strong(withoutMarkup(strong));
  });

/** Plain text, without Markdown marks and colour. */
const withoutMarkup = (text: string): string =>
  text.replace(INLINE, (_, _ticks, code, strong, label, url) => {
    if (code !== undefined) return String(code).trim();
    return strong === undefined ? linkText(label, url) : withoutMarkup(strong);
  });

const linkText = (label: string, url: string): string => (label === url ? url : `${label} (${url})`);
