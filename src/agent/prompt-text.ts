import { visible } from './tools/shown.js';

/** Somebody's words within a prompt: shown as data, in a fence that nothing in them can end, with where they come from. */
export function fenced(from: string, words: string): string {
  const text = visible(words.replaceAll('\r\n', '\n')).trimEnd();
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${from}:\n${fence}\n${text}\n${fence}`;
}

/** A text of at most so many characters; what is left out is said, at the place where it stood. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.floor(most / 3);
  const tail = most - head;
  return `${text.slice(0, head)}\n[${text.length - head - tail} characters left out]\n${text.slice(-tail)}`;
}
