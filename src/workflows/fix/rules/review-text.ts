// Splits the text of a review or comment into requests: one for each list item, else one for each passage that asks for something. Pure.
// Used by requests.ts.

import { sentencesOf } from '../../../text/result-claims.js';
import { isConcrete } from './request-text.js';

interface Item {
  /** The text that introduces the requests, such as "Please:"; '' without one. */
  readonly context: string;
  readonly text: string;
  /** The number of the request in its text, from 1. Undefined if the text is one request. */
  readonly item?: number;
}

const ITEM = /^( {0,3})(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)/;

/**
 * Splits a text into one request for each list item. Nested items and indented lines belong to their item. A paragraph before a list
 * becomes the context of the items after it. A paragraph after the last list is a request of its own. A text without a list is split by
 * `requestPassages`.
 */
export function requestItems(text: string): readonly Item[] {
  const blocks = blocksOf(text);
  if (!blocks.some(({ isItem }) => isItem)) return requestPassages(text);
  const last = blocks.findLastIndex(({ isItem }) => isItem);
  const requests = blocks.flatMap((block, at) => {
    if (!block.isItem && at < last) return [];
    const before = blocks.slice(0, at).filter(({ isItem }) => !isItem);
    return [{ context: block.isItem ? before.map((each) => each.text).join('\n\n') : '', text: block.text }];
  });
  return requests.filter((each) => each.text !== '').map((each, n) => ({ ...each, item: n + 1 }));
}

/**
 * Splits a text without a list into one request for each passage that asks for something, such as a wish and a question on two lines. Other
 * passages belong to the request before them; at the start of the text they are the context of all requests. Returns the whole text as one
 * request if fewer than two passages ask for something.
 */
function requestPassages(text: string): readonly Item[] {
  const passages = passagesOf(text);
  const first = passages.findIndex(asksForSomething);
  const requests: string[][] = [];
  for (const passage of first === -1 ? [] : passages.slice(first)) {
    if (asksForSomething(passage)) requests.push([passage]);
    else requests.at(-1)?.push(passage);
  }
  if (requests.length < 2) return [{ context: '', text }];
  const context = passages.slice(0, first).join('\n\n');
  return requests.map((parts, n) => ({ context, text: parts.join('\n\n'), item: n + 1 }));
}

/** A line that ends a sentence: `Why?`, `Rename it.)`, `直してください。` */
const SENTENCE_END = /[.!?。！？][)\]"'”’」』]*\s*$/;
/** A line after which more must follow: a quotation or `Please:`. */
const INTRODUCTION = /^\s*>|[:：]\s*$/;

/** The paragraphs of a text, split further after each line that ends a sentence. A code block belongs to the passage before it. */
function passagesOf(text: string): readonly string[] {
  const passages: string[] = [];
  let lines: string[] = [];
  let fence = '';
  const close = () => {
    const passage = lines.join('\n').trim();
    if (FENCE.test(passage) && passages.length > 0) passages.push(`${passages.pop()}\n${passage}`);
    else if (passage !== '') passages.push(passage);
    lines = [];
  };
  for (const line of text.split('\n')) {
    lines.push(line);
    const isCode = fence !== '';
    fence = fenceAfter(line, fence);
    const lastLine = lines.findLast((each) => each.trim() !== '') ?? '';
    const isEnd = isCode || line.trim() === '' || SENTENCE_END.test(line);
    if (fence === '' && isEnd && !INTRODUCTION.test(lastLine)) close();
  }
  close();
  return passages;
}

const FENCE = /^\s*(`{3,}|~{3,})/;

/** The fence of the code block that is open after a line; '' if none is open. `fence` is the one that was open before it. */
function fenceAfter(line: string, fence: string): string {
  const [, ticks = ''] = FENCE.exec(line) ?? [];
  if (fence === '') return ticks;
  return ticks.startsWith(fence) ? '' : fence;
}

interface Block {
  readonly isItem: boolean;
  readonly text: string;
}

/** List items without their bullets, and the texts between lists. */
function blocksOf(text: string): readonly Block[] {
  const blocks: { isItem: boolean; indent: number; lines: string[] }[] = [];
  let fence = '';
  let isAfterBlank = false;
  for (const line of text.split('\n')) {
    const open = blocks.at(-1);

    const [bullet = '', spaces = ''] = fence === '' ? (ITEM.exec(line) ?? []) : [];
    // An item that is indented by two spaces or more belongs to the item above.
    const isNested = open?.isItem === true && spaces.length > open.indent + 1;
    const isParagraph = isAfterBlank && open?.isItem === true && fence === '' && /^\S/.test(line);
    if (bullet !== '' && !isNested) {
      blocks.push({ isItem: true, indent: spaces.length, lines: [line.slice(bullet.length)] });
    } else if (!open || isParagraph) blocks.push({ isItem: false, indent: 0, lines: [line] });
    else open.lines.push(line);
    fence = fenceAfter(line, fence);
    isAfterBlank = line.trim() === '';
  }
  return blocks
    .map(({ isItem, lines }) => ({ isItem, text: lines.join('\n').trim() }))
    .filter((each) => each.text !== '');
}

/** A sentence that asks for something: a question mark, "please", "must", "Add …" at its start, "お願い". */
const ASKS: readonly RegExp[] = [
  /[?？]|\b(?:please|pls|must|needs?|missing|forgot|don['’]?t|do not|never|instead|wrong|breaks?|fails?)\b/i,
  /^(?:(?:also|and|then|but|now|just|so|maybe|first|finally),? +)*(?:add|avoid|change|check|clarify|clean|comment|cover|cut|define|delete|document|drop|ensure|explain|extract|fix|handle|improve|inline|keep|leave|make|mention|merge|move|prefer|put|rebase|reduce|refactor|remove|rename|reorder|replace|restore|return|revert|rewrite|say|simplify|skip|sort|split|squash|state|test|throw|try|undo|update|use|validate|verify|wrap|write)\b/i,
  /ください|下さい|お願い|ほしい|欲しい|べき|必要|か。?$|て。?$/,
];

/**
 * Whether a text only introduces the line comments of its review: at most one sentence, and no request in it, such as "Two more points."
 */
export const isLeadIn = (text: string): boolean => sentencesOf(text).length <= 1 && !asksForSomething(text);

/** Whether a text names something specific (`isConcrete`) or contains words of a request. */
const asksForSomething = (text: string): boolean =>
  isConcrete(text) || sentencesOf(text).some((sentence) => ASKS.some((each) => each.test(sentence.trim())));
