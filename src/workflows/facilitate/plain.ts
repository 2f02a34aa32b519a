// A text as far as it is meant: without code, quotes, hidden parts. What stands in those is only shown or cited.

const FENCE = /^ {0,3}(?:[-*+] +|\d{1,9}[.)] +)*(`{3,}|~{3,})/;

/** Lines of fences and quotes out; what is left keeps its lines. */
function withoutBlocks(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let fence = '';
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = '';
    } else if (mark) fence = mark;
    else if (!/^ {0,3}>/.test(line)) kept.push(line);
  }
  return kept;
}

const withoutPair = (text: string, open: string, close: string): string => {
  let rest = text;
  for (let from = rest.toLowerCase().indexOf(open); from !== -1; from = rest.toLowerCase().indexOf(open)) {
    const end = rest.toLowerCase().indexOf(close, from);
    rest = rest.slice(0, from) + (end === -1 ? '' : rest.slice(end + close.length));
  }
  return rest;
};

/** Inline code, whose backticks close with as many as they opened with. */
function withoutCodeSpans(text: string): string {
  let kept = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('`', at);
    if (open === -1) break;
    let end = open;
    while (text[end] === '`') end += 1;
    const run = text.slice(open, end);
    const close = closingRun(text, run, end);
    kept += text.slice(at, open) + (close === -1 ? run : ' ');
    at = close === -1 ? end : close + run.length;
  }
  return kept + text.slice(at);
}

function closingRun(text: string, run: string, from: number): number {
  // A code span ends with its paragraph at the latest.
  const paragraph = text.indexOf('\n\n', from);
  const limit = paragraph === -1 ? text.length : paragraph;
  for (let at = text.indexOf(run, from); at !== -1 && at < limit; ) {
    let end = at;
    while (text[end] === '`') end += 1;
    if (end - at === run.length) return at;
    at = text.indexOf(run, end);
  }
  return -1;
}

/** The text without fenced code, inline code, quotes, HTML comments and `<details>`. */
export function plain(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  if (!/[`~>]/.test(lines)) return lines;
  const shown = withoutPair(withoutBlocks(lines.split('\n')).join('\n'), '<!--', '-->');
  return withoutCodeSpans(withoutPair(shown, '<details', '</details>'));
}
