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

/** What hides what stands in it, from its opening to its closing words. */
const HIDING = [
  { open: '<!--', close: '-->' },
  { open: '<details', close: '</details>' },
] as const;

/** Inline code and hidden parts out, whichever begins first: what stands in code hides nothing, and hidden backticks are none. */
function withoutInline(text: string): string {
  const small = text.toLowerCase();
  let kept = '';
  let at = 0;
  for (const { index } of small.matchAll(/`|<!--|<details/g)) {
    if (index < at) continue;
    const end = endOfInline(text, small, index);
    kept += text.slice(at, index) + (end.shown ?? ' ');
    at = end.at;
  }
  return kept + text.slice(at);
}

/** Where what begins here ends, and what of it is shown all the same. */
function endOfInline(text: string, small: string, from: number): { readonly at: number; readonly shown?: string } {
  const pair = HIDING.find(({ open }) => small.startsWith(open, from));
  if (pair) {
    const end = small.indexOf(pair.close, from);
    return { at: end === -1 ? text.length : end + pair.close.length, shown: '' };
  }
  let end = from;
  while (text[end] === '`') end += 1;
  const run = text.slice(from, end);
  const close = closingRun(text, run, end);
  return close === -1 ? { at: end, shown: run } : { at: close + run.length };
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
  if (!/[`~<>]/.test(lines)) return lines;
  return withoutInline(withoutBlocks(lines.split('\n')).join('\n'));
}
