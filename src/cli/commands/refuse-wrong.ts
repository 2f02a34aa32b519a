import { UserError } from '../../ports/errors.js';
import type { CliEntry } from './index.js';

/** Throws a usage error for words and flags that a command does not take, before it is loaded. */
export function refuseWrong({ usage, takes }: CliEntry, words: readonly string[]): void {
  let left = takes.words;
  for (let n = 0; n < words.length; n += 1) {
    const word = words[n] ?? '';
    if (!word.startsWith('--')) left -= 1;
    else if (takes.flags.includes(`${word}=`)) n += 1;
    else if (!takes.flags.some((flag) => flag === word || (flag.endsWith('=') && word.startsWith(flag)))) left = -1;
    if (left < 0)
      throw new UserError({ expected: usage, found: `"${word}"`, remedy: 'Nothing was done. See `crew help`.' });
  }
}
