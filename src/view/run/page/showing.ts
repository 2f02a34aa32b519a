import { type Markup, markup, type Piece } from '../../html.js';
import { stamp } from '../describe.js';
import type { Shown } from '../shown.js';

/** How much of a run the page shows. A run that is too large for it is shown with less room, in steps. */
interface Room {
  /** Letters of an input or an output; of what was said; of a log; of the whole change. */
  readonly text: number;
  readonly prose: number;
  readonly log: number;
  readonly diff: number;
  /** Turns of all agents, calls of a turn, steps in the list of all. */
  readonly turns: number;
  readonly calls: number;
  readonly steps: number;
  /** Of anything else that is counted: tests, files, findings, words of people. */
  readonly items: number;
}

/** The last one is bounded by itself, whatever the journal holds. */
export const ROOMS: readonly [Room, ...Room[]] = [
  { text: 24_000, prose: 12_000, log: 16_000, diff: 400_000, turns: 300, calls: 40, steps: 1500, items: 200 },
  { text: 8000, prose: 8000, log: 8000, diff: 150_000, turns: 300, calls: 40, steps: 800, items: 100 },
  { text: 2500, prose: 4000, log: 3000, diff: 60_000, turns: 200, calls: 32, steps: 400, items: 50 },
  { text: 800, prose: 1500, log: 1000, diff: 20_000, turns: 120, calls: 12, steps: 200, items: 30 },
  { text: 200, prose: 400, log: 300, diff: 5000, turns: 60, calls: 8, steps: 100, items: 15 },
  { text: 100, prose: 200, log: 100, diff: 2000, turns: 20, calls: 4, steps: 40, items: 5 },
];

/** Everything that a part of the page is shown from. */
export interface Showing extends Shown {
  readonly room: Room;
}

/** A part of the page, with a way to it from the top; nothing where there is nothing to say. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** Beside the title. */
  readonly count?: string | undefined;
  readonly body: Piece;
}

/** A moment, to the second for whoever asks. */
export const moment = (at: string): Markup => markup`<time datetime="${at}" title="${at}">${stamp(at)}</time>`;

/** As many as there is room for, and how many more there are. */
export function listed<T>(all: readonly T[], most: number, show: (each: T) => Markup, { say }: Showing): Piece {
  const left = all.length - most;
  return [all.slice(0, most).map(show), left > 0 && markup`<li class="soft">${say.more(left)}</li>`];
}

/** The place of a turn on the page; two never share one. */
export const anchorOf = (talk: number, turn: number): string => `turn-${talk + 1}-${turn}`;

/** All that an eye would not see, but what letters and pictures are joined with. */
const UNSEEN =
  /(?!\t|\n|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text of which everything is seen: what would not be, is written as \u{…}. */
export function seen(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSEEN, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`);
}

interface Cut {
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
