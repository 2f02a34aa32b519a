// Splits the text of a review or comment into requests: one for each list item, or one if there is no list. Pure. Used by requests.ts.

import { sentencesOf } from '../../../text/result-claims.js';
import { isConcrete } from './request-text.js';

interface Item {
  /** The text before the list; '' without one. */
  readonly context: string;
  readonly text: string;
  /** The number of the item, from 1. Undefined if the text has no list. */
  readonly item?: number;
}

const ITEM = /^( {0,3})(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)/;

/**
 * Splits a text into one request for each list item. Nested items and indented lines belong to their item. A paragraph before a list
 * becomes the context of the items after it. A paragraph after the last list is a request of its own.
 */
export function requestItems(text: string): readonly Item[] {
  const blocks = blocksOf(text);
  if (!blocks.some(({ isItem }) => isItem)) return [{ context: '', text }];
  const last = blocks.findLastIndex(({ isItem }) => isItem);
  const requests = blocks.flatMap((block, at) => {
    if (!block.isItem && at < last) return [];
    const before = blocks.slice(0, at).filter(({ isItem }) => !isItem);
    return [{ context: block.isItem ? before.map((each) => each.text).join('\n\n') : '', text: block.text }];
  });
  return requests.filter((each) => each.text !== '').map((each, n) => ({ ...each, item: n + 1 }));
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
    const [, ticks = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    const [bullet = '', spaces = ''] = fence === '' ? (ITEM.exec(line) ?? []) : [];
    const isNested = open?.isItem === true && spaces.length > open.indent + 1;
    const isParagraph = isAfterBlank && open?.isItem === true && fence === '' && /^\S/.test(line);
    if (bullet !== '' && !isNested) {
      blocks.push({ isItem: true, indent: spaces.length, lines: [line.slice(bullet.length)] });
    } else if (!open || isParagraph) blocks.push({ isItem: false, indent: 0, lines: [line] });
    else open.lines.push(line);
    if (fence === '') fence = ticks;
    else if (ticks.startsWith(fence)) fence = '';
    isAfterBlank = line.trim() === '';
  }
  return blocks
    .map(({ isItem, lines }) => ({ isItem, text: lines.join('\n').trim() }))
    .filter((each) => each.text !== '');
}

/** Words with which a sentence asks for something: "please", "must", "Add …", "お願い". */
const ASKS: readonly RegExp[] = [
  /[?？]|\b(?:please|pls|must|needs?|missing|forgot|don['’]?t|do not|never|instead|wrong|breaks?|fails?)\b/i,
  /^(?:(?:also|and|then|but|now|just|so|maybe|first|finally),? +)*(?:add|avoid|change|check|clarify|clean|comment|cover|cut|define|delete|document|drop|ensure|explain|extract|fix|handle|improve|inline|keep|leave|make|mention|merge|move|prefer|put|rebase|reduce|refactor|remove|rename|reorder|replace|restore|return|revert|rewrite|say|simplify|skip|sort|split|squash|state|test|throw|try|undo|update|use|validate|verify|wrap|write)\b/i,
  /ください|下さい|お願い|ほしい|欲しい|べき|必要|か。?$|て。?$/,
];

/**
 * Whether a text only introduces the line comments of its review: at most one sentence, and no request in it, such as "Two more points."
 */
export const isLeadIn = (text: string): boolean =>
  sentencesOf(text).length <= 1 && !isConcrete(text) && !ASKS.some((each) => each.test(text.trim()));
