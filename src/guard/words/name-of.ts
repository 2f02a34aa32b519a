import type { Spelled } from './spell.js';

/** What a command is called, wherever it lies: `/usr/bin/curl` is `curl`. */
export function nameOf(words: readonly Spelled[]): string {
  const text = words[0]?.text ?? '';
  return text.slice(text.lastIndexOf('/') + 1).toLowerCase();
}
