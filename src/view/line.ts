// Makes untrusted text one line without invisible characters. Pure.
import { hasInvisible, stripInvisible } from '../text/invisible.js';

/** Removes line ends, control characters and invisible characters. */
export function lineOf(text: string): string {
  return stripInvisible(text).text.replace(/\s+/g, ' ').trim();
}

/** Cuts a text to this length, and never inside a surrogate pair. */
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
 * The command if it may be shown for copying, else null. It is never shortened or changed: a part of a command would do something
 * else, and so would line ends and invisible characters.
 */
export function showable(command: string): string | null {
  return command.length > LONGEST || /[\r\n]/.test(command) || hasInvisible(command) ? null : command;
}
