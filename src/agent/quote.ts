// Quotes and shortens texts for prompts. Used by the prompts of fix, review and ask.

import { escapeInvisible } from './tools/visible-text.js';

/** Other people's words in a prompt: as data, with their source, in a fence that nothing in them can end. */
export function fenced(from: string, words: string): string {
  const text = escapeInvisible(words.replaceAll('\r\n', '\n')).trimEnd();
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${from}:\n${fence}\n${text}\n${fence}`;
}

/** At most this many characters of a text, from its start and its end, with a note where characters were left out. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.floor(most / 3);
  const tail = most - head;
  return `${text.slice(0, head)}\n[${text.length - head - tail} characters left out]\n${text.slice(-tail)}`;
}
