// Finds the words of a command that could be its subcommand, such as `push` in `git -C dir push`. Used by read-line.ts and the tables in
// ../forbidden.

import { commandName, type ShellWord } from './line.js';

/** Lines with more candidates for the subcommand are denied as too complex. */
const MAX_CANDIDATES = 16;

/** Commands whose subcommand decides whether they are forbidden. */
const HAVE_SUBCOMMANDS: ReadonlySet<string> = new Set(
  'git gh npm pnpm yarn bun cargo gem twine poetry uv hatch flit vsce'.split(' '),
);

/**
 * The words that could be a command's subcommand, each with the words after it: the first word that is no option, and earlier words that
 * may be the value of an option. Returns at most `MAX_CANDIDATES` + 1.
 */
export function subcommands(
  words: readonly string[],
): readonly { readonly name: string; readonly rest: readonly string[] }[] {
  return candidatesIn(words, (word) => word).map((at) => ({ name: words[at] ?? '', rest: words.slice(at + 1) }));
}

/** Whether there are more candidates for the subcommand than are examined. */
export function hidesSubcommand(words: readonly ShellWord[]): boolean {
  return HAVE_SUBCOMMANDS.has(commandName(words)) && candidatesIn(words, ({ text }) => text).length > MAX_CANDIDATES;
}

function candidatesIn<T>(words: readonly T[], textOf: (word: T) => string): readonly number[] {
  const found: number[] = [];
  let isOption = false;
  for (let at = 1; at < words.length && found.length <= MAX_CANDIDATES; at += 1) {
    const word = words[at];
    const wasOption = isOption;
    isOption = word !== undefined && textOf(word).startsWith('-');
    if (isOption) continue;
    found.push(at);
    if (!wasOption) break;
  }
  return found;
}
