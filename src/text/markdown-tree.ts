// Parses Markdown to a tree, and refuses texts that would take too long. Used by the other files of this folder, by the page of a run and by
// the claim check of `write`.

import { fromMarkdown } from 'mdast-util-from-markdown';

type Root = ReturnType<typeof fromMarkdown>;

/** Any node of a parsed text. */
export type MarkdownNode = Root | Root['children'][number];

/** The range of a node in its source. */
export type Span = { readonly start: number; readonly end: number };

// The parser is quadratic on some hostile texts (seconds for 64 kB). These limits, found by measuring, keep it under about half a second.
// People do not write texts beyond them.
const MAX_CHARACTERS = 262_144;
/** The greatest depth of nested quotations and lists. */
const MAX_DEPTH = 60;
/** The sum over all paragraphs of length × `costPerCharacter`. */
const MAX_COST = 100_000_000;
/** See `countContainerChanges`. */
const MAX_CONTAINER_CHANGES = 1_500;

// A blank line, a list item or a heading ends the paragraph before it.
const BLOCK_START = /\n(?=[ \t>]*\n| {0,3}[-*+] {1,4}\S| {0,3}#{1,6} )/;

/** Parses CommonMark; undefined for a text that would take too long. */
export function readMarkdown(text: string): Root | undefined {
  return isAffordable(text) ? fromMarkdown(text) : undefined;
}

/** Visits every node in document order, without recursion, because texts may be nested deeply. */
export function* nodesOf(root: MarkdownNode): Generator<MarkdownNode> {
  const waiting: MarkdownNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if ('children' in node) for (const child of [...node.children].reverse()) waiting.push(child);
  }
}

/** The address of each link reference; the first definition counts. */
export function targetsOf(root: MarkdownNode): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  for (const node of nodesOf(root)) {
    if (node.type === 'definition' && !targets.has(node.identifier)) targets.set(node.identifier, node.url);
  }
  return targets;
}

/** The range of a node in the source. */
export function spanOf(node: MarkdownNode): Span {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

function isAffordable(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false;
  const lines = linesOutsideFences(text);
  let cost = 0;
  for (const block of lines.join('\n').split(BLOCK_START)) {
    cost += block.length * costPerCharacter(block);
    if (cost > MAX_COST) return false;
  }
  return countContainerChanges(lines) <= MAX_CONTAINER_CHANGES && !lines.some((line) => nestingDepth(line) > MAX_DEPTH);
}

// Lines in a fence cost the parser nothing. After a line that may begin an HTML block, crew cannot tell whether ``` begins a fence, so all
// lines count.
function linesOutsideFences(text: string): string[] {
  const outside: string[] = [];
  let fence = '';
  let mayBeHtml = false;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    const isCode = fence !== '';
    if (isCode && mark.startsWith(fence) && line.trim() === mark) fence = '';
    else if (mark !== '' && !isCode && !mayBeHtml && !line.slice(line.indexOf(mark) + mark.length).includes('`'))
      fence = mark;
    if (!isCode) outside.push(line);
    mayBeHtml ||= !isCode && /^[ \t>*+\d.)-]*</.test(line);
  }
  return outside;
}

// How often a line begins with other quotation and list marks than the line before. Each time the parser re-reads what it has so far.
function countContainerChanges(lines: readonly string[]): number {
  let changes = 0;
  let lastMarks = '';
  for (const line of lines) {
    // `2.` continues the list of `1.`, so all numbers count as the same mark.
    const marks = /^[ \t>]*(?:[-*+]|\d+[.)])?/.exec(line)?.[0].replace(/\d+/, '1') ?? '';
    if (line.trim() === '') {
      // A blank line ends a quotation but not a list.
      if (lastMarks.includes('>')) lastMarks = '';
    } else {
      if (marks !== lastMarks) changes++;
      lastMarks = marks;
    }
  }
  return changes;
}

// Each of these marks may make the parser scan to the end of the paragraph, or re-sort everything before it.
function costPerCharacter(block: string): number {
  const scans = count(block, /<[?!]/g) * 6 + count(block, /\]/g) + count(block, /\][([]/g) * 2;
  const marks = count(block, /[<&[\]!\\`*_\n]/g) / 5;
  return scans + marks + Math.min(count(block, /\*/g), count(block, /_/g)) * 2;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The number of quotation and list marks at the start of a line. */
function nestingDepth(line: string): number {
  const prefix = /^[ \t>*+-]*/.exec(line)?.[0] ?? '';
  return count(prefix, />/g) + count(prefix, /[*+-][ \t]/g);
}
