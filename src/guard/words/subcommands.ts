import { nameOf } from './name-of.js';
import type { Spelled } from './spell.js';

/** With more words that could be the subcommand, nobody honest wrote the line, and each costs time. */
const MOST = 16;

/** Whose subcommands decide what never runs. */
const HAVE_SUBCOMMANDS: ReadonlySet<string> = new Set(
  'git gh npm pnpm yarn bun cargo gem twine poetry uv hatch flit vsce'.split(' '),
);

/**
 * The words that could be a command's subcommand, each with what follows it: the first that is no option, and before it those that
 * may be an option's value, since only the command itself knows which of its options take one. One more than `MOST` at most.
 */
export function subcommands(
  words: readonly string[],
): readonly { readonly name: string; readonly rest: readonly string[] }[] {
  return candidatesIn(words, (word) => word).map((at) => ({ name: words[at] ?? '', rest: words.slice(at + 1) }));
}

/** Whether a subcommand hides behind more options than are looked through. */
export function hidesSubcommand(words: readonly Spelled[]): boolean {
  return HAVE_SUBCOMMANDS.has(nameOf(words)) && candidatesIn(words, ({ text }) => text).length > MOST;
}

function candidatesIn<T>(words: readonly T[], textOf: (word: T) => string): readonly number[] {
  const found: number[] = [];
  let option = false;
  for (let at = 1; at < words.length && found.length <= MOST; at += 1) {
    const word = words[at];
    const before = option;
    option = word !== undefined && textOf(word).startsWith('-');
    if (option) continue;
    found.push(at);
    if (!before) break;
  }
  return found;
}
