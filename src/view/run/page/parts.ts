// What the sections of the page of a run share: their input, the limits of the page's size, and texts that are cut and shown safely.
import { type Markup, markup, type Piece } from '../../html.js';
import { utcMinute } from '../describe.js';
import type { ShownRun } from '../shown-run.js';

/** The limits of the page. If the page gets too large, it is rendered again with the next smaller limits. */
interface Limits {
  /** Characters of the input or output of a call. */
  readonly text: number;
  /** Characters of a message or another text in sentences. */
  readonly prose: number;
  /** Characters of the log of a failed step. */
  readonly log: number;
  /** Characters of the whole diff. */
  readonly diff: number;
  /** Turns of all agents together. */
  readonly turns: number;
  /** Calls of a turn. */
  readonly calls: number;
  /** Steps in the list of steps. */
  readonly steps: number;
  /** Entries of every other list: tests, files, findings, signals. */
  readonly items: number;
}

/** From the largest to the smallest limits. With the smallest, the page of every run fits. */
export const LIMITS: readonly [Limits, ...Limits[]] = [
  { text: 24_000, prose: 12_000, log: 16_000, diff: 400_000, turns: 300, calls: 40, steps: 1500, items: 200 },
  { text: 8000, prose: 8000, log: 8000, diff: 150_000, turns: 300, calls: 40, steps: 800, items: 100 },
  { text: 2500, prose: 4000, log: 3000, diff: 60_000, turns: 200, calls: 32, steps: 400, items: 50 },
  { text: 800, prose: 1500, log: 1000, diff: 20_000, turns: 120, calls: 12, steps: 200, items: 30 },
  { text: 200, prose: 400, log: 300, diff: 5000, turns: 60, calls: 8, steps: 100, items: 15 },
  { text: 100, prose: 200, log: 100, diff: 2000, turns: 20, calls: 4, steps: 40, items: 5 },
];

/** The input of every part of the page. */
export interface PageContext extends ShownRun {
  readonly limits: Limits;
}

/** A section of the page, linked from the top. If its body is null or false, it is left out. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** Shown beside the title. */
  readonly count?: string | undefined;
  readonly body: Piece;
}

/** A time to the minute. Its tooltip has the seconds. */
export const timeElement = (at: string): Markup => markup`<time datetime="${at}" title="${at}">${utcMinute(at)}</time>`;

/** The first `most` entries as list items, and the number of the others. */
export function listItems<T>(
  all: readonly T[],
  most: number,
  show: (each: T) => Markup,
  { words }: PageContext,
): Piece {
  const left = all.length - most;
  return [all.slice(0, most).map(show), left > 0 && markup`<li class="soft">${words.more(left)}</li>`];
}

/** The id of a turn's element, unique on the page. */
export const turnAnchor = (talk: number, turn: number): string => `turn-${talk + 1}-${turn}`;

/** Invisible characters, except tabs, line ends, joiners and the variation selectors of emoji. */
const INVISIBLE =
  /(?!\t|\n|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text in which invisible characters are written as `\u{…}`. */
export function visible(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(INVISIBLE, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`);
}

interface Cut {
  readonly head: string;
  /** The number of characters between head and tail. */
  readonly left: number;
  readonly tail: string;
}

/** Cuts the middle out of a text that is longer than `maxCharacters`. */
export function cutMiddle(text: string, maxCharacters: number): Cut {
  if (text.length <= maxCharacters) return { head: text, left: 0, tail: '' };
  const head = outsideSurrogatePair(text, Math.ceil(maxCharacters * 0.7));
  const tail = outsideSurrogatePair(text, text.length - Math.floor(maxCharacters * 0.3));
  return { head: text.slice(0, head), left: tail - head, tail: text.slice(tail) };
}

/** The index, or the next one if it is inside a surrogate pair. */
function outsideSurrogatePair(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at;
}

/** A text; if it is too long, its middle is replaced by the number of characters left out. */
export function shownText(text: string, most: number, { words }: PageContext): Markup {
  const { head, left, tail } = cutMiddle(text, most);
  if (left === 0) return markup`${visible(head)}`;
  return markup`${visible(head)}<span class="gap">${words.leftOut(left.toLocaleString('en'))}</span>${visible(tail)}`;
}

/** A text as a preformatted block. */
export function preformatted(text: string, most: number, context: PageContext): Markup {
  return markup`<pre tabindex="0"><code>${shownText(text, most, context)}</code></pre>`;
}
