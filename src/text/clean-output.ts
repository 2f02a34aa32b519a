// Cleans untrusted text for storage and display: removes escape sequences, invisible characters and line ends, and cuts it. Used for the
// output of commands and test runners (src/verify), by the pages and terminal output (src/view), and by rules of `fix`.
import { hasInvisible, stripInvisible } from './invisible.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are exactly what is looked for
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;

/**
 * Text of a terminal without escape sequences and invisible characters. Of a line that carriage returns overwrite, such as a progress bar,
 * only the last version stays.
 */
export function cleanOutput(text: string): string {
  const withoutEscapes = text.replace(ESCAPES, '').replace(/\r+\n/g, '\n');
  return stripInvisible(withoutEscapes.replace(/^.*\r(?=.)/gm, '').replaceAll('\r', '')).text;
}

/** Text of a terminal as one line, such as the name of a test, cut to `maxCharacters`. */
export function cleanLine(text: string, maxCharacters = 500): string {
  const line = cleanOutput(text).replace(/\s+/g, ' ').trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line;
}

/** The failure message of a test, which may have several lines, cut to `maxCharacters`. */
export function cleanFailureMessage(text: string, maxCharacters = 4000): string {
  const message = cleanOutput(text).trim();
  return message.length > maxCharacters ? `${message.slice(0, maxCharacters - 1).trimEnd()}…` : message;
}

/** The text on one line, without control characters and invisible characters. Unlike `cleanLine`, it is not cut. */
export function singleLine(text: string): string {
  return stripInvisible(text).text.replace(/\s+/g, ' ').trim();
}

/** Cuts a text to this number of code points, so that it never ends inside a surrogate pair. */
export function truncate(text: string, maxCharacters: number): string {
  const characters = [...text];
  if (characters.length <= maxCharacters) return text;
  const beginning = characters.slice(0, maxCharacters - 1).join('');
  return `${beginning.trimEnd()}…`;
}

const MAX_COMMAND_CHARACTERS = 1000;

/**
 * The command if it may be shown with a button that copies it, else null: it is too long, has several lines, or contains invisible
 * characters. A shortened or changed command would do something else.
 */
export function copyableCommand(command: string): string | null {
  return command.length > MAX_COMMAND_CHARACTERS || /[\r\n]/.test(command) || hasInvisible(command) ? null : command;
}
