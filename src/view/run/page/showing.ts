import { type Markup, markup, type Piece } from '../../board/page/markup.js';
import { stamp } from '../amounts.js';
import type { Shown } from '../shown.js';
import type { Room } from './room.js';

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
