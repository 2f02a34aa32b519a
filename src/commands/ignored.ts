// Finds the lines of a comment that are code, quotations or invisible. Commands in them are ignored. In doubt a line is ignored, since a
// command can be written again; doubt lasts until a line where Markdown certainly starts a new block. This is no complete Markdown parser:
// it must only never take an ignored line for plain text.
import { type Hiding, hides, readHtml, withoutCode } from './hidden-text.js';

interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly width: number;
  /** It may be in a list item, and then ends with the item. */
  readonly inItem: boolean;
}

interface State {
  fence: Fence | null;
  /** A comment that began at the start of a line. It ends only at its closing mark. */
  comment: boolean;
  readonly hiding: Hiding;
  /** A paragraph in a quotation continues on plain lines up to the next blank line. */
  quoted: boolean;
  /** Inline code or a tag may be open up to the next blank line. */
  doubtful: boolean;
  /** A line began with a tag: up to the next blank line, all may be HTML, in which backticks and fences have no effect. */
  tagged: boolean;
  /** A list may be open. */
  listed: boolean;
  afterBlank: boolean;
  /** The end of a fence is uncertain. */
  lost: boolean;
}

interface Line {
  readonly text: string;
  /** The indentation of the line. */
  readonly indent: number;
  /** The indentation of the content after all list markers. */
  readonly width: number;
  readonly content: string;
  readonly marked: boolean;
  /** The content is so far after a list marker that it may be code. */
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
  // If the info string contains backticks, it is inline code and no fence.
  if (!mark || (mark === '`' && content.includes('`', run.length))) return null;
  // With this indentation it is a fence only in a list item, else indented code.
  if (width >= 4 && !listed) return null;
  return { mark, length: run.length, width, inItem: marked || (listed && width >= 2) };
}

/** Whether this line ends the fence. In a list item, only a line with the indentation of the opening is certain to end it. */
function readFenced(line: Line, fence: Fence, state: State): void {
  const run = line.content.trimEnd();
  const closing = !line.marked && run.length >= fence.length && run === fence.mark.repeat(run.length);
  const leaves = fence.inItem && line.content !== '' && line.indent < fence.width;
  if (leaves || (closing && fence.inItem && line.width !== fence.width)) state.lost = true;
  if (!closing || (!fence.inItem && line.width >= 4)) return;
  state.fence = null;
  // It may have been text of a paragraph, whose inline code was not tracked.
  state.doubtful = fence.width >= 4;
}

function beginsComment({ content, indent, marked }: Line, state: State): boolean {
  const inItem = marked || (state.listed && indent >= 2);
  return content.startsWith('<!--') && indent < 4 && !inItem && !state.tagged && !hides(state.hiding);
}

/** The state after the end of a comment. */
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
  // The blank line ended the HTML block in which the comment was opened. Whether a later end counts depends on the browser.
  if (state.hiding.has('-->')) state.lost = true;
  state.quoted = false;
  state.doubtful = false;
  state.tagged = false;
  state.afterBlank = true;
}

/** Reads fences and quotations. Returns true if the line is one and needs no further reading. */
function readBlock(line: Line, state: State): boolean {
  if (line.marked) state.listed = true;
  else if (line.width === 0 && state.afterBlank && !hides(state.hiding)) state.listed = false;
  state.afterBlank = false;
  if (line.content.startsWith('>')) {
    state.quoted = true;
    return line.indent < 4 && !state.tagged && !hides(state.hiding);
  }
  const fence = fenceOf(line, state.listed);
  // In HTML this would be no fence, but whether this is still HTML is uncertain.
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
    // A comment ends at its closing mark, but one in a list item may have ended with the item.
    ending: state.listed ? closing : line.text,
  });
  state.doubtful ||= state.tagged && !paired;
}

/** Reads a line. Returns whether commands in it are ignored. */
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
    // The dashes of `<!-->` and `<!--->` can be those of the end too.
    readComment(line.content.slice('<!'.length), state);
    return true;
  }
  if (readBlock(line, state)) return true;
  const hidden = hides(state.hiding) || state.doubtful || state.quoted || line.indent >= 4;
  readText(line, state);
  return hidden;
}

/** For each line, whether commands in it are ignored. */
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
