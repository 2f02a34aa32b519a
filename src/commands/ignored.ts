// Finds the lines of a comment that are code, quotations or invisible. Commands in them are ignored. In doubt a line is ignored, since a
// command can be written again; doubt lasts until a line where Markdown certainly starts a new block. This is no complete Markdown parser:
// it may take plain text for an ignored line, but never an ignored line for plain text. Used by parse.ts.

import { hasOpenElement, type OpenElements, readHtml, withoutCode } from './hidden-text.js';

/** The open fence of a code block. */
interface Fence {
  /** A backtick or a tilde, and how often the fence repeats it. */
  readonly mark: string;
  readonly length: number;
  /** The indentation of the fence in columns. */
  readonly width: number;
  /** It may be in a list item, and then ends with the item. */
  readonly mayBeInItem: boolean;
}

/** What is known before a line is read. */
interface State {
  fence: Fence | null;
  /** A comment that began at the start of a line. It ends only at its closing mark. */
  isInComment: boolean;
  readonly openElements: OpenElements;
  /** A paragraph in a quotation continues on plain lines up to the next blank line. */
  isInQuotation: boolean;
  /** Inline code or a tag may be open up to the next blank line. */
  mayBeInCode: boolean;
  /** A line began with a tag. Up to the next blank line all text may be HTML, in which backticks and fences have no effect. */
  mayBeInHtml: boolean;
  /** A list may be open. */
  mayBeInList: boolean;
  isAfterBlank: boolean;
  /** It is not known where a fence or comment ends, so all following lines are ignored. */
  isUncertain: boolean;
}

interface Line {
  readonly text: string;
  /** The indentation of the line. */
  readonly indent: number;
  /** The indentation of the content after all list markers. */
  readonly width: number;
  readonly content: string;
  /** The line starts with list markers. */
  readonly hasMarker: boolean;
  /** The content is so far after a list marker that it may be code. */
  readonly mayBeCode: boolean;
}

/** A list marker: `-`, `*`, `+`, `1.`, `1)`. */
const ITEM = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/;
const TAG = /^<[a-z/!?]/i;

/** The width of blank space in columns; a tab ends at the next multiple of four. */
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
  const mayBeCode = marked > 0 && width - columns(text.slice(0, marked)) > 4;
  return { text, indent, width, content: text.slice(at), hasMarker: marked > 0, mayBeCode };
}

function fenceOf({ content, width, hasMarker }: Line, mayBeInList: boolean): Fence | null {
  const [run = ''] = /^(?:`{3,}|~{3,})/.exec(content) ?? [];
  const mark = run[0];
  // If the info string contains backticks, it is inline code and no fence.
  if (!mark || (mark === '`' && content.includes('`', run.length))) return null;
  // With this indentation it is a fence only in a list item, else indented code.
  if (width >= 4 && !mayBeInList) return null;
  return { mark, length: run.length, width, mayBeInItem: hasMarker || (mayBeInList && width >= 2) };
}

/**
 * Updates the state by a line in a fenced block: the fence may end here. In a list item, only a line with the indentation of the opening is
 * certain to end it.
 */
function readFenced(line: Line, fence: Fence, state: State): void {
  const run = line.content.trimEnd();
  const closing = !line.hasMarker && run.length >= fence.length && run === fence.mark.repeat(run.length);
  const endsItem = fence.mayBeInItem && line.content !== '' && line.indent < fence.width;
  if (endsItem || (closing && fence.mayBeInItem && line.width !== fence.width)) state.isUncertain = true;
  if (!closing || (!fence.mayBeInItem && line.width >= 4)) return;
  state.fence = null;
  // It may have been text of a paragraph, whose inline code was not tracked.
  state.mayBeInCode = fence.width >= 4;
}

function beginsComment({ content, indent, hasMarker: marked }: Line, state: State): boolean {
  const inItem = marked || (state.mayBeInList && indent >= 2);
  return (
    content.startsWith('<!--') && indent < 4 && !inItem && !state.mayBeInHtml && !hasOpenElement(state.openElements)
  );
}

/** The state after the end of a comment. */
function readComment(text: string, state: State): void {
  const end = text.indexOf('-->');
  state.isInComment = end === -1;
  if (state.isInComment) return;
  state.mayBeInCode = false;
  state.isInQuotation = false;
  const shown = text.slice(end);
  readHtml(shown, state.openElements, { shown, closing: shown, ending: shown });
}

function readBlank(state: State): void {
  // The blank line ended the HTML block in which the comment was opened. Whether a later end counts depends on the browser.
  if (state.openElements.has('-->')) state.isUncertain = true;
  state.isInQuotation = false;
  state.mayBeInCode = false;
  state.mayBeInHtml = false;
  state.isAfterBlank = true;
}

/** Reads fences and quotations. Returns true if the line is one and needs no further reading. */
function readBlock(line: Line, state: State): boolean {
  if (line.hasMarker) state.mayBeInList = true;
  else if (line.width === 0 && state.isAfterBlank && !hasOpenElement(state.openElements)) state.mayBeInList = false;
  state.isAfterBlank = false;
  if (line.content.startsWith('>')) {
    state.isInQuotation = true;
    return line.indent < 4 && !state.mayBeInHtml && !hasOpenElement(state.openElements);
  }
  const fence = fenceOf(line, state.mayBeInList);
  // In HTML this would be no fence, but whether this is still HTML is uncertain.
  if (fence && (state.mayBeInHtml || hasOpenElement(state.openElements))) state.isUncertain = true;
  state.fence = fence;
  return fence !== null;
}

function readText(line: Line, state: State): void {
  const shown = withoutCode(line.text);
  const mayBeIndentedCode = line.mayBeCode || (line.indent >= 4 && !state.mayBeInHtml);
  state.mayBeInHtml ||= TAG.test(line.content);
  state.mayBeInCode ||= shown === null;
  const closing = state.mayBeInCode || state.isInQuotation || mayBeIndentedCode ? '' : (shown ?? '');
  const isBalanced = readHtml(line.text, state.openElements, {
    shown: state.mayBeInHtml || state.mayBeInCode ? line.text : (shown ?? line.text),
    closing,
    // A comment ends at its closing mark, but one in a list item may have ended with the item.
    ending: state.mayBeInList ? closing : line.text,
  });
  state.mayBeInCode ||= state.mayBeInHtml && !isBalanced;
}

/** Reads a line. Returns whether commands in it are ignored. */
function readLine(text: string, state: State): boolean {
  if (state.isUncertain) return true;
  if (state.isInComment) {
    readComment(text, state);
    return true;
  }
  const line = lineOf(text);
  if (state.fence) {
    readFenced(line, state.fence, state);
    return true;
  }
  if (line.content === '' && !line.hasMarker) {
    readBlank(state);
    return true;
  }
  if (beginsComment(line, state)) {
    // The dashes of `<!-->` and `<!--->` can be those of the end too.
    readComment(line.content.slice('<!'.length), state);
    return true;
  }
  if (readBlock(line, state)) return true;
  const isHidden = hasOpenElement(state.openElements) || state.mayBeInCode || state.isInQuotation || line.indent >= 4;
  readText(line, state);
  return isHidden;
}

/** For each line, whether commands in it are ignored. */
export function ignoredLines(lines: readonly string[]): readonly boolean[] {
  const state: State = {
    fence: null,
    isInComment: false,
    openElements: new Map(),
    isInQuotation: false,
    mayBeInCode: false,
    mayBeInHtml: false,
    mayBeInList: false,
    isAfterBlank: true,
    isUncertain: false,
  };
  return lines.map((line) => readLine(line, state));
}
