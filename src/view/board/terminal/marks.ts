// What stands before an issue in a terminal: a mark that says its shelf without colour, and the colour that says it again.
import type { Shelf } from '../../../text/lang/board/index.js';
import type { Paint } from '../../paint.js';

const MARKS: Readonly<Record<Shelf, string>> = {
  due: '◆',
  unknown: '?',
  blocked: '■',
  review_pending: '▶',
  in_progress: '●',
  incomplete: '○',
  done: '✓',
};

const HUES: Readonly<Record<Shelf, keyof Paint>> = {
  due: 'good',
  unknown: 'bad',
  blocked: 'bad',
  review_pending: 'accent',
  in_progress: 'accent',
  incomplete: 'strong',
  done: 'faint',
};

export const markOf = (shelf: Shelf): string => MARKS[shelf];

export const tintOf = (shelf: Shelf, paint: Paint): ((text: string) => string) => paint[HUES[shelf]];
