// Parses Markdown within cost limits, and reads the parsed tree. Used by the other files of this folder.

import { fromMarkdown } from 'mdast-util-from-markdown';

type Root = ReturnType<typeof fromMarkdown>;

/** Any node of a parsed text. */
export type MarkdownNode = Root | Root['children'][number];

// The parser is quadratic on some inputs. The following four limits keep it below half a second. A text that exceeds one is shown as plain
// text.

/** Characters of the text. */
const MAX_LENGTH = 262_144;
/** Quotes and lists inside of one another on one line. */
const MAX_DEPTH = 60;
/** Characters that the parser scans: the sum over all blocks of their length times the number of scans. */
const MAX_COST = 100_000_000;
/** Lines at which quotes or lists begin or end. */
const MAX_CONTAINER_CHANGES = 1_500;

// Lines that certainly end a paragraph.
const BLOCK_START = /\n(?=[ \t>]*\n| {0,3}[-*+] {1,4}\S| {0,3}#{1,6} )/;

/** Parses CommonMark; undefined for texts that would take too long. */
export function readMarkdown(text: string): Root | undefined {
  return isAffordable(text) ? fromMarkdown(text) : undefined;
}

/** All nodes in document order, without recursion. */
export function* nodesOf(root: MarkdownNode): Generator<MarkdownNode> {
  const waiting: MarkdownNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if ('children' in node) for (const child of [...node.children].reverse()) waiting.push(child);
  }
}

/** The source range of a node. */
export function spanOf(node: MarkdownNode): { readonly start: number; readonly end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

function isAffordable(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const lines = linesOutsideFences(text);
  let cost = 0;
  for (const block of lines.join('\n').split(BLOCK_START)) {
    cost += block.length * weight(block);
    if (cost > MAX_COST) return false;
  }
  return containerChanges(lines) <= MAX_CONTAINER_CHANGES && !lines.some((line) => containerDepth(line) > MAX_DEPTH);
}

// Fenced code is cheap to parse. After a line that may begin an HTML block, fences are not recognized, so everything counts.
function linesOutsideFences(text: string): string[] {
  const outside: string[] = [];
  let fence = '';
  let mayBeHtml = false;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    const isCode = fence !== '';
    if (isCode && mark.startsWith(fence) && line.trim() === mark) fence = '';
    else if (!isCode && !mayBeHtml && !line.slice(line.indexOf(mark) + mark.length).includes('`')) fence = mark;
    if (!isCode) outside.push(line);
    mayBeHtml ||= !isCode && /^[ \t>*+\d.)-]*</.test(line);
  }
  return outside;
}

// Counts where quotes and lists begin or end; the parser re-reads text each time.
function containerChanges(lines: readonly string[]): number {
  let changes = 0;
  let last = '';
  for (const line of lines) {
    const shape = /^[ \t>]*(?:[-*+]|\d+[.)])?/.exec(line)?.[0].replace(/\d+/, '1') ?? '';
    // A blank line ends a quote, but not a list.
    if (line.trim() === '') last = last.includes('>') ? '' : last;
    else if (shape !== last) changes++;
    if (line.trim() !== '') last = shape;
  }
  return changes;
}

// Estimates how often the parser scans a block to its end.
function weight(block: string): number {
  const scans = count(block, /<[?!]/g) * 6 + count(block, /\]/g) + count(block, /\][([]/g) * 2;
  const marks = count(block, /[<&[\]!\\`*_\n]/g) / 5;
  return scans + marks + Math.min(count(block, /\*/g), count(block, /_/g)) * 2;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function containerDepth(line: string): number {
  const prefix = /^[ \t>*+-]*/.exec(line)?.[0] ?? '';
  return count(prefix, />/g) + count(prefix, /[*+-][ \t]/g);
}
