// Which lines of a comment are shown as code, as a quote, or not at all: there, a command is only being talked about.
// Where Markdown is hard to read, a line counts as ignored: a command that is not run can be written again. So this is no
// parser of Markdown: it only must never take for plain what is not, and doubt spreads to where Markdown surely starts anew.
import { type Hiding, hides, readHtml, withoutCode } from './hidden-text.js';

interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly width: number;
  /** It may stand in a list item, and then ends with the item. */
  readonly inItem: boolean;
}

interface State {
  fence: Fence | null;
  /** A comment that began a line of its own, and so ends where its end is written, whatever stands in it. */
  comment: boolean;
  readonly hiding: Hiding;
  /** A paragraph inside a quote goes on over plain lines, to the next blank one. */
  quoted: boolean;
  /** Inline code or a tag may be open, to the next blank line. */
  doubtful: boolean;
  /** A line began with a tag: to the next blank line, all may be HTML, where backticks and fences mean nothing. */
  tagged: boolean;
  /** A list may be open. */
  listed: boolean;
  afterBlank: boolean;
  /** It can no longer be told where a fence ends. */
  lost: boolean;
}

interface Line {
  readonly text: string;
  /** Columns before anything. */
  readonly indent: number;
  /** Columns before the content, which begins behind all marks of list items. */
  readonly width: number;
  readonly content: string;
  readonly marked: boolean;
  /** So far behind a mark that it may be code. */
  readonly far: boolean;
}

const ITEM = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/;
const TAG = /^<[a-z/!?]/i;

function columns(text: string): number {
  let width = 0;
  for (const letter of text) width += letter === '\t' ? 4 - (width % 4) : 1;
  return width;
}

function lineOf(text: string): Line {
  let at = /^[ \t]*/.exec(text)?.[0].length ?? 0;
  const indent = columns(text.slice(0, at));
  let marked = 0;
  for (let mark = ITEM.exec(text.slice(at)); mark; mark = ITEM.exec(text.slice(at))) {
    at += mark[0].length;
    marked = at;
    at += /^[ \t]*/.exec(text.slice(at))?.[0].length ?? 0;
  }
  const width = columns(text.slice(0, at));
  const far = marked > 0 && width - columns(text.slice(0, marked)) > 4;
  return { text, indent, width, content: text.slice(at), marked: marked > 0, far };
}

function fenceOf({ content, width, marked }: Line, listed: boolean): Fence | null {
  const [run = ''] = /^(?:`{3,}|~{3,})/.exec(content) ?? [];
  const mark = run[0];
  // A fence of backticks has none in its info string, else it is inline code.
  if (!mark || (mark === '`' && content.includes('`', run.length))) return null;
  // So far to the right it is a fence only in a list item, else indented code.
  if (width >= 4 && !listed) return null;
  return { mark, length: run.length, width, inItem: marked || (listed && width >= 2) };
}

/** Inside a fence: does this line end it? In a list item, only what stands right below its opening is sure to. */
function readFenced(line: Line, fence: Fence, state: State): void {
  const run = line.content.trimEnd();
  const closing = !line.marked && run.length >= fence.length && run === fence.mark.repeat(run.length);
  const leaves = fence.inItem && line.content !== '' && line.indent < fence.width;
  if (leaves || (closing && fence.inItem && line.width !== fence.width)) state.lost = true;
  if (!closing || (!fence.inItem && line.width >= 4)) return;
  state.fence = null;
  // It might have been the text of a paragraph, whose inline code was not followed.
  state.doubtful = fence.width >= 4;
}

function beginsComment({ content, indent, marked }: Line, state: State): boolean {
  const inItem = marked || (state.listed && indent >= 2);
  return content.startsWith('<!--') && indent < 4 && !inItem && !state.tagged && !hides(state.hiding);
}

/** Behind the end of a comment nothing of what was before goes on. */
function readComment(text: string, state: State): void {
  const end = text.indexOf('-->');
  state.comment = end === -1;
  if (state.comment) return;
  state.doubtful = false;
  state.quoted = false;
  const shown = text.slice(end);
  readHtml(shown, state.hiding, { shown, closing: shown, ending: shown });
}

function readBlank(state: State): void {
  // The blank line ended the HTML that a comment was opened in; whether an end below it still counts, only a browser could tell.
  if (state.hiding.has('-->')) state.lost = true;
  state.quoted = false;
  state.doubtful = false;
  state.tagged = false;
  state.afterBlank = true;
}

/** Fences and quotes; true when the line is one, and there is nothing more to read in it. */
function readBlock(line: Line, state: State): boolean {
  if (line.marked) state.listed = true;
  else if (line.width === 0 && state.afterBlank && !hides(state.hiding)) state.listed = false;
  state.afterBlank = false;
  if (line.content.startsWith('>')) {
    state.quoted = true;
    return line.indent < 4 && !state.tagged && !hides(state.hiding);
  }
  const fence = fenceOf(line, state.listed);
  // In HTML a fence is none, but whether this still is HTML, only a browser could tell.
  if (fence && (state.tagged || hides(state.hiding))) state.lost = true;
  state.fence = fence;
  return fence !== null;
}

function readText(line: Line, state: State): void {
  const shown = withoutCode(line.text);
  const perhapsCode = line.far || (line.indent >= 4 && !state.tagged);
  state.tagged ||= TAG.test(line.content);
  state.doubtful ||= shown === null;
  const closing = state.doubtful || state.quoted || perhapsCode ? '' : (shown ?? '');
  const paired = readHtml(line.text, state.hiding, {
    shown: state.tagged || state.doubtful ? line.text : (shown ?? line.text),
    closing,
    // A comment ends wherever its end is written; but one in a list item may have ended with the item.
    ending: state.listed ? closing : line.text,
  });
  state.doubtful ||= state.tagged && !paired;
}

/** Reads one line on; says whether a command in it would only be talked about. */
function readLine(text: string, state: State): boolean {
  if (state.lost) return true;
  if (state.comment) {
    readComment(text, state);
    return true;
  }
  const line = lineOf(text);
  if (state.fence) {
    readFenced(line, state.fence, state);
    return true;
  }
  if (line.content === '' && !line.marked) {
    readBlank(state);
    return true;
  }
  if (beginsComment(line, state)) {
    // Its first two dashes may already be those of its end.
    readComment(line.content.slice('<!'.length), state);
    return true;
  }
  if (readBlock(line, state)) return true;
  const hidden = hides(state.hiding) || state.doubtful || state.quoted || line.indent >= 4;
  readText(line, state);
  return hidden;
}

/** For each line: is it ignored? */
export function ignoredLines(lines: readonly string[]): readonly boolean[] {
  const state: State = {
    fence: null,
    comment: false,
    hiding: new Map(),
    quoted: false,
    doubtful: false,
    tagged: false,
    listed: false,
    afterBlank: true,
    lost: false,
  };
  return lines.map((line) => readLine(line, state));
}
