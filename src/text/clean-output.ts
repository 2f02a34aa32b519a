// Cleans untrusted text for storage and display: no escape sequences, no invisible characters, one line.
import { hasInvisible, stripInvisible } from './invisible.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are exactly what is looked for
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;

/** Text without escape sequences and invisible characters. Of a line with carriage returns, what was written last. */
export function cleanOutput(text: string): string {
  const still = text.replace(ESCAPES, '').replace(/\r+\n/g, '\n');
  const drawn = still.includes('\r') ? still.replace(/^.*\r(?=.)/gm, '').replaceAll('\r', '') : still;
  return stripInvisible(drawn).text;
}

/** The same on one line, for names. */
export function cleanLine(text: string, most = 500): string {
  const line = cleanOutput(text).replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** A failure message, cut at the end. */
export function failureMessage(text: string, most = 4000): string {
  const whole = cleanOutput(text).trim();
  return whole.length > most ? `${whole.slice(0, most - 1).trimEnd()}…` : whole;
}

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

const MAX_COMMAND_CHARACTERS = 1000;

/**
 * The command if it may be shown for copying, else null. It is never shortened or changed: a part of a command would do something
 * else, and so would line ends and invisible characters.
 */
export function copyableCommand(command: string): string | null {
  return command.length > MAX_COMMAND_CHARACTERS || /[\r\n]/.test(command) || hasInvisible(command) ? null : command;
}
