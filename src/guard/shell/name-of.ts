import type { ShellWord } from './shell-word.js';

/** The name of a command without its folder: `curl` for `/usr/bin/curl`. */
export function nameOf(words: readonly ShellWord[]): string {
  const text = words[0]?.text ?? '';
  return text.slice(text.lastIndexOf('/') + 1).toLowerCase();
}
