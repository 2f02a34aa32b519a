// Removes code, quotes and hidden parts from Markdown. References in those parts do not count.

const FENCE = /^ {0,3}(?:[-*+] +|\d{1,9}[.)] +)*(`{3,}|~{3,})/;

/** Removes fenced code and quotes, line by line. */
function withoutBlocks(lines: readonly string[]): string[] {
  const shown: string[] = [];
  let fence = '';
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = '';
    } else if (mark) fence = mark;
    else if (!/^ {0,3}>/.test(line)) shown.push(line);
  }
  return shown;
}

/** Parts that GitHub hides from readers. */
const HIDING = [
  { open: '<!--', close: '-->' },
  { open: '<details', close: '</details>' },
] as const;

/** Removes inline code and hidden parts, whichever starts first: `<!--` inside code hides nothing. */
function withoutInline(text: string): string {
  const small = text.toLowerCase();
  let shown = '';
  let at = 0;
  for (const { index } of small.matchAll(/`|<!--|<details/g)) {
    if (index < at) continue;
    const end = endOfInline(text, small, index);
    shown += text.slice(at, index) + (end.text ?? ' ');
    at = end.at;
  }
  return shown + text.slice(at);
}

/** Where the part that starts here ends, and the text that replaces it. */
function endOfInline(text: string, small: string, from: number): { readonly at: number; readonly text?: string } {
  const pair = HIDING.find(({ open }) => small.startsWith(open, from));
  if (pair) {
    const end = small.indexOf(pair.close, from);
    return { at: end === -1 ? text.length : end + pair.close.length, text: '' };
  }
  let end = from;
  while (text[end] === '`') end += 1;
  const run = text.slice(from, end);
  const close = closingRun(text, run, end);
  return close === -1 ? { at: end, text: run } : { at: close + run.length };
}

function closingRun(text: string, run: string, from: number): number {
  // A code span does not reach beyond its paragraph.
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
  if (!/[`~<>]/.test(lines)) return lines;
  return withoutInline(withoutBlocks(lines.split('\n')).join('\n'));
}
