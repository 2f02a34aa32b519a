// Cleans the output of programs for storage and display: no escape sequences, no invisible characters.
import { stripInvisible } from './invisible.js';

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
