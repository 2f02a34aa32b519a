import type { Spelled } from './spell.js';

/** The name of a command without its folder: `curl` for `/usr/bin/curl`. */
export function nameOf(words: readonly Spelled[]): string {
  const text = words[0]?.text ?? '';
  return text.slice(text.lastIndexOf('/') + 1).toLowerCase();
}
