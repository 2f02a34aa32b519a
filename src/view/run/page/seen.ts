// Strangers' text as it is: nothing in it acts, and nothing in it hides. Pure.
import { type Markup, markup } from '../../board/page/markup.js';
import type { Showing } from './showing.js';

/** All that an eye would not see, but what letters and pictures are joined with. */
const UNSEEN =
  /(?!\t|\n|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text of which everything is seen: what would not be, is written as \u{…}. */
export function seen(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSEEN, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`);
}

export interface Cut {
  readonly head: string;
  /** Letters between the two. */
  readonly left: number;
  readonly tail: string;
}

/** Both ends of a text: how it began says what it was, how it ended says what came of it. */
export function cutOf(text: string, most: number): Cut {
  if (text.length <= most) return { head: text, left: 0, tail: '' };
  const head = whole(text, Math.ceil(most * 0.7));
  const tail = whole(text, text.length - Math.floor(most * 0.3));
  return { head: text.slice(0, head), left: tail - head, tail: text.slice(tail) };
}

/** A place between two letters, not in the middle of one. */
function whole(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at;
}

/** A text with its middle left out where it is too long, and how much that is. */
export function shownText(text: string, most: number, { say }: Showing): Markup {
  const { head, left, tail } = cutOf(text, most);
  if (left === 0) return markup`${seen(head)}`;
  return markup`${seen(head)}<span class="gap">${say.leftOut(left.toLocaleString('en'))}</span>${seen(tail)}`;
}

/** A text as a block of its own, letter by letter. */
export function block(text: string, most: number, of: Showing): Markup {
  return markup`<pre tabindex="0"><code>${shownText(text, most, of)}</code></pre>`;
}
