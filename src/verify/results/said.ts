// What a program said, made fit to be kept and shown: it is data, so nothing in it may steer a terminal or hide from an eye.
import { stripInvisible } from '../../text/invisible.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are exactly what is looked for
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;

/** A text without colours, cursor moves and invisible characters. Of a line that was drawn over, what was drawn last. */
export function said(text: string): string {
  const still = text.replace(ESCAPES, '').replace(/\r+\n/g, '\n');
  const drawn = still.includes('\r') ? still.replace(/^.*\r(?=.)/gm, '').replaceAll('\r', '') : still;
  return stripInvisible(drawn).text;
}

/** The same in one line, for names. */
export function saidInLine(text: string, most = 500): string {
  const line = said(text).replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** A message of a failure: the beginning says what, the end seldom more than where. */
export function saidOfFailure(text: string, most = 4000): string {
  const whole = said(text).trim();
  return whole.length > most ? `${whole.slice(0, most - 1).trimEnd()}…` : whole;
}
