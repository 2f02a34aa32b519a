// Strangers' words as one line that an eye can see all of. Pure.
import { hasInvisible, stripInvisible } from '../text/invisible.js';

/** Without line ends, controls, and characters that no eye can see. */
export function lineOf(text: string): string {
  return stripInvisible(text).text.replace(/\s+/g, ' ').trim();
}

/** No longer than so many letters; a pair of halves that make one letter is never cut in two. */
export function cut(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const all = [...text];
  return all.length <= letters
    ? text
    : `${all
        .slice(0, letters - 1)
        .join('')
        .trimEnd()}…`;
}

const LONGEST = 1000;

/**
 * A command as it may be shown to be copied, or null. It is shown as it is or not at all: a part of it would do something
 * else, and so would a line end or a letter that nobody sees.
 */
export function showable(command: string): string | null {
  return command.length > LONGEST || /[\r\n]/.test(command) || hasInvisible(command) ? null : command;
}
