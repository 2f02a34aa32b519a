import { code } from '../../code.js';
import type { Place } from './messages.js';

/** A way to write a command where it is read. */
export type Write = (words: string) => string;

/** A command as it is typed where it is read: in a thread the run is known, at a terminal it has to be named. */
export function writeIn(run: string, place: Place = 'thread'): Write {
  return (words) => code(place === 'thread' ? `/crew ${words}` : `crew ${words} --run ${run}`);
}
