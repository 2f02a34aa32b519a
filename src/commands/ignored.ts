// Which lines of a comment are shown as code, as a quote, or not at all: there, a command is only being talked about.
// Where Markdown is hard to read, a line counts as ignored: a command that is not run can be written again.

interface Fence {
  readonly mark: string;
  readonly length: number;
}

interface State {
  fence: Fence | null;
  /** What closes the HTML that is open, such as `-->` or `</pre>`. */
  closer: string | null;
  /** A paragraph inside a quote goes on over plain lines. */
  quoted: boolean;
  /** Backticks that opened inline code and were not closed in their line. */
  ticks: number;
}

const HIDING: readonly (readonly [opener: string, closer: string])[] = [
  ['<!--', '-->'],
  ['<pre', '</pre>'],
  ['<code', '</code>'],
  ['<blockquote', '</blockquote>'],
  ['<script', '</script>'],
  ['<style', '</style>'],
  ['<textarea', '</textarea>'],
  ['<template', '</template>'],
];

function leading(line: string): { width: number; rest: string } {
  let width = 0;
  let at = 0;
  for (; at < line.length; at += 1) {
    if (line[at] === ' ') width += 1;
    else if (line[at] === '\t') width += 4 - (width % 4);
    else break;
  }
  return { width, rest: line.slice(at) };
}

function fenceOf(rest: string): Fence | null {
  const mark = rest[0];
  if (mark !== '`' && mark !== '~') return null;
  let length = 0;
  while (rest[length] === mark) length += 1;
  // A fence of backticks has none in its info string, else it is inline code.
  return length >= 3 && !(mark === '`' && rest.includes('`', length)) ? { mark, length } : null;
}

const closes = (open: Fence, rest: string): boolean => {
  const fence = fenceOf(rest.trimEnd());
  return (
    fence !== null && fence.mark === open.mark && fence.length >= open.length && rest.trimEnd().length === fence.length
  );
};

/** Walks the line for what opens and closes in it: HTML that hides, and inline code that spans lines. */
function walk(line: string, state: State): void {
  const lower = line.toLowerCase();
  let at = 0;
  while (at < lower.length) {
    if (state.closer) {
      const end = lower.indexOf(state.closer, at);
      if (end === -1) return;
      at = end + state.closer.length;
      state.closer = null;
    } else if (lower[at] === '`') {
      let end = at;
      while (lower[end] === '`') end += 1;
      if (state.ticks === 0) state.ticks = end - at;
      else if (state.ticks === end - at) state.ticks = 0;
      at = end;
    } else {
      const opened = lower[at] === '<' ? HIDING.find(([opener]) => lower.startsWith(opener, at)) : undefined;
      if (opened) state.closer = opened[1];
      at += opened ? opened[0].length : 1;
    }
  }
}

/** Reads one line on; says whether a command in it would only be talked about. */
function readLine(line: string, state: State): boolean {
  const { width, rest } = leading(line);
  if (state.fence) {
    if (closes(state.fence, rest)) state.fence = null;
    return true;
  }
  if (!rest) {
    state.quoted = false;
    state.ticks = 0;
    return true;
  }
  if (rest.startsWith('>')) {
    state.quoted = true;
    return true;
  }
  if (!state.closer) {
    // Behind a list's mark, too: what stands in the fence of a list item is code all the same.
    state.fence = fenceOf(rest.replace(/^([-*+]|\d{1,9}[.)])[ \t]+/, ''));
    if (state.fence) return true;
  }
  const hidden = state.closer !== null || state.ticks > 0 || state.quoted || width >= 4;
  walk(line, state);
  return hidden;
}

/** For each line: is it ignored? */
export function ignoredLines(lines: readonly string[]): readonly boolean[] {
  const state: State = { fence: null, closer: null, quoted: false, ticks: 0 };
  return lines.map((line) => readLine(line, state));
}
