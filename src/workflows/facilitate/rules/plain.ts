// Removes code, quotes and hidden parts from Markdown, before references, blockers and questions are read from it: those in such parts do
// not count. Used by rules here, and by src/workflows/fix/rules/request-text.ts.

/** The marks that begin or end fenced code, also in a list item. Group: the backticks or tildes. */
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
const HIDDEN_PARTS = [
  { open: '<!--', close: '-->' },
  { open: '<details', close: '</details>' },
] as const;

/** Removes inline code and hidden parts, whichever starts first: `<!--` inside code hides nothing. */
function withoutInline(text: string): string {
  const lowerCase = text.toLowerCase();
  let shown = '';
  let at = 0;
  for (const { index } of lowerCase.matchAll(/`|<!--|<details/g)) {
    if (index < at) continue;
    const { end, replacement } = inlinePartAt(text, lowerCase, index);
    shown += text.slice(at, index) + replacement;
    at = end;
  }
  return shown + text.slice(at);
}

interface InlinePart {
  /** The index after the part. */
  readonly end: number;
  /** Nothing for a hidden part, a space for code, the backticks themselves if no code follows them. */
  readonly replacement: string;
}

/** The hidden part or the inline code that begins at an index. */
function inlinePartAt(text: string, lowerCase: string, index: number): InlinePart {
  const pair = HIDDEN_PARTS.find(({ open }) => lowerCase.startsWith(open, index));
  if (pair) {
    const close = lowerCase.indexOf(pair.close, index);
    return { end: close === -1 ? text.length : close + pair.close.length, replacement: '' };
  }
  let codeStart = index;
  while (text[codeStart] === '`') codeStart += 1;
  const backticks = text.slice(index, codeStart);
  const close = closingBackticks(text, backticks, codeStart);
  return close === -1
    ? { end: codeStart, replacement: backticks }
    : { end: close + backticks.length, replacement: ' ' };
}

/** The index of as many backticks as began the code; -1 if there are none in its paragraph. */
function closingBackticks(text: string, backticks: string, from: number): number {
  // A code span does not reach beyond its paragraph.
  const paragraph = text.indexOf('\n\n', from);
  const limit = paragraph === -1 ? text.length : paragraph;
  for (let at = text.indexOf(backticks, from); at !== -1 && at < limit; ) {
    let end = at;
    while (text[end] === '`') end += 1;
    if (end - at === backticks.length) return at;
    at = text.indexOf(backticks, end);
  }
  return -1;
}

/** The text without fenced code, inline code, quotes, HTML comments and `<details>`. */
export function plain(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  if (!/[`~<>]/.test(lines)) return lines;
  return withoutInline(withoutBlocks(lines.split('\n')).join('\n'));
}
