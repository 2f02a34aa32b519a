import { type Markup, markup, type Piece } from '../../html.js';
import { utcMinute } from '../describe.js';
import type { ShownRun } from '../shown-run.js';

/** The limits of the page. If the page gets too large, it is rendered again with the next smaller limits. */
interface Limits {
  /** Characters of an input or output, of a message, of a log, of the whole diff. */
  readonly text: number;
  readonly prose: number;
  readonly log: number;
  readonly diff: number;
  /** Turns of all agents, calls of a turn, steps in the list. */
  readonly turns: number;
  readonly calls: number;
  readonly steps: number;
  /** Entries of every other list: tests, files, findings, signals. */
  readonly items: number;
}

/** The last limits fit for every journal. */
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

/** A section of the page, linked from the top. Without a body it is left out. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** Shown beside the title. */
  readonly count?: string | undefined;
  readonly body: Piece;
}

/** A time; its title has the seconds. */
export const timeElement = (at: string): Markup => markup`<time datetime="${at}" title="${at}">${utcMinute(at)}</time>`;

/** The first `most` entries, and the number of the others. */
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

/** Invisible characters, except joiners and variation selectors. */
const INVISIBLE =
  /(?!\t|\n|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text with invisible characters written as \u{…}. */
export function visible(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(INVISIBLE, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`);
}

interface Cut {
  readonly head: string;
  /** The number of characters between the two. */
  readonly left: number;
  readonly tail: string;
}

/** The beginning and the end of a text that is too long. */
export function cutMiddle(text: string, most: number): Cut {
  if (text.length <= most) return { head: text, left: 0, tail: '' };
  const head = outsideSurrogatePair(text, Math.ceil(most * 0.7));
  const tail = outsideSurrogatePair(text, text.length - Math.floor(most * 0.3));
  return { head: text.slice(0, head), left: tail - head, tail: text.slice(tail) };
}

/** The index, moved out of a surrogate pair. */
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
