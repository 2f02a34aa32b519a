import { UserError } from '../../ports/errors.js';
import { ALSO_OF_COMMANDS } from '../flags.js';
import type { CliEntry } from './index.js';

/**
 * The words of a terminal command: without the flags of every command, and with `--flag=value` as two words.
 * Throws a usage error for words and flags that the command does not take.
 */
export function wordsFor({ usage, takes }: CliEntry, typed: readonly string[]): readonly string[] {
  const words: string[] = [];
  let left = takes.words;
  const refuse = (word: string): never => {
    throw new UserError({ expected: usage, found: `"${word}"`, remedy: 'Nothing was done. See `crew help`.' });
  };
  for (let n = 0; n < typed.length; n += 1) {
    const word = typed[n] ?? '';
    const [flag = '', glued] = word.startsWith('--') ? splitAtEqualSign(word) : [];
    if (ALSO_OF_COMMANDS.includes(word)) continue;
    if (flag === '') {
      left -= 1;
      if (left < 0) refuse(word);
      words.push(word);
    } else if (takes.flags.includes(`${flag}=`)) {
      const value = glued ?? typed[n + 1];
      words.push(flag, ...(value === undefined ? [] : [value]));
      if (glued === undefined) n += 1;
    } else if (glued === undefined && takes.flags.includes(flag)) words.push(flag);
    else refuse(word);
  }
  return words;
}

function splitAtEqualSign(word: string): readonly [string, string?] {
  const at = word.indexOf('=');
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}
